-- The SHA-256 hashes of a user's recovery codes that are not used yet, in hexadecimal, with spaces between them.
ALTER TABLE users ADD COLUMN recovery_codes TEXT NOT NULL DEFAULT '';
