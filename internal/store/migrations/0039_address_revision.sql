-- How often the addresses of labels and documents of the order were revoked. Their signatures contain it.
ALTER TABLE orders ADD COLUMN address_revision BIGINT NOT NULL DEFAULT 0;
