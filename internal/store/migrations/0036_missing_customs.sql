-- Whether orders without the facts for customs that the partner of the service declares it needs are refused; otherwise they wait.
ALTER TABLE services ADD COLUMN refuses_missing BIGINT NOT NULL DEFAULT 0;
