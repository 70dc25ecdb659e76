-- name: record
-- The record of a number.
SELECT * FROM record WHERE workspace = :workspace AND space = :space AND no = :no;

-- name: records
-- The records of one status, by number.
SELECT * FROM record WHERE workspace = :workspace AND space = :space AND status = :status ORDER BY no;

-- name: successors
-- The records that replaced one at some time, by number.
SELECT * FROM record WHERE workspace = :workspace AND space = :space AND supersedes = :no ORDER BY no;

-- name: scopes
-- The scopes of the active records, each once.
SELECT DISTINCT scope FROM shelf
WHERE workspace = :workspace AND space = :space AND scope <> '' ORDER BY scope;

-- name: shelves
-- The kinds of active records there are, with how many of each.
SELECT audience, scope, rank, lag, held, newest FROM shelf
WHERE workspace = :workspace AND space = :space;

-- name: shelve
-- One more active record of a kind.
INSERT INTO shelf (workspace, space, audience, scope, rank, lag, held, newest)
VALUES (:workspace, :space, :audience, :scope, :rank, :lag, 1, :confirmed_at)
ON CONFLICT (workspace, space, audience, scope, rank, lag) DO UPDATE SET
    held = shelf.held + 1,
    newest = CASE WHEN excluded.newest > shelf.newest THEN excluded.newest ELSE shelf.newest END;

-- name: unshelve
-- One active record of a kind less.
UPDATE shelf SET held = held - 1
WHERE workspace = :workspace AND space = :space AND audience = :audience AND scope = :scope AND rank = :rank
    AND lag = :lag;

-- name: clear_shelf
-- A kind of which there is none is not counted.
DELETE FROM shelf
WHERE workspace = :workspace AND space = :space AND audience = :audience AND scope = :scope AND rank = :rank
    AND lag = :lag AND held = 0;

-- name: clear_shelves
-- No records are counted, so that all of them can be counted again.
DELETE FROM shelf WHERE workspace = :workspace AND space = :space;

-- name: shelf_of
-- The kind of a record as it stands in the index.
SELECT status, audience, coalesce(scope, '') AS scope, rank, lag FROM record
WHERE workspace = :workspace AND space = :space AND no = :no;

-- name: entries_by_depth
-- Active records of every scope of one depth, last confirmed first.
SELECT no, scope, content, condition, quote, source, coalesce(said_by, written_by) AS by, said_at, confirmed_at, due_at,
    plain, space, key, revision
FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active' AND audience = :audience AND depth = :depth
    AND rank = :rank AND lag = :lag AND confirmed_at BETWEEN :low AND :high AND coalesce(due_at, 0) BETWEEN :due_low AND :due_high
ORDER BY confirmed_at DESC, no DESC
LIMIT :limit;

-- name: entries_by_scope
-- Active records of one scope, last confirmed first.
SELECT no, scope, content, condition, quote, source, coalesce(said_by, written_by) AS by, said_at, confirmed_at, due_at,
    plain, space, key, revision
FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active' AND audience = :audience AND scope = :scope
    AND rank = :rank AND lag = :lag AND confirmed_at BETWEEN :low AND :high AND coalesce(due_at, 0) BETWEEN :due_low AND :due_high
ORDER BY confirmed_at DESC, no DESC
LIMIT :limit;

-- name: entries_unscoped
-- Active records without a scope, last confirmed first.
SELECT no, scope, content, condition, quote, source, coalesce(said_by, written_by) AS by, said_at, confirmed_at, due_at,
    plain, space, key, revision
FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active' AND audience = :audience AND scope IS NULL
    AND rank = :rank AND lag = :lag AND confirmed_at BETWEEN :low AND :high AND coalesce(due_at, 0) BETWEEN :due_low AND :due_high
ORDER BY confirmed_at DESC, no DESC
LIMIT :limit;

-- name: save_record
-- The index row of a record, as its file says it.
INSERT INTO record (
    workspace, space, no, key, revision, id, name, type, status, source, content, condition, quote, scope, audience, said_by,
    said_at, written_by, session, created_at, modified_at, confirmed_at, version, until, supersedes, supersedes_id,
    superseded_by,
    superseded_by_id, due_at, lag, depth, rank, plain
) VALUES (
    :workspace, :space, :no, :key, :revision, :id, :name, :type, :status, :source, :content, :condition, :quote, :scope,
    :audience, :said_by, :said_at, :written_by, :session, :created_at, :modified_at, :confirmed_at, :version, :until, :supersedes,
    :supersedes_id, :superseded_by, :superseded_by_id, :due_at, :lag, :depth, :rank, :plain
)
ON CONFLICT (workspace, space, no) DO UPDATE SET
    revision = excluded.revision, type = excluded.type, status = excluded.status, source = excluded.source, content = excluded.content,
    condition = excluded.condition, quote = excluded.quote, scope = excluded.scope, audience = excluded.audience,
    modified_at = excluded.modified_at, confirmed_at = excluded.confirmed_at, version = excluded.version,
    until = excluded.until, superseded_by = excluded.superseded_by, superseded_by_id = excluded.superseded_by_id,
    due_at = excluded.due_at, lag = excluded.lag, depth = excluded.depth, rank = excluded.rank,
    plain = excluded.plain;

-- name: clear_records
-- Empty the index of a base, to be rebuilt.
DELETE FROM record WHERE workspace = :workspace AND space = :space;
