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

-- name: found_among
-- How well each of these texts (their rows) fits, 0 for one that holds no term; a text that is not there is left out.
SELECT -coalesce(m.score, 0.0) AS score, r.status, r.no, r.scope, r.content, r.condition, r.quote, r.source,
    coalesce(r.said_by, r.written_by) AS by, r.said_at, r.confirmed_at, r.due_at, r.plain, r.space, r.key, r.revision,
    i.key AS item, i.path
FROM (SELECT (SELECT number << 40 FROM searched WHERE workspace = :workspace AND space = :space) + value AS id
    FROM json_each(:among)) w
LEFT JOIN (
    SELECT rowid AS id, bm25(term, 1.0, 0.7, 0.4, 0.05, 0.0) AS score FROM term
    WHERE term MATCH :match AND rowid IN (
        SELECT (SELECT number << 40 FROM searched WHERE workspace = :workspace AND space = :space) + value
        FROM json_each(:among)
    )
) m ON m.id = w.id
LEFT JOIN record r
    ON r.workspace = :workspace AND r.space = :space AND r.no = w.id & 274877906943 AND (w.id >> 38) & 3 < 2
JOIN item i ON i.workspace = :workspace AND i.space = :space AND i.key = coalesce(r.key, w.id & 274877906943)
ORDER BY w.id;

-- name: vectors
-- The vectors of an embedder in a base.
SELECT part, n, data FROM vector WHERE workspace = :workspace AND space = :space AND embedder = :embedder
ORDER BY part, n;

-- name: vectors_at
-- The same, of records those that show at a place and for an audience.
SELECT v.part, v.n, v.data FROM vector v
LEFT JOIN record a ON a.workspace = v.workspace AND a.space = v.space AND a.no = v.n AND v.part < 2
WHERE v.workspace = :workspace AND v.space = :space AND v.embedder = :embedder
    AND (
        :place IS NULL OR a.scope IS NULL OR a.scope = :place
        OR substr(:place, 1, length(a.scope) + 1) = a.scope || '/'
    )
    AND (:audience IS NULL OR a.audience IS NULL OR a.audience = :audience)
ORDER BY v.part, v.n;

-- name: without_vector
-- The texts in force of which an embedder has made no vector yet, the newest records first, and how many there are.
WITH lacking AS (
    SELECT 1 AS part, r.no AS n FROM record r
    WHERE r.workspace = :workspace AND r.space = :space AND r.status = 'active' AND NOT EXISTS (
        SELECT 1 FROM vector v
        WHERE v.workspace = r.workspace AND v.space = r.space AND v.part = 1 AND v.n = r.no AND v.embedder = :embedder
    )
    UNION ALL
    SELECT 2, m.key FROM manifest m
    WHERE m.workspace = :workspace AND m.space = :space AND m.kind = 'file' AND NOT EXISTS (
        SELECT 1 FROM vector v
        WHERE v.workspace = m.workspace AND v.space = m.space AND v.part = 2 AND v.n = m.key AND v.embedder = :embedder
    )
)
SELECT part, n, (SELECT count(*) FROM lacking) FROM lacking ORDER BY part, n DESC LIMIT :limit;

-- name: save_vector
-- The vector of a text, in the place of any that it has.
INSERT INTO vector (workspace, space, part, n, embedder, data) VALUES (:workspace, :space, :part, :n, :embedder, :data)
ON CONFLICT (workspace, space, part, n) DO UPDATE SET embedder = excluded.embedder, data = excluded.data;

-- name: drop_vector
-- A text is another one, or in force no more.
DELETE FROM vector WHERE workspace = :workspace AND space = :space AND part = :part AND n = :n;

-- name: drop_all_vectors
-- Nothing is known of what the texts of a space mean.
DELETE FROM vector WHERE workspace = :workspace AND space = :space;

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
UNION ALL SELECT 'words', '' FROM (
    SELECT count(*) AS n FROM vector WHERE workspace = :workspace AND space = :space
        AND (SELECT first FROM base) + (part << 38) + n NOT IN (SELECT id FROM there)
) WHERE n > 0
ORDER BY what, path;
