-- +goose Up
-- Where shifts begin is asked at every start and for every report: found among the
-- headlines of years, it took longer than the report itself.
CREATE INDEX openings ON entries (key) WHERE headline = 1;
