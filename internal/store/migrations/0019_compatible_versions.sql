-- The hash of the SQL of each migration, so that other SQL under its name is noticed; '' if it ran before there were hashes.
-- oldest is the lowest schema version whose servers may work with the database after the migration; 0 if none but its own.
ALTER TABLE schema_migrations ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE schema_migrations ADD COLUMN oldest BIGINT NOT NULL DEFAULT 0;
