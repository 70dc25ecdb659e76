-- name: space
-- The space of this id, or the base of this slug; for one of either the engine would go through all.
SELECT * FROM space WHERE workspace = :workspace AND id = :key
UNION ALL SELECT * FROM space WHERE workspace = :workspace AND slug = :key AND kind = 'base';

-- name: bases
-- All bases, by slug.
SELECT * FROM space WHERE workspace = :workspace AND kind = 'base' ORDER BY slug;

-- name: save_space
-- A base or a window; its counters move with its operations only.
INSERT INTO space (workspace, id, kind, slug, name, description, created_at, settings, head, items, records)
VALUES (:workspace, :id, :kind, :slug, :name, :description, :created_at, :settings, :head, :items, :records)
ON CONFLICT (workspace, id) DO UPDATE SET
    slug = excluded.slug, name = excluded.name, description = excluded.description, settings = excluded.settings;

-- name: advance_space
-- The counters after an operation, if it is the next one.
UPDATE space SET head = :head, items = items + :items, records = records + :records
WHERE workspace = :workspace AND id = :id AND head = :head - 1
RETURNING id;
