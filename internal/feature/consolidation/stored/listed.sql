-- Parcels that are, or were, in bags, with what customs say of them in the consignment of the bag.
SELECT p.account_id, p.order_id, p.bag_id, o.tracking_no, p.weight, p.scanned_on, p.scanned_by, coalesce(c.answer, ''),
    coalesce(t.reason, ''), o.tracker_status, coalesce(c.details, '{}')
FROM bag_parcels p
JOIN bags b ON b.bag_id = p.bag_id
JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
LEFT JOIN parcel_customs c ON c.account_id = p.account_id AND c.order_id = p.order_id AND c.consignment_id = b.consignment_id
LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
WHERE 