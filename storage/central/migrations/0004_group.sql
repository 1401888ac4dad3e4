-- +goose Up
-- At a group's server, whose machines are the pits of houses: the last head of each stream of a house that the
-- house has shipped, "tavolo-1/LB1", and in which of its own streams it was.
CREATE TABLE heads (
	machine text NOT NULL REFERENCES machines,
	stream  text NOT NULL,
	size    bigint NOT NULL,
	note    text NOT NULL,
	said    text NOT NULL,
	PRIMARY KEY (machine, stream)
);

-- The streams of which a group asks a house for all entries.
CREATE TABLE wanted (
	machine text NOT NULL REFERENCES machines,
	stream  text NOT NULL,
	since   bigint NOT NULL,
	PRIMARY KEY (machine, stream)
);
GRANT SELECT ON heads, wanted TO sabot_ingest, sabot_reader;
GRANT INSERT, UPDATE ON heads TO sabot_ingest;
