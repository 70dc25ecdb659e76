-- name: number_space
-- A base gets its number in the index of terms: one that none had, also none whose number was lost.
INSERT INTO searched (workspace, space, number, version, key)
SELECT :workspace, :space, max(coalesce(max(number), 0), coalesce((SELECT max(id) >> 40 FROM term_docsize), 0)) + 1, 0, 0
FROM searched WHERE true
ON CONFLICT (workspace, space) DO NOTHING;

-- name: add_words
-- The words of a text.
INSERT INTO term (rowid, own, form, asked, near, family, marks)
SELECT (number << 40) + (:part << 38) + :n, :own, :form, :asked, :near, :family, :marks
FROM searched WHERE workspace = :workspace AND space = :space;

-- name: drop_words
-- A text is found no more.
DELETE FROM term WHERE rowid = (
    SELECT (number << 40) + (:part << 38) + :n FROM searched WHERE workspace = :workspace AND space = :space
);

-- name: drop_all_words
-- Nothing of a space is found, so that all of it can be worded again; nor of a base whose number was lost.
DELETE FROM term WHERE rowid IN (
    SELECT id FROM term_docsize
    WHERE id >= (SELECT number << 40 FROM searched WHERE workspace = :workspace AND space = :space)
        AND id < (SELECT (number + 1) << 40 FROM searched WHERE workspace = :workspace AND space = :space)
    UNION ALL SELECT id FROM term_docsize WHERE id >> 40 NOT IN (SELECT number FROM searched)
);

-- name: number_of
-- The number of a base.
SELECT number FROM searched WHERE workspace = :workspace AND space = :space;

-- name: read_through
-- Through which revision the index has read the files of a base, by version and key, and the newest there can be.
SELECT coalesce(x.version, 0), coalesce(x.key, 0), s.head, s.items FROM space s
LEFT JOIN searched x ON x.workspace = s.workspace AND x.space = s.id
WHERE s.workspace = :workspace AND s.id = :space;

-- name: unread
-- The files whose newest text was written after a revision, oldest first: by which version, and the revision.
SELECT r.version, r.key, r.n FROM revision r
JOIN item i ON i.workspace = r.workspace AND i.space = r.space AND i.key = r.key
WHERE r.workspace = :workspace AND r.space = :space AND (r.version, r.key) > (:version, :key)
    AND i.kind = 'file' AND i.head = r.n AND i.deleted = 0
ORDER BY r.version, r.key LIMIT :limit;

-- name: note_read
-- The index has read the files of a base through a revision.
UPDATE searched SET version = :version, key = :key WHERE workspace = :workspace AND space = :space;

-- name: found
-- The rows of the texts that fit best, among a range of rows.
SELECT rowid AS id, bm25(term, 1.0, 1.0, 0.7, 0.4, :family, 0.0) AS score FROM term
WHERE :workspace IS NOT NULL AND term MATCH :match AND rowid >= :low AND rowid < :high
ORDER BY score, rowid DESC LIMIT :limit;

-- name: found_at
-- The same, of records those that show at a place and for an audience.
SELECT t.rowid AS id, bm25(term, 1.0, 1.0, 0.7, 0.4, :family, 0.0) AS score FROM term t
LEFT JOIN record r
    ON r.workspace = :workspace AND r.space = :space AND r.no = t.rowid & 274877906943 AND (t.rowid >> 38) & 3 < 2
WHERE term MATCH :match AND t.rowid >= :low AND t.rowid < :high
    AND (
        :place IS NULL OR r.scope IS NULL OR r.scope = :place
        OR substr(:place, 1, length(r.scope) + 1) = r.scope || '/'
    )
    AND (:audience IS NULL OR r.audience IS NULL OR r.audience = :audience)
ORDER BY score, t.rowid DESC LIMIT :limit;

-- name: found_records
-- Some records that were found: name, status, and what lines show of each.
SELECT name, status, no, scope, content, condition, quote, source, coalesce(said_by, written_by) AS by, said_at,
    confirmed_at, due_at, plain, space, key, revision
FROM record
WHERE workspace = :workspace AND space = :space AND no IN (:n0, :n1, :n2, :n3, :n4, :n5, :n6, :n7, :n8, :n9);

-- name: found_among
-- How well some texts (their rows) fit, those left out that hold no term.
SELECT rowid AS id, bm25(term, 1.0, 1.0, 0.7, 0.4, :family, 0.0) AS score FROM term
WHERE :workspace IS NOT NULL AND term MATCH :match AND rowid IN (SELECT value FROM json_each(:among));

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
SELECT part, n, count(*) OVER () FROM lacking ORDER BY part, n DESC LIMIT :limit;

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
-- The rows of the newest texts that bear a mark, among a range of rows.
SELECT rowid AS id FROM term
WHERE :workspace IS NOT NULL AND term MATCH :match AND rowid >= :low AND rowid < :high
ORDER BY rowid DESC LIMIT :limit;

-- name: sharing_records
-- Some records that share a mark: what is compared of each.
SELECT no, content, scope, audience FROM record
WHERE workspace = :workspace AND space = :space AND no IN (:n0, :n1, :n2, :n3, :n4, :n5, :n6, :n7, :n8, :n9);

-- name: pieces
-- Of how many pieces the index of terms is made; each commit adds one, and a search looks into all. Whether it is small.
WITH RECURSIVE piece (id) AS (
    SELECT min(segid) FROM term_idx
    UNION ALL SELECT (SELECT min(segid) FROM term_idx WHERE segid > piece.id) FROM piece WHERE piece.id IS NOT NULL
)
SELECT count(id), (SELECT count(*) FROM (SELECT 1 FROM term_data LIMIT 500)) < 500 FROM piece
WHERE :workspace IS NOT NULL;

-- name: join_pieces
-- Make one of all pieces.
INSERT INTO term (term) SELECT 'optimize' WHERE :workspace IS NOT NULL;

-- name: join_some
-- Join some pieces, at the price of writing so many pages.
INSERT INTO term (term, rank) SELECT 'merge', 1000 WHERE :workspace IS NOT NULL;

-- name: misworded
-- Texts that are not found where they should be, and what is found of texts that are not there (no path). What is not
-- read yet need not be found.
WITH base AS (
    SELECT number << 40 AS first FROM searched WHERE workspace = :workspace AND space = :space
    UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM searched WHERE workspace = :workspace AND space = :space)
),
there AS (
    SELECT (SELECT first FROM base) + ((r.status = 'active') << 38) + r.no AS id, i.path, 0 AS is_unread
    FROM record r
    JOIN item i ON i.workspace = r.workspace AND i.space = r.space AND i.key = r.key
    WHERE r.workspace = :workspace AND r.space = :space
    UNION ALL
    SELECT (SELECT first FROM base) + (2 << 38) + m.key, m.path, (m.version, m.key) > (x.version, x.key)
    FROM manifest m
    LEFT JOIN searched x ON x.workspace = m.workspace AND x.space = m.space
    WHERE m.workspace = :workspace AND m.space = :space AND m.kind = 'file'
),
kept AS (
    SELECT id FROM term_docsize
    WHERE id >= (SELECT first FROM base) AND id < (SELECT first FROM base) + (1 << 40) AND (SELECT first FROM base) > 0
)
SELECT 'words' AS what, path FROM there WHERE id NOT IN (SELECT id FROM kept) AND is_unread IS NOT 1
UNION ALL SELECT 'words', '' FROM (SELECT count(*) AS n FROM kept WHERE id NOT IN (SELECT id FROM there)) WHERE n > 0
UNION ALL SELECT 'words', '' FROM (
    SELECT count(*) AS n FROM vector WHERE workspace = :workspace AND space = :space
        AND (SELECT first FROM base) + (part << 38) + n NOT IN (SELECT id FROM there)
) WHERE n > 0
ORDER BY what, path;
