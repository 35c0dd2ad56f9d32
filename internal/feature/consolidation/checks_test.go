package consolidation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// to is an order to a recipient in a country.
func to(o shipment.Order, name, address, postal string, country shipment.Country) shipment.Order {
	o.Consignee = shipment.Party{Name: name, Address: address, Postal: postal, City: "London", Country: country}
	return o
}

func (b *bagTest) wantFindings(what string, got []string, want ...string) {
	b.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		b.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// findings are what a check lists, by kind and code, with the places of the parcels in made.
func (b *bagTest) findings(c stored.Consignment, made []shipment.Order) (all []string) {
	b.Helper()
	for _, f := range must[[]consolidation.Finding](b.T)(b.bags.Check(byAnn(b.T), c.ConsignmentID)) {
		places := each.Of(f.Parcels, func(no string) int {
			return slices.IndexFunc(made, func(o shipment.Order) bool { return o.TrackingNo == no })
		})
		slices.Sort(places)
		all = append(all, fmt.Sprint(f.Kind, " ", f.Message, " ", places))
	}
	return all
}

// TestGB135ByRecipient: two parcels of two shippers to one recipient, 150.00 GBP together, are listed; those to two names in one flat are
// a question; one of 134.99 GBP is not, nor is one of the limit itself.
func TestGB135ByRecipient(t *testing.T) { onEachEngine(t, 2, testGB135ByRecipient) }

func testGB135ByRecipient(b *bagTest) {
	made := b.createOf(
		to(order(1000, "80.00 GBP"), "A. Khan", "", "SW1A 1AA", "GB"), to(order(1000, "70.00 GBP"), "a khan", "", "sw1a1aa", "GB"),
		to(order(1000, "80.00 GBP"), "Ms One", "Flat 2, 5 High St", "E1 6AN", "GB"),
		to(order(1000, "80.00 GBP"), "Mr Two", "Flat 2, 5 High St", "E1 6AN", "GB"),
		to(order(1000, "134.99 GBP"), "B. Singh", "7 High St", "E1 6AN", "GB"),
		to(order(1000, "135.00 GBP"), "C. Lee", "9 High St", "E1 6AN", "GB"),
	)
	c := must[stored.Consignment](b.T)(b.bags.Stored.OpenConsignment(byAnn(b.T), request.Consignment{Destination: "GB", AWB: "61812345675"}))
	b.put(c, 0, b.fill(2, made)...)
	b.wantFindings("to GB", b.findings(c, made),
		"listed Goods for one recipient are declared at 150.00 GBP, above 135 GBP. [0 1]",
		"asks Goods for several names at one address are declared at 160.00 GBP, above 135 GBP. Are they one recipient? [2 3]")
	_, err := b.bags.ChangeConsignment(byAnn(b.T), c.ConsignmentID, func(r *request.Consignment) { r.State = request.Closed })
	noError(b.T, err)
}

// TestChecks: each kind of finding has a parcel.
func TestChecks(t *testing.T) { onEachEngine(t, 2, testChecks) }

func testChecks(b *bagTest) {
	noError(b.T, inforce.SetRates(b.Context(), b.store.MasterData, &rules.Rates{
		Day: "2026-11-27", PerEuro: map[string]rules.Rate{"EUR": 1_000_000, "USD": 1_100_000, "GBP": 900_000},
	}))
	source := inforce.New(b.store, nil, func(string) {})
	b.bags = consolidation.New(orders.New(orders.Config{Store: b.store, Now: b.Clock.Now, Rules: source}))
	fromUS := func(o shipment.Order) shipment.Order {
		o.Pickup = shipment.Party{Name: "Acme", Country: "US"}
		return o
	}
	noCode, hazard, barred := order(1000, "1.00 EUR"), order(1000, "1.00 EUR"), order(1000, "1.00 EUR")
	lane := to(order(1000, "1.00 EUR"), "Ann", "", "1", "MY")
	noCode.Items[0].Trade = nil
	hazard.Items[0].Trade.HazardClass = "9"
	barred.Consignee.Country = "KP"
	made := b.createOf(lane, order(1000, "1.00 EUR"), noCode, order(1000, "1.00 EUR"), hazard, order(1000, "1.00 EUR"), barred,
		order(1000, "1.00 EUR"),
		fromUS(order(1000, "1500.00 USD")), order(1000, "1.00 EUR"), fromUS(order(1000, "1000.00 EUR")), order(1000, "1.00 EUR"),
		fromUS(order(1000, "9999.00 XAF")), order(1000, "1.00 EUR"), fromUS(to(order(1000, "2500.00 USD"), "Exact", "", "1", "ID")),
	)
	bags := b.fill(1, made)
	c := b.consign("61812345675")
	b.put(c, 0, bags...)
	noError(b.T, b.store.DB.Execute(b.Context(), "weigh", `INSERT INTO hub_scans (account_id, scan, order_id, hub_id, activity, scanned_on,
		actor_kind, actor, weight, length, width, height) VALUES ($1, 's', $2, $3, 'IN', $4, 'user', 'ann', 1300, 0, 0, 0)`,
		made[1].AccountID, made[1].OrderID, b.hub, b.Clock.Now().Add(-time.Hour).UnixMicro()))
	want := []string{
		"listed The parcel goes to Malaysia, and the consignment to Indonesia. [0]",
		"listed Goods have no HS code. [2]",
		"listed Dangerous goods have no UN number. [4]",
		"listed The parcel goes to North Korea, and the consignment to Indonesia. [6]",
		"listed North Korea is under an embargo: a person must look at this parcel before it leaves. [6]",
		"listed It weighs 1.3 kg, and 1 kg is stated. [1]",
		"listed Goods of one shipper for one consignee with the HS code 610910 are declared at 2600.00 USD, " +
			"above 2500 USD: the export is to be filed. [8 10]",
		"listed There is no rate of XAF: what is declared in it is in no sum. [12]",
	}
	b.wantFindings("before the flight", b.findings(c, made), want...)

	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{made[3].TrackingNo}, "Look"))
	b.wantFindings("stopped", b.findings(c, made)[:1], "refuses The operator stops the parcel: Look [3]")
	_, err := b.bags.ChangeConsignment(byAnn(b.T), c.ConsignmentID, func(r *request.Consignment) { r.State = request.Closed })
	wantRefusal(b.T, "closed with a stopped parcel", err, problem.CheckKept.With(1, made[3].TrackingNo))
}

// TestKeptParcelsAreNotClosed: a consignment with parcels that are stopped, held or cancelled leaves its planning to no state, also past
// closed, and everything else of it changes.
func TestKeptParcelsAreNotClosed(t *testing.T) { onEachEngine(t, 1, testKeptParcelsAreNotClosed) }

func testKeptParcelsAreNotClosed(b *bagTest) {
	all := b.create(4)
	c := b.consign("61812345675")
	b.put(c, 0, b.fill(2, all)...)
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{all[0].TrackingNo}, "Look"))
	must[[]store.HoldResult](b.T)(b.store.HoldOrders(b.Context(), all[1].AccountID, []string{all[1].TrackingNo}, "Not paid", false))
	b.end(&all[2], shipment.Cancelled)
	change := func(fn func(*request.Consignment)) (stored.Consignment, error) {
		return b.bags.ChangeConsignment(byAnn(b.T), c.ConsignmentID, fn)
	}
	for _, state := range []string{request.Closed, "filed", request.Cleared, request.HandedOver} {
		_, err := change(func(r *request.Consignment) { r.State, r.Reason = state, "In a hurry" })
		kept := all[0].TrackingNo + ", " + all[2].TrackingNo + ", " + all[1].TrackingNo // by bag
		wantRefusal(b.T, state, err, problem.CheckKept.With(3, kept))
	}
	is := must[stored.Consignment](b.T)(change(func(r *request.Consignment) { r.Broker = "Other" }))
	equal(b.T, "after all", is.State+" "+is.Broker, "planned Other")
}
