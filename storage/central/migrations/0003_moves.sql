-- +goose Up
-- What the pit had of a table when it was moved from a machine: up to there the next one goes on
-- from it, and what the one before holds behind it is overtaken.
CREATE TABLE moves (
	name    text NOT NULL,
	machine text NOT NULL REFERENCES machines,
	heir    text NOT NULL REFERENCES machines,
	size    bigint NOT NULL,
	note    text NOT NULL,
	at      bigint NOT NULL,
	PRIMARY KEY (name, machine)
);
GRANT SELECT ON moves TO sabot_ingest, sabot_reader;

-- Whoever writes knows some seconds later that a table was moved: until then this refuses for them.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION streams_only_grow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a stream is never deleted'; END IF;
	IF NEW.size < OLD.size OR NEW.signed < OLD.signed OR NEW.machine <> OLD.machine OR NEW.name <> OLD.name OR NEW.id <> OLD.id
		OR (NEW.edge <> OLD.edge AND NEW.size = OLD.size) THEN
		RAISE EXCEPTION 'a stream only grows';
	END IF;
	IF NEW.size > OLD.size AND EXISTS (SELECT FROM moves WHERE moves.name = NEW.name AND moves.machine = NEW.machine)
		AND NOT EXISTS (SELECT FROM tables WHERE tables.name = NEW.name AND tables.machine = NEW.machine) THEN
		RAISE EXCEPTION 'the table was moved to another machine';
	END IF;
	RETURN NEW;
END $$;
-- +goose StatementEnd
