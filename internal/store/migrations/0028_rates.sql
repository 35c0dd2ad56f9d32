-- The exchange rates that rules use, as JSON; '': none are loaded.
ALTER TABLE deployment ADD COLUMN rates TEXT NOT NULL DEFAULT '';
