-- The key with which addresses of labels and documents were signed before, and until when it is accepted; '' is none. console_key is the
-- secret of the console, which was label_key until that was first replaced; '': it is still label_key.
ALTER TABLE secrets ADD COLUMN console_key BYTEA NOT NULL DEFAULT '';
ALTER TABLE secrets ADD COLUMN previous_label_key BYTEA NOT NULL DEFAULT '';
ALTER TABLE secrets ADD COLUMN previous_until BIGINT NOT NULL DEFAULT 0;
