-- name: number_space
-- A base gets its number in the index of terms.
INSERT INTO searched (workspace, space, number)
SELECT :workspace, :space, coalesce(max(number), 0) + 1 FROM searched WHERE true
ON CONFLICT (workspace, space) DO NOTHING;

-- name: add_words
-- The words of a text.
INSERT INTO term (rowid, own, asked, near, family, marks)
SELECT (number << 40) + (:part << 38) + :n, :own, :asked, :near, :family, :marks
FROM searched WHERE workspace = :workspace AND space = :space;

-- name: drop_words
-- A text is found no more.
DELETE FROM term WHERE rowid = (
    SELECT (number << 40) + (:part << 38) + :n FROM searched WHERE workspace = :workspace AND space = :space
);

-- name: drop_all_words
-- Nothing of a space is found, so that all of it can be worded again.
DELETE FROM term WHERE rowid IN (
    SELECT id FROM term_docsize
    WHERE id >= (SELECT number << 40 FROM searched WHERE workspace = :workspace AND space = :space)
        AND id < (SELECT (number + 1) << 40 FROM searched WHERE workspace = :workspace AND space = :space)
);

-- name: found
-- The texts that fit best; the number of each stands in the lower bits of its row.
SELECT -m.score AS score, r.status, r.no, r.scope, r.content, r.condition, r.quote, r.source,
    coalesce(r.said_by, r.written_by) AS by, r.said_at, r.confirmed_at, r.due_at, r.plain, r.space, r.key, r.revision,
    i.key AS item, i.path
FROM (
    SELECT rowid AS id, bm25(term, 1.0, 0.7, 0.4, 0.05, 0.0) AS score FROM term
    WHERE term MATCH :match
        AND rowid >= (SELECT (number << 40) + (:first << 38) FROM searched WHERE workspace = :workspace AND space = :space)
        AND rowid < (SELECT (number << 40) + ((:last + 1) << 38) FROM searched WHERE workspace = :workspace AND space = :space)
    ORDER BY score, rowid DESC LIMIT :limit
) m
LEFT JOIN record r
    ON r.workspace = :workspace AND r.space = :space AND r.no = m.id & 274877906943 AND (m.id >> 38) & 3 < 2
JOIN item i ON i.workspace = :workspace AND i.space = :space AND i.key = coalesce(r.key, m.id & 274877906943)
ORDER BY m.score, m.id DESC;

-- name: found_at
-- The same, of records those that show at a place and for an audience.
SELECT -m.score AS score, r.status, r.no, r.scope, r.content, r.condition, r.quote, r.source,
    coalesce(r.said_by, r.written_by) AS by, r.said_at, r.confirmed_at, r.due_at, r.plain, r.space, r.key, r.revision,
    i.key AS item, i.path
FROM (
    SELECT t.rowid AS id, bm25(term, 1.0, 0.7, 0.4, 0.05, 0.0) AS score FROM term t
    LEFT JOIN record a
        ON a.workspace = :workspace AND a.space = :space AND a.no = t.rowid & 274877906943 AND (t.rowid >> 38) & 3 < 2
    WHERE term MATCH :match
        AND t.rowid >= (SELECT (number << 40) + (:first << 38) FROM searched WHERE workspace = :workspace AND space = :space)
        AND t.rowid < (SELECT (number << 40) + ((:last + 1) << 38) FROM searched WHERE workspace = :workspace AND space = :space)
        AND (
            :place IS NULL OR a.scope IS NULL OR a.scope = :place
            OR substr(:place, 1, length(a.scope) + 1) = a.scope || '/'
        )
        AND (:audience IS NULL OR a.audience IS NULL OR a.audience = :audience)
    ORDER BY score, t.rowid DESC LIMIT :limit
) m
LEFT JOIN record r
    ON r.workspace = :workspace AND r.space = :space AND r.no = m.id & 274877906943 AND (m.id >> 38) & 3 < 2
JOIN item i ON i.workspace = :workspace AND i.space = :space AND i.key = coalesce(r.key, m.id & 274877906943)
ORDER BY m.score, m.id DESC;

-- name: bearing
-- The newest active records that bear a mark, by number.
SELECT r.no, r.content, r.scope, r.audience
FROM (
    SELECT rowid AS id FROM term
    WHERE term MATCH :match
        AND rowid >= (SELECT (number << 40) + (1 << 38) FROM searched WHERE workspace = :workspace AND space = :space)
        AND rowid < (SELECT (number << 40) + (2 << 38) FROM searched WHERE workspace = :workspace AND space = :space)
    ORDER BY rowid DESC LIMIT :limit
) m
JOIN record r ON r.workspace = :workspace AND r.space = :space AND r.no = m.id & 274877906943;

-- name: misworded
-- Texts that are not found where they should be, and what is found of texts that are not there (no path).
WITH base AS (
    SELECT number << 40 AS first FROM searched WHERE workspace = :workspace AND space = :space
    UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM searched WHERE workspace = :workspace AND space = :space)
),
there AS (
    SELECT (SELECT first FROM base) + ((r.status = 'active') << 38) + r.no AS id, i.path FROM record r
    JOIN item i ON i.workspace = r.workspace AND i.space = r.space AND i.key = r.key
    WHERE r.workspace = :workspace AND r.space = :space
    UNION ALL
    SELECT (SELECT first FROM base) + (2 << 38) + key, path FROM manifest
    WHERE workspace = :workspace AND space = :space AND kind = 'file'
),
kept AS (
    SELECT id FROM term_docsize
    WHERE id >= (SELECT first FROM base) AND id < (SELECT first FROM base) + (1 << 40) AND (SELECT first FROM base) > 0
)
SELECT 'words' AS what, path FROM there WHERE id NOT IN (SELECT id FROM kept)
UNION ALL SELECT 'words', '' FROM (SELECT count(*) AS n FROM kept WHERE id NOT IN (SELECT id FROM there)) WHERE n > 0
ORDER BY what, path;
