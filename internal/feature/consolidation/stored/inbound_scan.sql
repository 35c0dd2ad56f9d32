-- In the first row, with the state home, the consignment of the bag $7 or of the parcel $5 of the account $1, the consignment $3 before others,
-- and whether it, or a parcel of the bag, was recorded as missing. Then what is stored of the scan $4, and of the same thing, whose code is $6.
-- $2 is the operator's account.
SELECT * FROM (
    SELECT p.bag_id, 0 AS account_id, 0 AS order_id, '' AS scan, '' AS code, 'home' AS state,
        max(CASE WHEN t.order_id IS NULL THEN 0 ELSE 1 END) AS found, '' AS note, '' AS stop, 0 AS weight, 0 AS scanned_on, '' AS actor,
        b.consignment_id AS home_id
    FROM bag_parcels p
    JOIN bags b ON b.bag_id = p.bag_id
    LEFT JOIN tracking_events t ON t.account_id = p.account_id AND t.order_id = p.order_id AND t.source = 'consignment'
        AND t.source_event_id = 'missing-' || CAST(b.consignment_id AS TEXT)
    WHERE b.consignment_id > 0 AND (p.bag_id = $7 OR p.account_id = $1 AND p.order_id = $5)
    GROUP BY p.bag_id, b.consignment_id
    ORDER BY CASE b.consignment_id WHEN $3 THEN 0 ELSE 1 END, max(p.scanned_on) DESC
    LIMIT 1
) AS home
UNION ALL
SELECT * FROM (
    SELECT bag_id, account_id, order_id, scan, code, state, found, note, '' AS stop, weight, scanned_on, actor, home_id
    FROM inbound_scans
    WHERE account_id IN ($1, $2) AND consignment_id = $3 AND (scan = $4 OR account_id = $1 AND order_id = $5 AND code = $6)
    ORDER BY CASE scan WHEN $4 THEN 0 ELSE 1 END
    LIMIT 5
) AS known
