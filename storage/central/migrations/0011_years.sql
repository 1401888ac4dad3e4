-- +goose Up
-- Makes the part where the entries of a month go, the first day of which that is. A month near today has a part of its own. Another year
-- has one part, unless months of it have theirs: one machine that names many months would have the pit make parts and nothing else.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION make_month(month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
DECLARE
	year date := date_trunc('year', month)::date;
	whole text := to_char(month, '"entries_"YYYY');
	part text := to_char(month, '"entries_"YYYY"_"MM');
	long interval := '1 month';
	since bigint;
	until bigint;
BEGIN
	IF month <> date_trunc('month', month)::date OR month < '2020-01-01' OR month >= '2100-01-01' THEN
		RAISE EXCEPTION 'there is no part for %', month;
	END IF;
	IF to_regclass(whole) IS NOT NULL OR to_regclass(part) IS NOT NULL THEN RETURN; END IF;
	IF year NOT IN (date_trunc('year', now() - interval '31 days')::date, date_trunc('year', now() + interval '31 days')::date)
		AND NOT EXISTS (SELECT FROM generate_series(0, 11) m
			WHERE to_regclass(to_char(year + m * interval '1 month', '"entries_"YYYY"_"MM')) IS NOT NULL) THEN
		part := whole;
		month := year;
		long := '1 year';
	END IF;
	since := extract(epoch FROM month::timestamp AT TIME ZONE 'UTC') * 1000;
	until := extract(epoch FROM (month + long)::timestamp AT TIME ZONE 'UTC') * 1000;
	EXECUTE format('CREATE TABLE %I (LIKE entries INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
	EXECUTE format('CREATE TRIGGER entries_stay BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION entries_are_facts()', part);
	EXECUTE format('ALTER TABLE entries ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', part, since, until);
END $$;
-- +goose StatementEnd
