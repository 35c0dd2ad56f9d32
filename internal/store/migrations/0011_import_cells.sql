-- The cells of a row that has problems, as a JSON list of texts; empty if they are not kept.
ALTER TABLE import_problems ADD COLUMN cells TEXT NOT NULL DEFAULT '';
