package consolidation_test

import (
	"testing"

	"waybill/internal/feature/consolidation/stored"
	floorstored "waybill/internal/feature/floor/stored"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestMostLegsAndBags: a consignment has at most 20 legs, 2,000 bags and 20,000 parcels. Those of other consignments do not count.
func TestMostLegsAndBags(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, f *storetest.Fixture) {
		b := newBagTest(t, f, 1)
		numbers := b.fill(3, b.create(3))
		c, other := b.consign("61812345675"), b.consign("02081140743")
		b.put(other, 0, numbers[2])
		f.Exec(t, `UPDATE bags SET parcels = 20000 WHERE bag_id = 3`)
		for range 20 {
			b.addLeg(c, "SQ322")
		}
		_, err := b.bags.Stored.SaveLeg(byAnn(t), c.ConsignmentID, 0, func(*request.Leg) {})
		wantRefusal(t, "21 legs", err, problem.TooManyLegs.With(20))
		f.Exec(t, `WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2098)
			INSERT INTO bags (bag_id, consignment_id, state, behind, parcels, weight, details)
			SELECT i, $1, 'closed', 0, 0, 0, '{}' FROM n`, c.ConsignmentID)
		wantRefusal(t, "2,001 bags", b.putBags(c, request.Bags{Bags: numbers[:2]}), problem.TooManyBags.With(2000))
		b.put(c, 0, numbers[0])
	}, stored.Part(), floorstored.Part())
}

// TestStatusOfLeg: the status of parcels is that of the country where they are.
func TestStatusOfLeg(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to        shipment.Country
		departed, there shipment.TrackerStatus
	}{
		{"SG", "SG", shipment.InTransitWithinOriginCountry, shipment.InTransitWithinOriginCountry},
		{"SG", "MY", shipment.CrossBorderTransit, shipment.CrossBorderTransit},
		{"MY", "MY", shipment.InTransitWithinOriginCountry, shipment.InTransitWithinOriginCountry},
		{"MY", "ID", shipment.CrossBorderTransit, shipment.DestinationCountryCustoms},
		{"ID", "ID", shipment.InTransitWithinDestinationCountry, shipment.InTransitWithinDestinationCountry},
		{"ID", "MY", shipment.CrossBorderTransit, shipment.CrossBorderTransit},
	} {
		l := stored.Leg{Leg: request.Leg{FromCountry: c.from, ToCountry: c.to}}
		equal(t, "departed", l.Status(false, "ID"), c.departed)
		equal(t, "arrived", l.Status(true, "ID"), c.there)
	}
}
