-- The beginning of the response to the last attempt, as text. '': it had no text, or there was none.
ALTER TABLE deliveries ADD COLUMN last_answer TEXT NOT NULL DEFAULT '';
