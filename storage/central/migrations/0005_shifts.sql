-- +goose Up
-- Where shifts begin and end: the last ones of a table are found without reading what lies between.
CREATE INDEX shifts ON entries (stream, seq)
	WHERE position('"opened",{'::bytea IN entry) > 0 OR position('"closed",{'::bytea IN entry) > 0;
