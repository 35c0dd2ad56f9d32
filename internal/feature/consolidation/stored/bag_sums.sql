-- The bags of the consignments {$1}, and the legs on which each is, as the bits of their numbers.
SELECT b.consignment_id, b.bag_id, b.parcels, b.weight,
    CAST(coalesce(sum(CAST(1 AS BIGINT) << CAST(l.leg_no AS INTEGER)), 0) AS BIGINT)
FROM bags b LEFT JOIN leg_bags l ON l.bag_id = b.bag_id
WHERE b.consignment_id {$1}
GROUP BY b.consignment_id, b.bag_id, b.parcels, b.weight
ORDER BY b.bag_id
