-- +goose Up
-- When a backup was put in place of what was there: until the house's office has shipped all that it has, nobody knows which
-- tables were moved since. 0 where the office has.
ALTER TABLE house ADD COLUMN restored bigint NOT NULL DEFAULT 0;
GRANT UPDATE (restored) ON house TO sabot_ingest;

-- Has a table be played where a manager signed for it in the office's stream, with so many entries of the machine before.
-- +goose StatementBegin
CREATE FUNCTION move_signed(table_name text, from_machine text, to_machine text, had bigint, head text, now bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	UPDATE tables SET machine = to_machine WHERE name = table_name;
	INSERT INTO moves (name, machine, heir, size, note, at) VALUES (table_name, from_machine, to_machine, had, head, now)
		ON CONFLICT (name, machine) DO UPDATE SET heir = excluded.heir, size = excluded.size, note = excluded.note, at = excluded.at;
END $$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION move_signed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_signed TO sabot_ingest;

-- The server looks which layout it is.
GRANT SELECT ON goose_db_version TO sabot_ingest;

-- Which server writes: one row, that readers do not see. The connection of the one that writes keeps it up; it is free once that
-- connection is gone, or has said nothing for so long that the database has ended it.
CREATE TABLE writer (
	one   boolean PRIMARY KEY DEFAULT true CHECK (one),
	pid   integer NOT NULL DEFAULT 0,
	began timestamptz,
	until timestamptz NOT NULL DEFAULT '-infinity',
	host  text NOT NULL DEFAULT ''
);
INSERT INTO writer DEFAULT VALUES;
GRANT SELECT, UPDATE ON writer TO sabot_ingest;

-- How often it had been refused when somebody looked at it last: it is told again only once it comes again.
ALTER TABLE refusals ADD COLUMN seen bigint NOT NULL DEFAULT 0;

-- Readers see what a stream has, and no row that somebody put behind it.
ALTER POLICY reader_entries ON entries USING (EXISTS (SELECT FROM streams s WHERE s.id = stream AND seq <= s.size));
