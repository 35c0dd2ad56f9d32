-- The orders whose label is a file: before a file is deleted it must have none.
sqlite: CREATE INDEX partner_labels_blob ON partner_labels (blob) WHERE blob <> '';
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS partner_labels_blob ON partner_labels (blob) WHERE blob <> '';
