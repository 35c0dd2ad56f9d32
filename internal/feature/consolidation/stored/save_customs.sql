-- Stores what customs say of a parcel, in the place of what they said before.
INSERT INTO parcel_customs (account_id, order_id, consignment_id, answer, reason, answered_on, actor_kind, actor, stopped_on, status, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (account_id, order_id, consignment_id) DO UPDATE SET answer = excluded.answer, reason = excluded.reason,
    answered_on = excluded.answered_on, actor_kind = excluded.actor_kind, actor = excluded.actor, stopped_on = excluded.stopped_on,
    status = excluded.status, details = excluded.details
