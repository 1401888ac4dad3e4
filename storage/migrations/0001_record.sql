-- +goose Up
-- The record: one row an entry, its bytes as they were encoded. The key gives the
-- conflict check for free: two programs cannot both write a table's n-th entry.
CREATE TABLE entries (
	stream TEXT    NOT NULL,           -- a table's name, or 'house'
	seq    INTEGER NOT NULL,           -- from 1 without a gap
	opens  INTEGER,                    -- 1 where a shift begins, else null
	entry  TEXT    NOT NULL,
	PRIMARY KEY (stream, seq)
) WITHOUT ROWID;

CREATE INDEX openings ON entries (stream, seq) WHERE opens = 1;

-- +goose StatementBegin
CREATE TRIGGER entries_are_facts_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER entries_are_facts_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
-- +goose StatementEnd

-- Apart from the record: only hashes, and replaced when a PIN is.
CREATE TABLE pins (
	number TEXT PRIMARY KEY,
	hash   TEXT NOT NULL
) WITHOUT ROWID;
