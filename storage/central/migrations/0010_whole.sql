-- +goose Up
-- When the house's office last said that it has what is here of its stream of the house, and no more: as of then the other machines have
-- its people, tables and rules. That it was heard says less: what it ships may be refused.
ALTER TABLE streams ADD COLUMN whole bigint NOT NULL DEFAULT 0;
UPDATE streams s SET whole = m.heard FROM machines m WHERE m.name = s.machine AND m.voucher <> '' AND s.name = 'house' AND s.own <= s.signed;
GRANT UPDATE (whole) ON streams TO sabot_ingest;

-- Has the pit wait for the office: the database was put back to what it was.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION found_put_back(at bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = sabot, pg_temp AS $$
	UPDATE house SET restored = at, put_back = at;
	UPDATE machines SET heard = 0; -- what they said then is not what they have
	UPDATE streams SET whole = 0;
$$;
-- +goose StatementEnd
