-- name: item
-- The item at a path.
SELECT * FROM item WHERE workspace = :workspace AND space = :space AND path = :path;

-- name: head_of
-- Which revision stands at a path.
SELECT key, head, deleted FROM item WHERE workspace = :workspace AND space = :space AND path = :path;

-- name: written
-- A revision, with who wrote it.
SELECT r.data, r.leans_on, r.version, r.sha256, o.actor, p.name, p.kind, l.data, l.leans_on FROM revision r
JOIN operation o ON o.workspace = r.workspace AND o.space = r.space AND o.n = r.version
LEFT JOIN principal p ON p.workspace = r.workspace AND p.id = o.actor
LEFT JOIN revision l ON l.workspace = r.workspace AND l.space = r.space AND l.key = r.key AND l.n = r.leans_on
WHERE r.workspace = :workspace AND r.space = :space AND r.key = :key AND r.n = :n;

-- name: items
-- All items of a space, by key.
SELECT * FROM item WHERE workspace = :workspace AND space = :space ORDER BY key;

-- name: files
-- The living items whose path begins with the prefix, by path.
SELECT path, kind, key, head, version, size_bytes, sha256, summary, actor, authority, at FROM manifest
WHERE workspace = :workspace AND space = :space AND path >= :prefix AND path < :beyond
ORDER BY path;

-- name: notes
-- The newest of the living files whose path begins with the prefix and that an agent wrote last, or that were put back.
SELECT path, kind, key, head, version, size_bytes, sha256, summary, actor, authority, at FROM manifest m
WHERE workspace = :workspace AND space = :space AND path >= :prefix AND path < :beyond
    AND (authority IN ('granted', 'approved') OR EXISTS (
        SELECT 1 FROM operation o
        WHERE o.workspace = m.workspace AND o.space = m.space AND o.n = m.version AND o.verb = 'revert'
    ))
ORDER BY at DESC, path DESC LIMIT :limit;

-- name: count_notes
-- How many of them there are.
SELECT count(*) FROM manifest m
WHERE workspace = :workspace AND space = :space AND path >= :prefix AND path < :beyond
    AND (authority IN ('granted', 'approved') OR EXISTS (
        SELECT 1 FROM operation o
        WHERE o.workspace = m.workspace AND o.space = m.space AND o.n = m.version AND o.verb = 'revert'
    ));

-- name: alike
-- Living paths whose folded form is this one, or begins with it and a slash.
SELECT path FROM (
    SELECT path FROM manifest WHERE workspace = :workspace AND space = :space AND fold = :fold
    UNION ALL
    SELECT path FROM manifest
    WHERE workspace = :workspace AND space = :space AND fold > :fold || '/' AND fold < :fold || '0'
)
LIMIT :limit;

-- name: folds
-- The folded form of each living path, by path.
SELECT path, fold FROM manifest WHERE workspace = :workspace AND space = :space ORDER BY path;

-- name: version_of
-- The newest version of a space.
SELECT head FROM space WHERE workspace = :workspace AND id = :space;

-- name: relisted
-- The paths that versions after one changed, and the living items there are now.
SELECT i.path, m.kind, m.key, m.head, m.version, m.size_bytes, m.sha256, m.summary, m.actor, m.authority, m.at
FROM (SELECT DISTINCT key FROM revision WHERE workspace = :workspace AND space = :space AND version > :version) c
JOIN item i ON i.workspace = :workspace AND i.space = :space AND i.key = c.key
LEFT JOIN manifest m ON m.workspace = i.workspace AND m.space = i.space AND m.path = i.path;

-- name: list_item
-- A living item as an operation leaves it.
INSERT INTO manifest (
    workspace, space, path, kind, key, head, version, size_bytes, sha256, summary, actor, authority, at, fold
) VALUES (
    :workspace, :space, :path, :kind, :key, :head, :version, :size_bytes, :sha256, :summary, :actor, :authority, :at,
    :fold
)
ON CONFLICT (workspace, space, path) DO UPDATE SET
    head = excluded.head, version = excluded.version, size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
    summary = excluded.summary, actor = excluded.actor, authority = excluded.authority, at = excluded.at;

-- name: unlist_item
-- An item that was deleted.
DELETE FROM manifest WHERE workspace = :workspace AND space = :space AND path = :path;

-- name: save_item
-- An item as an operation leaves it.
INSERT INTO item (workspace, space, key, id, kind, path, head, no, deleted, summary)
VALUES (:workspace, :space, :key, :id, :kind, :path, :head, :no, :deleted, :summary)
ON CONFLICT (workspace, space, key) DO UPDATE SET
    head = excluded.head, deleted = excluded.deleted, summary = excluded.summary;

-- name: revision
-- One revision of an item.
SELECT * FROM revision WHERE workspace = :workspace AND space = :space AND key = :key AND n = :n;

-- name: revisions
-- All revisions of an item, oldest first.
SELECT * FROM revision WHERE workspace = :workspace AND space = :space AND key = :key ORDER BY n;

-- name: add_revision
-- A new revision; a second one of the same number is an error.
INSERT INTO revision (workspace, space, key, n, version, data, leans_on, size_bytes, sha256, salt, commitment)
VALUES (:workspace, :space, :key, :n, :version, :data, :leans_on, :size_bytes, :sha256, :salt, :commitment);

-- name: standing_at
-- For each item its newest revision at a version, by key.
SELECT r.* FROM revision r
JOIN (
    SELECT key, max(n) AS n FROM revision
    WHERE workspace = :workspace AND space = :space AND version <= :version GROUP BY key
) newest ON newest.key = r.key AND newest.n = r.n
WHERE r.workspace = :workspace AND r.space = :space
ORDER BY r.key;

-- name: changed_by
-- The revisions that one version wrote, by key.
SELECT * FROM revision WHERE workspace = :workspace AND space = :space AND version = :version ORDER BY key;

-- name: changed_since
-- The items that were changed after a version, each with its newest revision at that version, 0 for none. Revisions of
-- an item have no gaps, and the plus keeps the engine from going through all items instead of all changes.
SELECT key, min(n) - 1 FROM revision
WHERE workspace = :workspace AND space = :space AND version > :version GROUP BY +key ORDER BY +key;

-- name: paths
-- The paths that a range of versions changed.
SELECT r.version, i.path FROM revision r
JOIN item i ON i.workspace = r.workspace AND i.space = r.space AND i.key = r.key
WHERE r.workspace = :workspace AND r.space = :space AND r.version >= :since AND r.version <= :until
ORDER BY r.version, i.path;
