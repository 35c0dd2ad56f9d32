-- Facts for customs that orders of an account or of a service do not say, as a JSON object of texts.
ALTER TABLE accounts ADD COLUMN customs TEXT NOT NULL DEFAULT '{}';
ALTER TABLE services ADD COLUMN customs TEXT NOT NULL DEFAULT '{}';
