-- The tables of an SQLite store. New stores are made from this file; migrations/ brings old ones to the same schema.
-- The workspace comes first in every key. Times are whole microseconds since 1970 in UTC. Ids are made by the
-- application. A row's columns are the fields of the value in core/ that it keeps. Tables with long texts keep a rowid.

CREATE TABLE principal (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    auto_record INTEGER NOT NULL,
    PRIMARY KEY (workspace, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX principal_name ON principal (workspace, name);

-- head, items and records are the counters that the space's lock protects. Windows are found by their id alone: there is
-- one for each session, and bases are not looked for among them.
CREATE TABLE space (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    settings TEXT NOT NULL,
    head INTEGER NOT NULL,
    items INTEGER NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (workspace, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX space_slug ON space (workspace, slug) WHERE kind = 'base';

CREATE TABLE grant_ (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    principal TEXT NOT NULL,
    level TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, space, principal)
) STRICT, WITHOUT ROWID;

-- summary is an index of the newest revision's text.
CREATE TABLE item (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    key INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    head INTEGER NOT NULL,
    no INTEGER,
    deleted INTEGER NOT NULL,
    summary TEXT,
    PRIMARY KEY (workspace, space, key)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX item_path ON item (workspace, space, path);

-- The living items in the order of their paths, as listings show them: kept, so that a listing is one range. fold is the
-- path as systems know it that do not tell case apart: core/names.py makes it, and no two living ones may share it.
CREATE TABLE manifest (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    path TEXT NOT NULL,
    kind TEXT NOT NULL,
    key INTEGER NOT NULL,
    head INTEGER NOT NULL,
    version INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT,
    summary TEXT,
    actor TEXT NOT NULL,
    authority TEXT NOT NULL,
    at INTEGER NOT NULL,
    fold TEXT NOT NULL,
    PRIMARY KEY (workspace, space, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX manifest_fold ON manifest (workspace, space, fold);

-- data is null where the item was deleted; leans_on says how it is packed, see storage/revisions.py.
CREATE TABLE revision (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    key INTEGER NOT NULL,
    n INTEGER NOT NULL,
    version INTEGER NOT NULL,
    data BLOB,
    leans_on INTEGER,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT,
    salt BLOB NOT NULL,
    commitment BLOB NOT NULL,
    PRIMARY KEY (workspace, space, key, n)
) STRICT;
CREATE INDEX revision_version ON revision (workspace, space, version, key, n);

CREATE TABLE operation (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    n INTEGER NOT NULL,
    id TEXT NOT NULL,
    verb TEXT NOT NULL,
    actor TEXT NOT NULL,
    session TEXT,
    authority TEXT NOT NULL,
    person TEXT,
    at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    reason TEXT,
    salt BLOB NOT NULL,
    commitment BLOB NOT NULL,
    parent BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (workspace, space, n)
) STRICT, WITHOUT ROWID;

-- An index of the records' files, rebuilt by reindex; due_at, lag, depth and rank order the lines. lag is how long after
-- its confirmation a record is due, see storage/shelves.py; plain says that a line shows its texts as they are.
CREATE TABLE record (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    no INTEGER NOT NULL,
    key INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    content TEXT NOT NULL,
    condition TEXT,
    quote TEXT,
    scope TEXT,
    audience TEXT NOT NULL,
    said_by TEXT,
    said_at INTEGER NOT NULL,
    written_by TEXT NOT NULL,
    session TEXT,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    until TEXT,
    supersedes INTEGER,
    supersedes_id TEXT,
    superseded_by INTEGER,
    superseded_by_id TEXT,
    due_at INTEGER,
    lag INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    plain INTEGER NOT NULL,
    PRIMARY KEY (workspace, space, no)
) STRICT;
-- Most records replace none, and are not in it.
CREATE INDEX record_supersedes ON record (workspace, space, supersedes, no) WHERE supersedes IS NOT NULL;
CREATE INDEX record_depth ON record (workspace, space, status, audience, depth, rank, lag, confirmed_at, no);
CREATE INDEX record_scope ON record (workspace, space, status, audience, scope, rank, lag, confirmed_at, no);

-- How many active records of a kind there are, and the latest moment at which one was confirmed; '' is no scope.
CREATE TABLE shelf (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    audience TEXT NOT NULL,
    scope TEXT NOT NULL,
    rank INTEGER NOT NULL,
    lag INTEGER NOT NULL,
    held INTEGER NOT NULL,
    newest INTEGER NOT NULL,
    PRIMARY KEY (workspace, space, audience, scope, rank, lag)
) STRICT, WITHOUT ROWID;

-- What an embedder made of a text in force, where one is used; n is the number of a record or the key of a file, see
-- core/vectors.py. Made when it is needed, dropped with the text; reindex makes all of it anew.
CREATE TABLE vector (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    part INTEGER NOT NULL,
    n INTEGER NOT NULL,
    embedder TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (workspace, space, part, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    version INTEGER NOT NULL,
    session TEXT NOT NULL,
    message INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    delivered_by TEXT NOT NULL,
    PRIMARY KEY (workspace, space, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_message ON evidence (workspace, session, message);

CREATE TABLE tombstone (
    workspace TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    space TEXT NOT NULL,
    version INTEGER NOT NULL,
    no INTEGER,
    decision TEXT NOT NULL,
    PRIMARY KEY (workspace, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_version ON tombstone (workspace, space, version);

CREATE TABLE session (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    person TEXT,
    channel TEXT NOT NULL,
    bases TEXT NOT NULL,
    window_id TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    heard INTEGER NOT NULL,
    client TEXT,
    parent TEXT,
    asking TEXT,
    PRIMARY KEY (workspace, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_client ON session (workspace, client, opened_at);

-- Which session a client's call of a tool comes from, where only the client's hook can tell.
CREATE TABLE call (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_session ON call (workspace, session);

CREATE TABLE message (
    workspace TEXT NOT NULL,
    session TEXT NOT NULL,
    n INTEGER NOT NULL,
    delivered_by TEXT NOT NULL,
    said_by TEXT NOT NULL,
    known INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    asked TEXT,
    PRIMARY KEY (workspace, session, n)
) STRICT;

-- packed: item keys and revisions, see core/sights.py.
CREATE TABLE sight (
    workspace TEXT NOT NULL,
    session TEXT NOT NULL,
    n INTEGER NOT NULL,
    space TEXT NOT NULL,
    how TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (workspace, session, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    space TEXT NOT NULL,
    verb TEXT NOT NULL,
    asked TEXT NOT NULL,
    seen TEXT NOT NULL,
    shown TEXT NOT NULL,
    why TEXT NOT NULL,
    flags TEXT NOT NULL,
    actor TEXT NOT NULL,
    session TEXT,
    opened_at INTEGER NOT NULL,
    evidence TEXT,
    outcome TEXT,
    decided_by TEXT,
    decided_at INTEGER,
    version INTEGER,
    PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX proposal_open ON proposal (workspace, outcome, opened_at);
