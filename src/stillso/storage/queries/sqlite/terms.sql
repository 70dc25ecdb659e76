-- The index of terms: no truth stands in it, so it can be made anew.

-- What texts are found by, as core/terms.py makes it: only white space divides its terms. A row is addressed by the
-- number of its base (searched), its part and its own number, so that what one search wants is one range of rows.
CREATE VIRTUAL TABLE term USING fts5(
    own, form, asked, near, family, marks, content='', contentless_delete=1,
    tokenize="ascii tokenchars '!#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
-- Fewer pieces to search in, for a little more writing.
INSERT INTO term (term, rank) VALUES ('automerge', 2), ('usermerge', 2);

-- The number of each base in the index of terms. It outlives an index that is made anew: others know it by heart.
-- Files are read by the index after they were written: through the revision of this version and key it has read them.
CREATE TABLE IF NOT EXISTS searched (
    workspace TEXT NOT NULL,
    space TEXT NOT NULL,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (workspace, space)
) STRICT, WITHOUT ROWID;
