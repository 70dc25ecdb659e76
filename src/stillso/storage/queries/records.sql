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
SELECT DISTINCT scope FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active' AND scope IS NOT NULL ORDER BY scope;

-- name: wanted_marked
-- Active records that need confirming, in the order of lines.
SELECT * FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active'
    AND (due_at < :now OR confirmed_at > :read_at)
    AND (:place IS NULL OR scope IS NULL OR scope = :place OR substr(:place, 1, length(scope) + 1) = scope || '/')
    AND (:audience IS NULL OR audience = :audience)
ORDER BY depth DESC, rank, confirmed_at DESC, no DESC
LIMIT :limit;

-- name: wanted_plain
-- Active records that need no confirming, in the order of lines.
SELECT * FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active'
    AND (due_at IS NULL OR due_at >= :now) AND confirmed_at <= :read_at
    AND (:place IS NULL OR scope IS NULL OR scope = :place OR substr(:place, 1, length(scope) + 1) = scope || '/')
    AND (:audience IS NULL OR audience = :audience)
ORDER BY depth DESC, rank, confirmed_at DESC, no DESC
LIMIT :limit;

-- name: count_wanted
-- How many active records there are at a place for an audience.
SELECT count(*) AS found FROM record
WHERE workspace = :workspace AND space = :space AND status = 'active'
    AND (:place IS NULL OR scope IS NULL OR scope = :place OR substr(:place, 1, length(scope) + 1) = scope || '/')
    AND (:audience IS NULL OR audience = :audience);

-- name: save_record
-- The index row of a record, as its file says it.
INSERT INTO record (
    workspace, space, no, key, revision, id, name, type, status, source, content, condition, quote, scope, audience, said_by,
    said_at, written_by, session, created_at, modified_at, confirmed_at, version, until, supersedes, supersedes_id,
    superseded_by,
    superseded_by_id, due_at, depth, rank
) VALUES (
    :workspace, :space, :no, :key, :revision, :id, :name, :type, :status, :source, :content, :condition, :quote, :scope,
    :audience, :said_by, :said_at, :written_by, :session, :created_at, :modified_at, :confirmed_at, :version, :until, :supersedes,
    :supersedes_id, :superseded_by, :superseded_by_id, :due_at, :depth, :rank
)
ON CONFLICT (workspace, space, no) DO UPDATE SET
    revision = excluded.revision, type = excluded.type, status = excluded.status, source = excluded.source, content = excluded.content,
    condition = excluded.condition, quote = excluded.quote, scope = excluded.scope, audience = excluded.audience,
    modified_at = excluded.modified_at, confirmed_at = excluded.confirmed_at, version = excluded.version,
    until = excluded.until, superseded_by = excluded.superseded_by, superseded_by_id = excluded.superseded_by_id,
    due_at = excluded.due_at, depth = excluded.depth, rank = excluded.rank;

-- name: clear_records
-- Empty the index of a base, to be rebuilt.
DELETE FROM record WHERE workspace = :workspace AND space = :space;
