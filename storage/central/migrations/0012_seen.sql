-- +goose Up
-- What somebody has looked at is new again once something else of it comes. The end of a stream that was overtaken or forked stays what it is for as
-- long as its machine runs, which offers it again and again: with the same sizes and words it is what was seen.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse(of text, its_stream text, because text, here bigint, there bigint, words text, at bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	INSERT INTO refusals (machine, stream, why, ours, theirs, says, first, last, first_ours, first_theirs, first_says)
		SELECT of, its_stream, because, here, there, words, w, w, here, there, words FROM least(at, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) w
		ON CONFLICT (machine, stream, why) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs, says = excluded.says,
			last = greatest(refusals.last, excluded.last), times = refusals.times + 1,
			seen = refusals.seen + CASE WHEN refusals.why IN ('overtaken', 'forked') AND refusals.seen = refusals.times
				AND (refusals.ours, refusals.theirs, refusals.says) = (excluded.ours, excluded.theirs, excluded.says) THEN 1 ELSE 0 END
$$;
-- +goose StatementEnd
