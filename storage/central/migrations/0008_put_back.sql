-- +goose Up
-- When a backup was put in place of what was there, for good: of a machine that was not heard since nobody knows what it has entered.
ALTER TABLE house ADD COLUMN put_back bigint NOT NULL DEFAULT 0;

-- A machine from which a table was moved adds nothing to what the next one goes on from. What a restored pit lacks of that it takes.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION streams_only_grow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a stream is never deleted'; END IF;
	IF NEW.size < OLD.size OR NEW.signed < OLD.signed OR NEW.machine <> OLD.machine OR NEW.name <> OLD.name OR NEW.id <> OLD.id
		OR (NEW.edge <> OLD.edge AND NEW.size = OLD.size) THEN
		RAISE EXCEPTION 'a stream only grows';
	END IF;
	IF NEW.size > OLD.size AND EXISTS (SELECT FROM moves WHERE moves.name = NEW.name AND moves.machine = NEW.machine AND moves.size < NEW.size)
		AND NOT EXISTS (SELECT FROM tables WHERE tables.name = NEW.name AND tables.machine = NEW.machine) THEN
		RAISE EXCEPTION 'the table was moved to another machine';
	END IF;
	RETURN NEW;
END $$;
-- +goose StatementEnd

-- Keeps that a manager signed for it in the office's stream, at that time, that a table goes to another machine with so many entries of
-- the one before, and has it be played where it is after all moves.
DROP FUNCTION move_signed;
-- +goose StatementBegin
CREATE FUNCTION move_signed(table_name text, from_machine text, to_machine text, had bigint, head text, moved bigint, plays text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	UPDATE tables SET machine = plays WHERE name = table_name;
	INSERT INTO moves (name, machine, heir, size, note, at) VALUES (table_name, from_machine, to_machine, had, head, moved)
		ON CONFLICT (name, machine) DO UPDATE SET heir = excluded.heir, size = excluded.size, note = excluded.note, at = excluded.at;
END $$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION move_signed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_signed TO sabot_ingest;

-- Has the pit wait for the office: the database was put back to what it was.
-- +goose StatementBegin
CREATE FUNCTION found_put_back(at bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	UPDATE house SET restored = at, put_back = at;
	UPDATE machines SET heard = 0; -- what they said then is not what they have
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION found_put_back FROM PUBLIC;
GRANT EXECUTE ON FUNCTION found_put_back TO sabot_ingest;
