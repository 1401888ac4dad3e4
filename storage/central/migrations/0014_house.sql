-- +goose Up
-- A machine's own stream is no table: nobody has it go to another machine, and no row of that stops it. Such a row of before stays, and is named.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION streams_only_grow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a stream is never deleted'; END IF;
	IF NEW.size < OLD.size OR NEW.signed < OLD.signed OR NEW.machine <> OLD.machine OR NEW.name <> OLD.name OR NEW.id <> OLD.id
		OR (NEW.edge <> OLD.edge AND NEW.size = OLD.size) THEN
		RAISE EXCEPTION 'a stream only grows';
	END IF;
	IF NEW.size > OLD.size AND NEW.name <> 'house' AND EXISTS (SELECT FROM moves WHERE moves.name = NEW.name AND moves.machine = NEW.machine AND moves.size < NEW.size)
		AND NOT EXISTS (SELECT FROM tables WHERE tables.name = NEW.name AND tables.machine = NEW.machine) THEN
		RAISE EXCEPTION 'the table was moved to another machine';
	END IF;
	RETURN NEW;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION move_signed(table_name text, from_machine text, to_machine text, had bigint, head text, moved bigint, plays text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	IF table_name = 'house' THEN RAISE EXCEPTION 'house is the own stream of a machine, and no table'; END IF;
	UPDATE tables SET machine = plays WHERE name = table_name;
	INSERT INTO moves (name, machine, heir, size, note, at) VALUES (table_name, from_machine, to_machine, had, head, moved)
		ON CONFLICT (name, machine) DO UPDATE SET heir = excluded.heir, size = excluded.size, note = excluded.note, at = excluded.at;
END $$;
-- +goose StatementEnd
