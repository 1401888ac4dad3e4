-- +goose Up
-- The machine whose people, tables and rules are the house's: one at most. The voucher is the
-- word of the house's authority for the key with which it signs its heads.
ALTER TABLE machines ADD COLUMN voucher text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX one_office ON machines ((true)) WHERE voucher <> '';

-- The sealed keys of its people, the last one of each: what opens them is nowhere here.
CREATE TABLE sealed (
	number text PRIMARY KEY,
	sealed text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON sealed TO sabot_ingest;
