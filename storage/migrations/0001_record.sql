-- +goose Up
-- A stream is a table's entries, or the house's.
CREATE TABLE streams (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE          -- a table's name, or 'house'
);

-- The record: one row an entry, its bytes as they were encoded. The key is the
-- stream and the sequence number in it, stream << 40 | seq: it keeps a table's
-- entries together and in order, and two programs cannot both write a table's
-- n-th entry.
CREATE TABLE entries (
	key      INTEGER PRIMARY KEY,
	headline INTEGER,                  -- 1 where a shift begins, 2 shoes and people, null the hands
	entry    TEXT NOT NULL
);

CREATE INDEX headlines ON entries (key, headline) WHERE headline IS NOT NULL;

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
