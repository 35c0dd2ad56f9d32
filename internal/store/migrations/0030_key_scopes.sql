-- What a key may do: the names of its scopes with spaces between; '': all but rules and audit, as keys of earlier versions.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
-- From which networks it may be used, with spaces between; '': all.
ALTER TABLE api_keys ADD COLUMN networks TEXT NOT NULL DEFAULT '';
