-- name: session
-- The session of an id.
SELECT * FROM session WHERE workspace = :workspace AND id = :id;

-- name: sessions
-- All sessions, newest first.
SELECT * FROM session WHERE workspace = :workspace ORDER BY opened_at DESC, id DESC;

-- name: save_session
-- A session, with how much it has heard so far.
INSERT INTO session (
    workspace, id, agent, person, channel, bases, window_id, opened_at, closed_at, heard, client, parent, asking
)
VALUES (
    :workspace, :id, :agent, :person, :channel, :bases, :window_id, :opened_at, :closed_at, :heard, :client,
    :parent, :asking
)
ON CONFLICT (workspace, id) DO UPDATE SET
    channel = excluded.channel, bases = excluded.bases, opened_at = excluded.opened_at, closed_at = excluded.closed_at, heard = excluded.heard,
    asking = excluded.asking;

-- name: conversation
-- The newest session that stands for a conversation of a client.
SELECT * FROM session WHERE workspace = :workspace AND client = :client ORDER BY opened_at DESC, id DESC LIMIT 1;

-- name: call
-- The call of a tool of this id.
SELECT * FROM call WHERE workspace = :workspace AND id = :id;

-- name: save_call
-- A call of a tool, and the session it comes from; the first word on it stays.
INSERT INTO call (workspace, id, session, at) VALUES (:workspace, :id, :session, :at)
ON CONFLICT (workspace, id) DO NOTHING;

-- name: forget_calls
-- The calls of a session that ended long ago.
DELETE FROM call WHERE workspace = :workspace AND session = :session;

-- name: messages
-- What a session heard, oldest first.
SELECT * FROM message WHERE workspace = :workspace AND session = :session ORDER BY n;

-- name: save_message
-- A heard message.
INSERT INTO message (workspace, session, n, delivered_by, said_by, known, text, at, asked)
VALUES (:workspace, :session, :n, :delivered_by, :said_by, :known, :text, :at, :asked)
ON CONFLICT (workspace, session, n) DO UPDATE SET text = excluded.text, known = excluded.known;

-- name: heard
-- How many messages a session has heard.
SELECT heard FROM session WHERE workspace = :workspace AND id = :session;

-- name: showings
-- The number of the newest showing of a session.
SELECT max(n) FROM sight WHERE workspace = :workspace AND session = :session;

-- name: sights
-- The showings of a session, oldest first; of one space unless it is null.
SELECT * FROM sight
WHERE workspace = :workspace AND session = :session AND (:space IS NULL OR space = :space) ORDER BY n;

-- name: save_sight
-- One showing.
INSERT INTO sight (workspace, session, n, space, how, turn, at, packed)
VALUES (:workspace, :session, :n, :space, :how, :turn, :at, :packed)
ON CONFLICT (workspace, session, n) DO UPDATE SET packed = excluded.packed;

-- name: idle_sessions
-- Open sessions that were opened, heard and shown nothing since a moment.
SELECT * FROM session s
WHERE s.workspace = :workspace AND s.closed_at IS NULL AND s.opened_at < :before
    AND NOT EXISTS (SELECT 1 FROM message m WHERE m.workspace = s.workspace AND m.session = s.id AND m.at >= :before)
    AND NOT EXISTS (SELECT 1 FROM sight g WHERE g.workspace = s.workspace AND g.session = s.id AND g.at >= :before)
ORDER BY s.id;

-- name: ended_sessions
-- Sessions closed before a moment of which messages without evidence or showings are still kept.
SELECT * FROM session s
WHERE s.workspace = :workspace AND s.closed_at < :before
    AND (
        EXISTS (SELECT 1 FROM sight g WHERE g.workspace = s.workspace AND g.session = s.id)
        OR EXISTS (
            SELECT 1 FROM message m
            WHERE m.workspace = s.workspace AND m.session = s.id AND NOT EXISTS (
                SELECT 1 FROM evidence e
                WHERE e.workspace = m.workspace AND e.session = m.session AND e.message = m.n
            )
        )
    )
ORDER BY s.id;

-- name: evidence_in
-- The messages of a session that operations rest on.
SELECT DISTINCT message FROM evidence WHERE workspace = :workspace AND session = :session ORDER BY message;

-- name: forget_sights
-- The showings of a session that ended long ago.
DELETE FROM sight WHERE workspace = :workspace AND session = :session;

-- name: forget_message
-- A heard message that nothing rests on.
DELETE FROM message WHERE workspace = :workspace AND session = :session AND n = :n;

-- name: message
-- One heard message.
SELECT * FROM message WHERE workspace = :workspace AND session = :session AND n = :n;

-- name: last_sight
-- The newest showing of its kind.
SELECT * FROM sight WHERE workspace = :workspace AND session = :session AND space = :space AND how = :how
ORDER BY n DESC LIMIT 1;
