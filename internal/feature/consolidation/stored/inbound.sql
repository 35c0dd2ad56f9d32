-- The list of the inbound of the consignment $1, of which the bags {$3} have arrived; $2 is the operator's account. It has a row for each
-- parcel of the consignment, and one for each scan of something else. home_id is the other consignment: of which a surplus parcel is, or at
-- whose inbound a parcel was scanned elsewhere.
WITH w AS MATERIALIZED ( -- bags that were scanned; one that is damaged does not stand for its parcels
    SELECT bag_id, min(state) AS state, max(note) AS note FROM inbound_scans
    WHERE account_id = $2 AND consignment_id = $1 AND order_id = 0 AND state IN ('damaged', 'received') GROUP BY bag_id
), listed AS (
    SELECT p.bag_id, p.account_id, p.order_id, '' AS scan, o.tracking_no AS code,
        CASE
            WHEN d.state IS NOT NULL THEN 'damaged'
            WHEN r.found = 1 THEN 'found'
            WHEN r.state IS NOT NULL THEN 'received'
            WHEN e.consignment_id IS NOT NULL THEN 'elsewhere'
            WHEN w.state = 'received' THEN 'in_bag'
            WHEN w.state = 'damaged' OR p.bag_id {$3} THEN 'missing'
            ELSE 'awaited'
        END AS state,
        coalesce(d.found, r.found, 0) AS found, coalesce(d.note, r.note, '') AS note, coalesce(t.reason, '') AS stop, p.weight,
        coalesce(d.scanned_on, r.scanned_on, 0) AS scanned_on, coalesce(d.actor, r.actor, '') AS actor,
        coalesce(e.consignment_id, 0) AS home_id,
        coalesce(w.state, CASE WHEN p.bag_id {$3} THEN 'not_scanned' ELSE 'awaited' END) AS bag_state, coalesce(w.note, '') AS bag_note
    FROM bag_parcels p
    JOIN bags b ON b.bag_id = p.bag_id
    JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
    LEFT JOIN w ON w.bag_id = p.bag_id
    LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
    LEFT JOIN inbound_scans d
        ON d.account_id = p.account_id AND d.order_id = p.order_id AND d.consignment_id = $1 AND d.state = 'damaged'
    LEFT JOIN inbound_scans r
        ON r.account_id = p.account_id AND r.order_id = p.order_id AND r.consignment_id = $1 AND r.state = 'received'
    LEFT JOIN (
        SELECT account_id, order_id, max(consignment_id) AS consignment_id FROM inbound_scans
        WHERE home_id = $1 AND state = 'surplus' AND order_id > 0 GROUP BY account_id, order_id
    ) e ON e.account_id = p.account_id AND e.order_id = p.order_id
    LEFT JOIN ( -- of a parcel that was in several bags of the consignment the last one counts
        SELECT m.account_id, m.order_id, max(m.scanned_on) AS scanned_on FROM bag_parcels m JOIN bags c ON c.bag_id = m.bag_id
        WHERE c.consignment_id = $1 GROUP BY m.account_id, m.order_id
    ) l ON l.account_id = p.account_id AND l.order_id = p.order_id
    WHERE b.consignment_id = $1 AND l.scanned_on = p.scanned_on
    UNION ALL
    SELECT s.bag_id, s.account_id, s.order_id, s.scan, s.code, s.state, s.found, s.note, coalesce(t.reason, ''), s.weight, s.scanned_on,
        s.actor, s.home_id, '', ''
    FROM inbound_scans s
    LEFT JOIN order_stops t ON t.account_id = s.account_id AND t.order_id = s.order_id
    WHERE s.consignment_id = $1 AND s.state IN ('surplus', 'unknown')
)
