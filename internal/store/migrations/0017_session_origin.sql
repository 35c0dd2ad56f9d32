-- How the session was opened: link, password, passkey or identity provider; '' is unknown, before this migration.
ALTER TABLE sessions ADD COLUMN opened_by TEXT NOT NULL DEFAULT '';
