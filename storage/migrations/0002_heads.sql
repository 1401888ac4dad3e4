-- +goose Up
-- What stands for all entries of a stream and their order: the log's size, its right
-- edge (32 bytes a complete subtree, the largest first), and its head as a signed note.
CREATE TABLE heads (
	stream INTEGER PRIMARY KEY REFERENCES streams,
	size   INTEGER NOT NULL,
	edge   BLOB NOT NULL,
	note   TEXT NOT NULL
);

-- The first 32 bits of the entry's hash in the log: it names the entry that was
-- changed, where the head alone says only that one was.
ALTER TABLE entries ADD COLUMN mark INTEGER;

-- The next step marks what is there and puts it back.
DROP TRIGGER entries_are_facts_update;

-- One statement writes an entry and the head that it makes.
CREATE VIEW sealed (key, headline, entry, mark, stream, size, edge, note) AS
	SELECT key, headline, entry, mark, stream, size, edge, note FROM entries JOIN heads ON stream = key >> 40;

-- +goose StatementBegin
CREATE TRIGGER sealed_insert INSTEAD OF INSERT ON sealed
BEGIN
	INSERT INTO entries (key, headline, entry, mark) VALUES (NEW.key, NEW.headline, NEW.entry, NEW.mark);
	INSERT INTO heads (stream, size, edge, note) VALUES (NEW.stream, NEW.size, NEW.edge, NEW.note)
		ON CONFLICT (stream) DO UPDATE SET size = excluded.size, edge = excluded.edge, note = excluded.note;
END;
-- +goose StatementEnd
