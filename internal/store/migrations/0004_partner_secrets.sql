-- The secret before the last change, and the time until which it is valid.
ALTER TABLE partners ADD COLUMN old_secret TEXT NOT NULL DEFAULT '';
ALTER TABLE partners ADD COLUMN old_secret_until BIGINT NOT NULL DEFAULT 0;
