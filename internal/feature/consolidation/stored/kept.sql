-- Parcels in the bags {$2} that are not to be on a leg of the consignment $1, with what customs say of them before loading. Of another
-- consignment it counts that they are not to be loaded, until customs of any say later that they may be.
SELECT p.order_id, o.tracking_no, CASE WHEN x.order_id IS NULL THEN coalesce(c.answer, '') ELSE 'do_not_load' END,
    p.bag_id, coalesce(t.reason, '')
FROM bag_parcels p
JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
LEFT JOIN parcel_customs c ON c.account_id = p.account_id AND c.order_id = p.order_id AND c.consignment_id = $1
LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
LEFT JOIN (
    SELECT d.account_id, d.order_id FROM parcel_customs d
    LEFT JOIN parcel_customs n
        ON n.account_id = d.account_id AND n.order_id = d.order_id AND n.answer = 'assessed' AND n.answered_on > d.answered_on
    WHERE d.answer = 'do_not_load' AND n.order_id IS NULL GROUP BY d.account_id, d.order_id
) x ON x.account_id = p.account_id AND x.order_id = p.order_id
WHERE p.bag_id {$2} AND p.emptied = 0
    AND (c.answer NOT IN ('', 'assessed') OR t.order_id IS NOT NULL OR x.order_id IS NOT NULL)
ORDER BY o.tracking_no
