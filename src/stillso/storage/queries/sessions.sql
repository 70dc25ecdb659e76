-- name: session
-- The session of an id.
SELECT * FROM session WHERE workspace = :workspace AND id = :id;

-- name: sessions
-- All sessions, newest first.
SELECT * FROM session WHERE workspace = :workspace ORDER BY opened_at DESC, id DESC;

-- name: save_session
-- A session, with what it has heard and been shown so far.
INSERT INTO session (workspace, id, agent, person, channel, bases, window_id, opened_at, closed_at, heard, shown)
VALUES (
    :workspace, :id, :agent, :person, :channel, :bases, :window_id, :opened_at, :closed_at, :heard, :shown
)
ON CONFLICT (workspace, id) DO UPDATE SET
    closed_at = excluded.closed_at, heard = excluded.heard, shown = excluded.shown;

-- name: messages
-- What a session heard, oldest first.
SELECT * FROM message WHERE workspace = :workspace AND session = :session ORDER BY n;

-- name: save_message
-- A heard message.
INSERT INTO message (workspace, session, n, delivered_by, said_by, known, text, at, asked)
VALUES (:workspace, :session, :n, :delivered_by, :said_by, :known, :text, :at, :asked)
ON CONFLICT (workspace, session, n) DO UPDATE SET text = excluded.text;

-- name: sights
-- The showings of a session, oldest first; of one space unless it is null.
SELECT * FROM sight
WHERE workspace = :workspace AND session = :session AND (:space IS NULL OR space = :space) ORDER BY n;

-- name: save_sight
-- One showing.
INSERT INTO sight (workspace, session, n, space, how, turn, at, packed)
VALUES (:workspace, :session, :n, :space, :how, :turn, :at, :packed)
ON CONFLICT (workspace, session, n) DO UPDATE SET packed = excluded.packed;
