-- name: principal
-- The principal of this name or id; for one of either the engine would go through all.
SELECT * FROM principal WHERE workspace = :workspace AND id = :key
UNION ALL SELECT * FROM principal WHERE workspace = :workspace AND name = :key;

-- name: principals
-- All principals, by name.
SELECT * FROM principal WHERE workspace = :workspace ORDER BY name;

-- name: save_principal
-- A person or an agent.
INSERT INTO principal (workspace, id, kind, name, created_at, auto_record)
VALUES (:workspace, :id, :kind, :name, :created_at, :auto_record)
ON CONFLICT (workspace, id) DO UPDATE SET
    kind = excluded.kind, name = excluded.name, auto_record = excluded.auto_record;

-- name: grants
-- The grants of a base, by principal.
SELECT * FROM grant_ WHERE workspace = :workspace AND space = :space ORDER BY principal;

-- name: save_grant
-- How an agent is linked to a base.
INSERT INTO grant_ (workspace, space, principal, level, at) VALUES (:workspace, :space, :principal, :level, :at)
ON CONFLICT (workspace, space, principal) DO UPDATE SET level = excluded.level, at = excluded.at;

-- name: drop_grant
-- An agent is no longer linked to a base.
DELETE FROM grant_ WHERE workspace = :workspace AND space = :space AND principal = :principal;
