-- name: operations
-- The newest operations of a space below a version.
SELECT * FROM operation WHERE workspace = :workspace AND space = :space AND n < :before ORDER BY n DESC LIMIT :limit;

-- name: tip
-- The hash of the newest operation of a space.
SELECT hash FROM operation
WHERE workspace = :workspace AND space = :space
    AND n = (SELECT head FROM space WHERE workspace = :workspace AND id = :space);

-- name: version_at
-- The newest version but of plain files whose operation happened at or before a moment.
SELECT coalesce(max(n), 0) AS version FROM operation
WHERE workspace = :workspace AND space = :space AND at <= :at AND verb <> 'write';

-- name: add_operation
-- One line of a space's log; a second one of the same number is an error.
INSERT INTO operation (
    workspace, space, n, id, verb, actor, session, authority, person, at, recorded_at, reason, salt, commitment,
    parent, hash
) VALUES (
    :workspace, :space, :n, :id, :verb, :actor, :session, :authority, :person, :at, :recorded_at, :reason, :salt,
    :commitment, :parent, :hash
);

-- name: evidence
-- The words that an operation rests on.
SELECT * FROM evidence WHERE workspace = :workspace AND space = :space AND version = :version;

-- name: add_evidence
-- A pointer from an operation to the words it rests on.
INSERT INTO evidence (workspace, space, version, session, message, begins, ends, delivered_by)
VALUES (:workspace, :space, :version, :session, :message, :begins, :ends, :delivered_by);

-- name: tombstone
-- The decision that rejected a content.
SELECT * FROM tombstone WHERE workspace = :workspace AND fingerprint = :fingerprint;

-- name: any_tombstone
-- A row when there is any rejected content.
SELECT 1 FROM tombstone WHERE workspace = :workspace LIMIT 1;

-- name: rejected
-- The newest rejected contents that are those of records.
SELECT * FROM tombstone WHERE workspace = :workspace AND no IS NOT NULL
ORDER BY version DESC, space, fingerprint LIMIT :limit;

-- name: save_tombstone
-- A rejected content; the newest decision stands.
INSERT INTO tombstone (workspace, fingerprint, space, version, no, decision)
VALUES (:workspace, :fingerprint, :space, :version, :no, :decision)
ON CONFLICT (workspace, fingerprint) DO UPDATE SET
    space = excluded.space, version = excluded.version, no = excluded.no, decision = excluded.decision;

-- name: lift_tombstone
-- The content was said again by a person and is rejected no longer.
DELETE FROM tombstone WHERE workspace = :workspace AND fingerprint = :fingerprint;
