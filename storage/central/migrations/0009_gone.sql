-- +goose Up
-- What had been countersigned of a stream and is gone since the database was put back: the office has shipped all that it has since,
-- and the pits go on without. A machine that still has it ships it again.
CREATE TABLE gone (
	machine text   NOT NULL,
	stream  text   NOT NULL,
	size    bigint NOT NULL CHECK (size > 0),
	PRIMARY KEY (machine, stream)
);
GRANT SELECT ON gone TO sabot_ingest;
-- +goose StatementBegin
CREATE FUNCTION goes_without(of text, its_stream text, had bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	INSERT INTO gone (machine, stream, size) VALUES (of, its_stream, had)
		ON CONFLICT (machine, stream) DO UPDATE SET size = greatest(gone.size, excluded.size)
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION goes_without FROM PUBLIC;
GRANT EXECUTE ON FUNCTION goes_without TO sabot_ingest;
