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
