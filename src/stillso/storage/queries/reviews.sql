-- name: proposal
-- The proposal of an id.
SELECT * FROM proposal WHERE workspace = :workspace AND id = :id;

-- name: proposals
-- The open proposals, oldest first; of one space unless it is null.
SELECT * FROM proposal
WHERE workspace = :workspace AND outcome IS NULL AND (:space IS NULL OR space = :space) ORDER BY opened_at, id;

-- name: save_proposal
-- A proposal; one that is still being written (a draft) changes what it asks for, and once it is decided, how.
INSERT INTO proposal (
    workspace, id, space, verb, asked, seen, shown, why, flags, actor, session, opened_at, evidence, outcome,
    decided_by, decided_at, version
) VALUES (
    :workspace, :id, :space, :verb, :asked, :seen, :shown, :why, :flags, :actor, :session, :opened_at, :evidence,
    :outcome, :decided_by, :decided_at, :version
)
ON CONFLICT (workspace, id) DO UPDATE SET
    outcome = excluded.outcome, decided_by = excluded.decided_by, decided_at = excluded.decided_at,
    version = excluded.version, asked = excluded.asked, seen = excluded.seen, shown = excluded.shown;
