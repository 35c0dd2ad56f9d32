-- Why customs say not to load the parcel $2 of the account $1; no row: they do not, or said later, of any consignment, that it may be.
SELECT d.reason FROM parcel_customs d
LEFT JOIN parcel_customs n
    ON n.account_id = d.account_id AND n.order_id = d.order_id AND n.answer = 'assessed' AND n.answered_on > d.answered_on
WHERE d.account_id = $1 AND d.order_id = $2 AND d.answer = 'do_not_load' AND n.order_id IS NULL
ORDER BY d.answered_on DESC
