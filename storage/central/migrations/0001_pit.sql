-- +goose Up
-- Whose database it is: one row.
CREATE TABLE house (
	one  boolean PRIMARY KEY DEFAULT true CHECK (one),
	name text NOT NULL
);

-- The machines that may ship, each with the serial number of the certificate that it was
-- given last, and the keys that its heads are signed with, known from the first on.
CREATE TABLE machines (
	name     text PRIMARY KEY,
	serial   text NOT NULL,
	verifier text NOT NULL DEFAULT '',
	enrolled bigint NOT NULL,             -- milliseconds of UTC, as all times here
	heard    bigint NOT NULL DEFAULT 0,
	apart    bigint NOT NULL DEFAULT 0,   -- by how many milliseconds its clock is ahead of the pit's
	program  text NOT NULL DEFAULT ''
);

-- On which machine a table is played: on one.
CREATE TABLE tables (
	name    text PRIMARY KEY,
	machine text NOT NULL REFERENCES machines
);

-- What has arrived of each machine's streams: how many entries, the right edge of their log,
-- and the last head that the machine signed and the pit countersigned.
CREATE TABLE streams (
	id      integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	machine text NOT NULL REFERENCES machines,
	name    text NOT NULL,
	size    bigint NOT NULL DEFAULT 0,
	edge    bytea NOT NULL DEFAULT '',
	signed  bigint NOT NULL DEFAULT 0,
	note    text NOT NULL DEFAULT '',
	own     bigint NOT NULL DEFAULT 0,    -- how many entries the machine says it has
	heard   bigint NOT NULL DEFAULT 0,
	UNIQUE (machine, name)
);

-- The entries, their bytes as they were written at the table, in a part for each month. There
-- is no number that runs over all streams: who reads goes on at a place in one of them.
CREATE TABLE entries (
	stream  integer NOT NULL,
	seq     bigint NOT NULL,
	at      bigint NOT NULL,
	arrived bigint NOT NULL,
	entry   bytea NOT NULL,
	PRIMARY KEY (stream, seq, at)
) PARTITION BY RANGE (at);

-- What did not follow from what came before, and what else was refused: each kind of it once
-- for a stream, with both sizes as they were last.
CREATE TABLE refusals (
	machine text NOT NULL,
	stream  text NOT NULL,
	why     text NOT NULL,
	ours    bigint NOT NULL,
	theirs  bigint NOT NULL,
	says    text NOT NULL,
	first   bigint NOT NULL,
	last    bigint NOT NULL,
	times   bigint NOT NULL DEFAULT 1,
	PRIMARY KEY (machine, stream, why)
);

-- What a role of readers sees: a login, and a table of whose streams it sees all, or *.
CREATE TABLE readers (
	login text NOT NULL,
	name  text NOT NULL,
	PRIMARY KEY (login, name)
);

-- +goose StatementBegin
CREATE FUNCTION entries_are_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'an entry is never changed or deleted'; END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION streams_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a stream is never deleted'; END IF;
	IF NEW.size < OLD.size OR NEW.signed < OLD.signed OR NEW.machine <> OLD.machine OR NEW.name <> OLD.name OR NEW.id <> OLD.id
		OR (NEW.edge <> OLD.edge AND NEW.size = OLD.size) THEN
		RAISE EXCEPTION 'a stream only grows';
	END IF;
	RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER entries_are_facts BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION entries_are_facts();
CREATE TRIGGER entries_stay BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION entries_are_facts();
CREATE TRIGGER streams_only_grow BEFORE UPDATE OR DELETE ON streams FOR EACH ROW EXECUTE FUNCTION streams_only_grow();
CREATE TRIGGER streams_stay BEFORE TRUNCATE ON streams FOR EACH STATEMENT EXECUTE FUNCTION streams_only_grow();

-- The one way in: entries go behind the last one of their stream, if that is the one which the
-- caller expects, or nothing happens and it answers false.
-- +goose StatementBegin
CREATE FUNCTION append(of integer, expected bigint, times bigint[], texts bytea[], now bigint, new_edge bytea, new_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	UPDATE streams SET size = size + cardinality(texts), edge = new_edge,
		signed = CASE WHEN new_note = '' THEN signed ELSE size + cardinality(texts) END,
		note = CASE WHEN new_note = '' THEN note ELSE new_note END
		WHERE id = of AND size = expected;
	IF NOT FOUND THEN RETURN false; END IF;
	INSERT INTO entries (stream, seq, at, arrived, entry)
		SELECT of, expected + n, t, now, e FROM unnest(times, texts) WITH ORDINALITY AS given (t, e, n);
	RETURN true;
END $$;
-- +goose StatementEnd

-- Makes the part for the entries of a month, the first day of which that is.
-- +goose StatementBegin
CREATE FUNCTION make_month(month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
DECLARE
	part text := to_char(month, '"entries_"YYYY"_"MM');
	since bigint := extract(epoch FROM month::timestamp AT TIME ZONE 'UTC') * 1000;
	until bigint := extract(epoch FROM (month + interval '1 month')::timestamp AT TIME ZONE 'UTC') * 1000;
BEGIN
	IF month <> date_trunc('month', month)::date OR month < '2020-01-01' OR month >= '2100-01-01' THEN
		RAISE EXCEPTION 'there is no part for %', month;
	END IF;
	IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
	EXECUTE format('CREATE TABLE %I (LIKE entries INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
	EXECUTE format('CREATE TRIGGER entries_stay BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION entries_are_facts()', part);
	EXECUTE format('ALTER TABLE entries ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', part, since, until);
END $$;
-- +goose StatementEnd

ALTER TABLE streams ENABLE ROW LEVEL SECURITY;
ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY ingest_streams ON streams TO sabot_ingest USING (true) WITH CHECK (true);
CREATE POLICY ingest_entries ON entries TO sabot_ingest USING (true);
CREATE POLICY reader_streams ON streams FOR SELECT TO sabot_reader
	USING (EXISTS (SELECT FROM readers WHERE login = session_user AND readers.name IN ('*', streams.name)));
CREATE POLICY reader_entries ON entries FOR SELECT TO sabot_reader
	USING (stream IN (SELECT id FROM streams));

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sabot FROM PUBLIC;
GRANT USAGE ON SCHEMA sabot TO sabot_ingest, sabot_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA sabot TO sabot_ingest;
GRANT SELECT ON house, machines, tables, streams, entries, readers TO sabot_reader;
GRANT EXECUTE ON FUNCTION append, make_month TO sabot_ingest;
GRANT INSERT (machine, name) ON streams TO sabot_ingest;
GRANT UPDATE (own, heard) ON streams TO sabot_ingest;
GRANT UPDATE (verifier, heard, apart, program) ON machines TO sabot_ingest;
GRANT INSERT, UPDATE ON refusals TO sabot_ingest;
