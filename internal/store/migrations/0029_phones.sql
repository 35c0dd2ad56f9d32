-- Whether phone numbers without a country code are completed: 0 no, 1 yes, 2 no and a request was refused for them, 3 no by decision.
ALTER TABLE accounts ADD COLUMN phones BIGINT NOT NULL DEFAULT 0;
