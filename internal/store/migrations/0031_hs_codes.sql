-- The codes of the Harmonized System that the operator loaded; '': those of the program.
ALTER TABLE deployment ADD COLUMN hs_codes TEXT NOT NULL DEFAULT '';
