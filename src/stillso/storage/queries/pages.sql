-- name: space_ids
-- The ids of bases and windows after one, in order.
SELECT id FROM space WHERE workspace = :workspace AND id > :after ORDER BY id LIMIT :limit;

-- name: unplaced
-- The spaces that rows of a log name and that there are not.
SELECT space FROM operation
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
UNION SELECT space FROM revision
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
UNION SELECT space FROM item
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
UNION SELECT space FROM record
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
UNION SELECT space FROM evidence
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
UNION SELECT space FROM tombstone
WHERE workspace = :workspace AND space NOT IN (SELECT id FROM space WHERE workspace = :workspace)
ORDER BY space;

-- name: operations_after
-- The operations of a space after one, oldest first.
SELECT * FROM operation WHERE workspace = :workspace AND space = :space AND n > :n ORDER BY n LIMIT :limit;

-- name: revisions_after
-- The revisions of a space after one, by the version that wrote them.
SELECT * FROM revision
WHERE workspace = :workspace AND space = :space AND (version, key, n) > (:version, :key, :n)
ORDER BY version, key, n LIMIT :limit;

-- name: evidence_after
-- The words that operations of a space rest on, by version.
SELECT * FROM evidence WHERE workspace = :workspace AND space = :space AND version > :version
ORDER BY version LIMIT :limit;

-- name: tombstones_after
-- The decisions that rejected a content in a space, by version.
SELECT * FROM tombstone
WHERE workspace = :workspace AND space = :space AND (version, fingerprint) > (:version, :fingerprint)
ORDER BY version, fingerprint LIMIT :limit;

-- name: items_after
-- The items of a space after one, by key.
SELECT * FROM item WHERE workspace = :workspace AND space = :space AND key > :key ORDER BY key LIMIT :limit;

-- name: records_after
-- The index rows of a base after one, by number.
SELECT * FROM record WHERE workspace = :workspace AND space = :space AND no > :no ORDER BY no LIMIT :limit;

-- name: item_of
-- The item of a key.
SELECT * FROM item WHERE workspace = :workspace AND space = :space AND key = :key;

-- name: written_by
-- The version that wrote a revision.
SELECT version FROM revision WHERE workspace = :workspace AND space = :space AND key = :key AND n = :n;

-- name: misfiled
-- Where the listing of paths, the order of records or the count of a kind is not what the rows say.
WITH
listed AS (
    SELECT i.path, i.kind, i.key, i.head, r.version, r.size_bytes, r.sha256, i.summary, o.actor, o.authority, o.at
    FROM item i
    JOIN revision r ON r.workspace = i.workspace AND r.space = i.space AND r.key = i.key AND r.n = i.head
    JOIN operation o ON o.workspace = r.workspace AND o.space = r.space AND o.n = r.version
    WHERE i.workspace = :workspace AND i.space = :space AND i.deleted = 0
),
kept AS (
    SELECT path, kind, key, head, version, size_bytes, sha256, summary, actor, authority, at FROM manifest
    WHERE workspace = :workspace AND space = :space
),
counted AS (
    SELECT audience, coalesce(scope, '') AS scope, rank, lag, count(*) AS held, max(confirmed_at) AS newest FROM record
    WHERE workspace = :workspace AND space = :space AND status = 'active'
    GROUP BY audience, coalesce(scope, ''), rank, lag
),
shelved AS (
    SELECT audience, scope, rank, lag, held, newest FROM shelf WHERE workspace = :workspace AND space = :space
)
SELECT 'listing' AS what, path AS place FROM (SELECT * FROM listed EXCEPT SELECT * FROM kept)
UNION SELECT 'listing', path FROM (SELECT * FROM kept EXCEPT SELECT * FROM listed)
UNION SELECT 'count', scope FROM (
    SELECT audience, scope, rank, lag, held FROM counted EXCEPT SELECT audience, scope, rank, lag, held FROM shelved
)
UNION SELECT 'count', scope FROM (
    SELECT audience, scope, rank, lag, held FROM shelved EXCEPT SELECT audience, scope, rank, lag, held FROM counted
)
UNION SELECT 'count', c.scope FROM counted c
JOIN shelved s ON s.audience = c.audience AND s.scope = c.scope AND s.rank = c.rank AND s.lag = c.lag
WHERE s.newest < c.newest
UNION SELECT 'order', CAST(no AS TEXT) FROM record
WHERE workspace = :workspace AND space = :space AND lag <> CASE
    WHEN due_at IS NULL THEN -1
    WHEN until IS NOT NULL OR due_at < confirmed_at THEN -2
    ELSE due_at - confirmed_at
END
ORDER BY what, place;
