-- +goose Up
-- The login that serves asks for what it needs by functions, each of which looks at what it is given.

-- The log of a stream, added to: the hashes of its edge one after the other, the largest subtree's first.
-- +goose StatementBegin
CREATE FUNCTION edge_with(edge bytea, size bigint, texts bytea[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	given bytea;
	hash bytea;
	n bigint;
BEGIN
	FOREACH given IN ARRAY texts LOOP
		hash := sha256('\x00'::bytea || given);
		n := size;
		WHILE n & 1 = 1 LOOP
			hash := sha256('\x01'::bytea || substr(edge, length(edge) - 31) || hash);
			edge := substr(edge, 1, length(edge) - 32);
			n := n >> 1;
		END LOOP;
		edge := edge || hash;
		size := size + 1;
	END LOOP;
	RETURN edge;
END $$;
-- +goose StatementEnd

-- What stands for all entries of a log and their order, by its edge.
-- +goose StatementBegin
CREATE FUNCTION root_of(edge bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	root bytea := substr(edge, length(edge) - 31);
BEGIN
	FOR i IN REVERSE length(edge) / 32 - 1 .. 1 LOOP
		root := sha256('\x01'::bytea || substr(edge, 32 * i - 31, 32) || root);
	END LOOP;
	RETURN root;
END $$;
-- +goose StatementEnd

-- Entries go behind the last one of their stream, if that is the one which the caller expects, or nothing happens and it answers
-- false. They are texts, the edge is the one that they come to, and a head is of all entries by then. Where the edge that is there was
-- damaged, all entries are counted again.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION append(of integer, expected bigint, times bigint[], texts bytea[], now bigint, new_edge bytea, new_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
DECLARE
	before bytea;
	given bytea;
	head text[];
BEGIN
	SELECT edge INTO before FROM streams WHERE id = of AND size = expected FOR UPDATE;
	IF NOT FOUND THEN RETURN false; END IF;
	IF cardinality(times) <> cardinality(texts) THEN RAISE EXCEPTION 'each entry has one time'; END IF;
	FOREACH given IN ARRAY texts LOOP
		IF left(convert_from(given, 'UTF8'), 1) || right(convert_from(given, 'UTF8'), 1) NOT IN ('[]', '{}') THEN
			RAISE EXCEPTION 'that is no entry';
		END IF;
	END LOOP;
	IF length(before) <> 32 * length(replace(expected::bit(64)::text, '0', '')) OR edge_with(before, expected, texts) <> new_edge THEN
		SELECT edge_with(edge_with('', 0, coalesce(array_agg(entry ORDER BY seq), '{}')), expected, texts) INTO before
			FROM entries WHERE stream = of AND seq <= expected;
		IF before <> new_edge THEN RAISE EXCEPTION 'that is not the edge of the entries'; END IF;
	END IF;
	IF new_note <> '' THEN
		head := string_to_array(new_note, E'\n');
		IF head[2] <> (expected + cardinality(texts))::text OR head[3] <> encode(root_of(new_edge), 'base64') THEN
			RAISE EXCEPTION 'that is no head of the entries';
		END IF;
	END IF;
	UPDATE streams SET size = size + cardinality(texts), edge = new_edge,
		signed = CASE WHEN new_note = '' THEN signed ELSE size + cardinality(texts) END,
		note = CASE WHEN new_note = '' THEN note ELSE new_note END
		WHERE id = of;
	INSERT INTO entries (stream, seq, at, arrived, entry)
		SELECT of, expected + n, t, now, e FROM unnest(times, texts) WITH ORDINALITY AS given (t, e, n);
	RETURN true;
END $$;
-- +goose StatementEnd

-- The keys with which a machine signs its heads are learned once; only who enrolls it anew has them learned again.
-- +goose StatementBegin
CREATE FUNCTION pin(of text, verifiers text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	UPDATE machines SET verifier = verifiers WHERE name = of AND verifier IN ('', verifiers);
	IF NOT FOUND THEN RAISE EXCEPTION 'the keys of % are others', of; END IF;
END $$;
-- +goose StatementEnd

-- What was refused: how it was at first is never changed, how often is only counted up. Nothing was refused at a time that is still to come.
ALTER TABLE refusals ADD COLUMN first_ours bigint, ADD COLUMN first_theirs bigint, ADD COLUMN first_says text;
UPDATE refusals SET first_ours = ours, first_theirs = theirs, first_says = says;
ALTER TABLE refusals ALTER COLUMN first_ours SET NOT NULL, ALTER COLUMN first_theirs SET NOT NULL, ALTER COLUMN first_says SET NOT NULL;
-- +goose StatementBegin
CREATE FUNCTION refuse(of text, its_stream text, because text, here bigint, there bigint, words text, at bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	INSERT INTO refusals (machine, stream, why, ours, theirs, says, first, last, first_ours, first_theirs, first_says)
		SELECT of, its_stream, because, here, there, words, w, w, here, there, words FROM least(at, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) w
		ON CONFLICT (machine, stream, why) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs, says = excluded.says,
			last = greatest(refusals.last, excluded.last), times = refusals.times + 1
$$;
-- +goose StatementEnd
-- What is seen is counted, not timed: nobody looks at what is still to come.
-- +goose StatementBegin
CREATE FUNCTION see(until bigint) RETURNS SETOF refusals
LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	UPDATE refusals SET seen = times WHERE last <= until AND times > seen RETURNING *
$$;
-- +goose StatementEnd

-- Sealed keys that were others before: what was put in their place can be seen.
CREATE TABLE sealed_before (
	number text NOT NULL,
	sealed text NOT NULL,
	until  timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- +goose StatementBegin
CREATE FUNCTION keep_sealed(of text, key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
BEGIN
	INSERT INTO sealed_before (number, sealed) SELECT number, sealed FROM sealed WHERE number = of AND sealed <> key;
	INSERT INTO sealed (number, sealed) VALUES (of, key) ON CONFLICT (number) DO UPDATE SET sealed = excluded.sealed;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION shipped_whole() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$ UPDATE house SET restored = 0 $$;
-- +goose StatementEnd

REVOKE ALL ON FUNCTION edge_with, root_of, pin, refuse, see, keep_sealed, shipped_whole FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pin, refuse, see, keep_sealed, shipped_whole TO sabot_ingest;
REVOKE UPDATE (verifier) ON machines FROM sabot_ingest;
REVOKE INSERT, UPDATE ON refusals FROM sabot_ingest;
REVOKE INSERT, UPDATE ON sealed FROM sabot_ingest;
REVOKE UPDATE (restored) ON house FROM sabot_ingest;

-- Which certificate counts, and the authority's word for the office's key, are nobody's who reads.
REVOKE SELECT ON machines FROM sabot_reader;
GRANT SELECT (name, verifier, enrolled, heard, apart, program) ON machines TO sabot_reader;
