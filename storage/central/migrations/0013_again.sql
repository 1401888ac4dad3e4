-- +goose Up
-- Where a stream was put back to what it was and its entries were not, what its machine ships again is there already. The same entry is taken; where another one
-- stands in its place, nothing is.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION append(of integer, expected bigint, times bigint[], texts bytea[], now bigint, new_edge bytea, new_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
DECLARE
	before bytea;
	given bytea;
	head text[];
	whose text;
	other bigint;
BEGIN
	SELECT edge, name || ' of ' || machine INTO before, whose FROM streams WHERE id = of AND size = expected FOR UPDATE;
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
	IF NOT EXISTS (SELECT FROM entries WHERE stream = of AND seq > expected) THEN
		INSERT INTO entries (stream, seq, at, arrived, entry)
			SELECT of, expected + n, t, now, e FROM unnest(times, texts) WITH ORDINALITY AS given (t, e, n);
		RETURN true;
	END IF;
	SELECT min(there.seq) INTO other FROM entries there JOIN unnest(times, texts) WITH ORDINALITY AS given (t, e, n) ON there.seq = expected + n
		WHERE there.stream = of AND there.seq > expected AND (there.at <> t OR there.entry <> e);
	IF other IS NOT NULL THEN
		RAISE EXCEPTION 'entry % of % stands in it already, behind the end of its stream, and is another one: restore a backup of the pit from before', other, whose;
	END IF;
	INSERT INTO entries (stream, seq, at, arrived, entry)
		SELECT of, expected + n, t, now, e FROM unnest(times, texts) WITH ORDINALITY AS given (t, e, n)
		WHERE NOT EXISTS (SELECT FROM entries there WHERE there.stream = of AND there.seq = expected + n);
	RETURN true;
END $$;
-- +goose StatementEnd
