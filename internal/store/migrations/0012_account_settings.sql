-- The key with which a key was created; 0 is a person or a command.
ALTER TABLE api_keys ADD COLUMN created_by_key BIGINT NOT NULL DEFAULT 0;
-- The time zone, such as Asia/Singapore, and the language, such as id, in which an account's pages are shown to users
-- who have none of their own. '' is UTC, and English.
ALTER TABLE accounts ADD COLUMN timezone TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT '';
