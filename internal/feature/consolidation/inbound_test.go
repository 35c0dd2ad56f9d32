package consolidation_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/feature/consolidation/stored"
	floorstored "waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// land makes a consignment of parcels in bags, which has arrived in Jakarta.
func (b *bagTest) land(awb string, bags int, parcels []shipment.Order) (c stored.Consignment, numbers []string) {
	b.Helper()
	numbers = b.fill(bags, parcels)
	c = b.consign(awb)
	leg := b.addLeg(c, "SQ956")
	b.put(c, leg, numbers...)
	b.set(c, request.Cleared)
	noError(b.T, b.move(c, leg, false, request.Happening{OccurredOn: b.Clock.Now().Add(-9 * time.Hour)}))
	noError(b.T, b.move(c, leg, true, request.Happening{OccurredOn: b.Clock.Now().Add(-time.Hour)}))
	b.carry()
	return c, numbers
}

func (b *bagTest) moveInbound(c stored.Consignment, sent request.Inbound) error {
	b.Helper()
	_, err := b.bags.MoveInbound(byAnn(b.T), c.ConsignmentID, sent)
	return err
}

// openInbound opens an inbound in a hub in Jakarta.
func (b *bagTest) openInbound(c stored.Consignment) {
	b.Helper()
	hubs := must[[]floorstored.Hub](b.T)((&floorstored.Store{Store: b.store}).Hubs(b.Context()))
	if len(hubs) == 1 {
		hubs = append(hubs[:0], must[floorstored.Hub](b.T)((&floorstored.Store{Store: b.store}).CreateHub(byAnn(b.T), floorstored.Hub{
			AccountID: hubs[0].AccountID, Name: "Jakarta", Country: "ID", Timezone: "Asia/Jakarta",
		})))
	}
	noError(b.T, b.moveInbound(c, request.Inbound{State: request.Open, HubID: hubs[0].HubID}))
	wantRefusal(b.T, "in another hub", b.moveInbound(c, request.Inbound{State: request.Open, HubID: b.hub}),
		problem.InboundHub.With(stored.ConsignmentNumber(c.ConsignmentID), "Jakarta"))
}

func (b *bagTest) come(c stored.Consignment, sent request.Inbound) stored.Arrival {
	b.Helper()
	if sent.State == "" {
		sent.State = request.Received
	}
	return must[stored.Arrival](b.T)(b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, sent))
}

// counts are the counts of an inbound in words, of a bag or with "" of all.
func (b *bagTest) counts(c stored.Consignment, bag string) string {
	b.Helper()
	var words []string
	for _, n := range must[stored.Arrivals](b.T)(b.bags.Stored.Arrivals(b.Context(), c.ConsignmentID)).Counts {
		switch {
		case bag == "" && n.BagID == 0:
			words = append(words, fmt.Sprint(n.State, " ", n.Parcels))
		case n.BagID != 0 && stored.BagNumber(n.BagID) == bag:
			words = append(words, fmt.Sprint(n.BagState, ": ", n.State, " ", n.Parcels))
		}
	}
	return strings.Join(words, ", ")
}

// listed are the numbers in a state of an inbound, as pages of two.
func (b *bagTest) listedInbound(c stored.Consignment, state string) (all []stored.Arrival) {
	b.Helper()
	var last stored.Arrival
	for {
		page := must[[]stored.Arrival](b.T)(b.bags.Stored.ArrivedParcels(b.Context(), c.ConsignmentID, state, last, 2))
		if all = append(all, page...); len(page) < 2 {
			return all
		}
		last = page[1]
	}
}

const eventsOf = `SELECT count(*) FROM tracking_events WHERE text = $1 AND place = 'Jakarta' AND country = 'ID'`

// TestInboundCounts is the case of that name, with fewer parcels. Given: "expected 5,000; scanned: 4,997 of them (1 marked damaged), 1 of
// another consignment, 1 without a readable label; two days later one of the missing is scanned in". Then: "missing 3, damaged 1, foreign
// 1, unidentified 1 (temporary number, picture, weight): six cases; the late scan closes its case with its own event; the foreign parcel's
// own consignment shows it as received elsewhere". There are no pictures.
func TestInboundCounts(t *testing.T) { onEachEngine(t, 3, testInboundCounts) }

func testInboundCounts(b *bagTest) {
	all := b.create(61)
	foreign := all[60]
	c, bags := b.land("61812345675", 5, all[:50]) // parcel i is in bag i % 5
	other, _ := b.land("02081140743", 1, all[50:])
	wantRefusal(b.T, "not opened", b.moveInbound(c, request.Inbound{State: request.Closed}), problem.InboundEarly.With("CN-00001"))
	_, err := b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{Scan: "a", Code: bags[0], State: request.Received})
	wantRefusal(b.T, "scan before it is open", err, problem.InboundState.With("CN-00001"))
	b.openInbound(c)
	b.openInbound(c)

	// Four bags as a whole, and the parcels of the fifth one by one, except 3 that are missing.
	var scans []request.Inbound
	for _, bag := range bags[:4] {
		scans = append(scans, request.Inbound{Scan: "s-" + bag, Code: strings.ToLower(bag), State: request.Received})
	}
	for i := 4; i < 35; i += 5 {
		scans = append(scans, request.Inbound{
			Scan: fmt.Sprint("s-", i), Code: all[i].ShipperOrderID, OrderID: all[i].OrderID, State: request.Received,
		})
	}
	scans[5].State, scans[5].Note = request.Damaged, "Wet"
	scans = append(scans,
		request.Inbound{Scan: "foreign", Code: foreign.TrackingNo, State: request.Received},
		request.Inbound{Scan: "no label", Note: "Blue box", Weight: 1230, State: request.Received},
		request.Inbound{Scan: "odd", Code: "ODD-1", State: request.Received})
	for range 2 { // sent again they have the same results
		for i, sent := range scans {
			a, want := b.come(c, sent), sent.State
			switch i {
			case 11:
				want = "surplus"
				equal(b.T, "consignment of the foreign parcel", a.OtherID, other.ConsignmentID)
			case 12, 13:
				want = "unknown"
				equal(b.T, "number", a.Code, map[int]string{12: "CN-00001-no label", 13: "ODD-1"}[i])
			}
			if a.State != want || a.IsRepeated {
				b.Fatalf("%v: %v", sent, a)
			}
		}
	}
	const want = "damaged 1, in_bag 40, missing 3, received 6, surplus 1, unknown 2"
	equal(b.T, "counts", b.counts(c, ""), want)
	equal(b.T, "bag that was received", b.counts(c, bags[0]), "received: in_bag 10")
	equal(b.T, "bag by parcels", b.counts(c, bags[4]), "not_scanned: damaged 1, not_scanned: missing 3, not_scanned: received 6")
	equal(b.T, "state of the bag", must[stored.Bag](b.T)(b.bags.Stored.Bag(b.Context(), 1)).State, stored.BagReceived)
	if a := b.come(c, request.Inbound{Scan: "again", Code: all[4].TrackingNo}); !a.IsRepeated || a.Scan != "s-4" {
		b.Fatalf("a parcel that was scanned before: %v", a)
	}
	_, err = b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{Scan: "s-4", Code: all[9].TrackingNo, State: request.Received})
	wantRefusal(b.T, "name of another scan", err, problem.HubScanOther)
	_, err = b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{Scan: "s-4", Code: all[4].TrackingNo, State: request.Damaged})
	wantRefusal(b.T, "name of a scan in another state", err, problem.HubScanOther)

	wantRefusal(b.T, "other number", b.moveInbound(c, request.Inbound{State: request.Closed, Missing: 2}), problem.InboundCount.With(3, 2))
	equal(b.T, "events before it is closed", b.count(eventsOf, "Missing on arrival"), 0)
	for range 2 {
		noError(b.T, b.moveInbound(c, request.Inbound{State: request.Closed, Missing: 3}))
	}
	b.carry()
	equal(b.T, "counts", b.counts(c, ""), want)
	equal(b.T, "missing", b.count(eventsOf, "Missing on arrival"), 3)
	equal(b.T, "damaged", b.count(eventsOf, "Damaged"), 1)
	equal(b.T, "exceptions", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'EXCEPTION'`), 4)

	// Two days later.
	b.Clock.Advance(48 * time.Hour)
	wantRefusal(b.T, "damaged after the end", func() error {
		_, err := b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{Scan: "d", Code: all[39].TrackingNo, State: request.Damaged})
		return err
	}(), problem.InboundState.With("CN-00001"))
	for range 2 {
		equal(b.T, "late", b.come(c, request.Inbound{Scan: "late", Code: all[39].TrackingNo}).State, "found")
	}
	equal(b.T, "counts", b.counts(c, ""), "damaged 1, found 1, in_bag 40, missing 2, received 6, surplus 1, unknown 2")
	equal(b.T, "found", b.count(eventsOf+` AND order_id = $2`, "Found in the hub", all[39].OrderID), 1)
	equal(b.T, "its status", b.count(`SELECT count(*) FROM orders WHERE order_id = $1 AND tracker_status = $2`, all[39].OrderID,
		string(shipment.InTransitWithinDestinationCountry)), 1)
	_, err = b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{Scan: "b", Code: bags[4], State: request.Received})
	wantRefusal(b.T, "a bag with missing parcels", err, problem.InboundBag.With(bags[4]))

	// The list of the other consignment shows where its parcel is, which is not missing.
	b.openInbound(other)
	equal(b.T, "counts of the other one", b.counts(other, ""), "elsewhere 1, missing 10")
	equal(b.T, "where it is", fmt.Sprint(b.listedInbound(other, "elsewhere")[0].Code, b.listedInbound(other, "elsewhere")[0].OtherID),
		fmt.Sprint(foreign.TrackingNo, c.ConsignmentID))

	// Closed again, nothing is recorded twice.
	wantRefusal(b.T, "no reason", b.moveInbound(c, request.Inbound{State: request.Open}), problem.InboundReason.With("CN-00001"))
	noError(b.T, b.moveInbound(c, request.Inbound{State: request.Open, Reason: "Look again"}))
	b.come(c, request.Inbound{Scan: "worse", Code: all[4].TrackingNo, State: request.Damaged, Note: "Torn"})
	noError(b.T, b.moveInbound(c, request.Inbound{State: request.Closed, Missing: 2}))
	b.carry()
	equal(b.T, "missing", b.count(eventsOf, "Missing on arrival"), 3)
	equal(b.T, "damaged", b.count(eventsOf, "Damaged"), 2)
	equal(b.T, "rows", len(b.listedInbound(c, "")), 53)
	equal(b.T, "missing ones", fmt.Sprint(b.listedInbound(c, "missing")[0].Code, b.listedInbound(c, "missing")[1].Code),
		fmt.Sprint(missingOf(all, 44, 49)...))
	for action, n := range map[string]int64{"inbound_open": 3, "inbound_closed": 2} { // one is of the other consignment
		equal(b.T, action, b.count(`SELECT count(*) FROM audit_log WHERE action = $1 AND actor = 'ann@hub'`, action), n)
	}
	equal(b.T, "reason", b.count(`SELECT count(*) FROM audit_log WHERE action = 'inbound_open' AND new_value LIKE '%Look again%'`), 1)
}

// missingOf are the tracking numbers of parcels by account and order.
func missingOf(all []shipment.Order, numbers ...int) (words []any) {
	parcels := []shipment.Order{}
	for _, n := range numbers {
		parcels = append(parcels, all[n])
	}
	slices.SortFunc(parcels, func(a, b shipment.Order) int { return int(a.AccountID*1e6 + a.OrderID - b.AccountID*1e6 - b.OrderID) })
	for _, p := range parcels {
		words = append(words, p.TrackingNo)
	}
	return words
}

// TestInboundOfBags: a bag that is damaged does not stand for its parcels, one that has not arrived is not missing, and parcels that were
// delivered or cancelled get no event.
func TestInboundOfBags(t *testing.T) { onEachEngine(t, 2, testInboundOfBags) }

func testInboundOfBags(b *bagTest) {
	all := b.create(13)
	numbers := b.fill(3, all[:12])
	c := b.consign("61812345675")
	first, second := b.addLeg(c, "SQ956"), must[stored.Consignment](b.T)(b.bags.Stored.SaveLeg(byAnn(b.T), 1, 0, func(l *request.Leg) {
		l.Flight, l.From, l.FromCountry, l.To, l.ToCountry = "SQ2", "SIN", "SG", "SUB", "ID"
	}))
	b.put(c, first, numbers[:2]...)
	b.put(c, int64(len(second.Legs)), numbers[2])
	b.set(c, request.Cleared)
	noError(b.T, b.move(c, first, false, request.Happening{}))
	wantRefusal(b.T, "before it has arrived", b.moveInbound(c, request.Inbound{State: request.Open, HubID: b.hub}),
		problem.InboundEarly.With("CN-00001"))
	noError(b.T, b.move(c, first, true, request.Happening{}))
	b.carry()
	b.openInbound(c)
	equal(b.T, "nothing scanned", b.counts(c, ""), "awaited 4, missing 8")
	equal(b.T, "bag", b.come(c, request.Inbound{Scan: "a", Code: numbers[0]}).State, request.Received)
	equal(b.T, "again", b.come(c, request.Inbound{Scan: "b", Code: numbers[0]}).IsRepeated, true)
	equal(b.T, "received", b.counts(c, numbers[0]), "received: in_bag 4")
	equal(b.T, "damaged", b.come(c, request.Inbound{Scan: "c", Code: numbers[0], State: request.Damaged, Note: "Cut"}).State, request.Damaged)
	equal(b.T, "damaged", b.counts(c, numbers[0]), "damaged: missing 4")
	equal(b.T, "of an open bag", b.come(c, request.Inbound{Scan: "d", Code: stored.BagNumber(b.open().BagID)}).State, "surplus")
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{all[0].TrackingNo}, "Look"))
	equal(b.T, "stopped", b.come(c, request.Inbound{Scan: "e", Code: all[0].TrackingNo}).Stop, "Look")
	b.end(&all[1], shipment.Success)   // in the second bag
	b.end(&all[3], shipment.Cancelled) // in the first one
	equal(b.T, "counts", b.counts(c, ""), "awaited 4, missing 7, received 1, surplus 1")
	noError(b.T, b.moveInbound(c, request.Inbound{State: request.Closed, Missing: 7}))
	b.carry()
	equal(b.T, "missing", b.count(eventsOf, "Missing on arrival"), 5)
	equal(b.T, "of those that ended", b.count(eventsOf+` AND order_id IN ($2, $3)`, "Missing on arrival", all[1].OrderID, all[3].OrderID), 0)
	equal(b.T, "delivered", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'SUCCESS'`), 1)
}

// TestInboundEndsOnce: parcels are scanned while the inbound is closed. Each has been recorded as missing or not, and is found only if it
// had been.
func TestInboundEndsOnce(t *testing.T) { onEachEngine(t, 2, testInboundEndsOnce) }

func testInboundEndsOnce(b *bagTest) {
	all := b.create(24)
	c, _ := b.land("61812345675", 2, all)
	b.openInbound(c)
	scan := func(part []shipment.Order) (err error) {
		for i := 0; i < len(part) && err == nil; {
			_, err = b.bags.ScanInbound(byAnn(b.T), c.ConsignmentID, request.Inbound{
				Scan: part[i].TrackingNo, Code: part[i].TrackingNo, State: request.Received,
			})
			if refusal, is := orders.Refusal(err); is && refusal == problem.EventCarrying.With("CN-00001") {
				if _, _, err = b.bags.Stored.CarryEvents(b.Context(), 3, time.Hour); err == nil {
					continue
				}
			}
			i++
		}
		return err
	}
	errs := make(chan error, 2)
	var scanning sync.WaitGroup
	for part := range slices.Chunk(all[:20], 10) {
		scanning.Go(func() { errs <- scan(part) })
	}
	for closed := false; !closed; {
		missing := int64(len(b.listedInbound(c, "missing")))
		err := b.moveInbound(c, request.Inbound{State: request.Closed, Missing: missing})
		if _, is := orders.Refusal(err); err != nil && !is {
			b.Fatal(err)
		}
		closed = err == nil
	}
	scanning.Wait()
	for range 2 {
		noError(b.T, <-errs)
	}
	b.carry()
	byText := map[string]map[int64]int64{}
	for _, text := range []string{"Missing on arrival", "Found in the hub"} {
		byText[text] = map[int64]int64{}
		for i := range all {
			if n := b.count(eventsOf+` AND order_id = $2`, text, all[i].OrderID); n > 0 {
				byText[text][all[i].OrderID] = n
			}
		}
	}
	missing, found := byText["Missing on arrival"], byText["Found in the hub"]
	for i := 20; i < 24; i++ { // nobody scanned them
		equal(b.T, "missing", missing[all[i].OrderID], 1)
		delete(missing, all[i].OrderID)
	}
	if !maps.Equal(missing, found) {
		b.Errorf("missing %v, but found %v", missing, found)
	}
	equal(b.T, "missing at the end", len(b.listedInbound(c, "missing")), 4)
}

// TestStoppedSinceItCame: a parcel that is scanned again, or sent again, says why the operator stopped it since, also one that is damaged
// or is not of the consignment, and so does the list.
func TestStoppedSinceItCame(t *testing.T) { onEachEngine(t, 1, testStoppedSinceItCame) }

func testStoppedSinceItCame(b *bagTest) {
	all := b.create(3)
	own, broken, foreign := all[0], all[1], all[2]
	c, _ := b.land("61812345675", 1, all[:2])
	b.openInbound(c)
	states := map[string]string{own.TrackingNo: request.Received, broken.TrackingNo: request.Damaged, foreign.TrackingNo: request.Received}
	come := func(name string, stop string) {
		b.Helper()
		for number, state := range states {
			a := b.come(c, request.Inbound{Scan: name + number, Code: number, State: state})
			equal(b.T, "stop of "+number, a.Stop, stop)
			equal(b.T, "repeated", a.IsRepeated, name == "b")
		}
		for _, a := range b.listedInbound(c, "") {
			equal(b.T, "stop in the list, "+a.State, a.Stop, stop)
		}
	}
	come("a", "")
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), slices.Collect(maps.Keys(states)), "X-ray"))
	come("a", "X-ray")
	come("b", "X-ray")
	equal(b.T, "counts", b.counts(c, ""), "damaged 1, received 1, surplus 1")
	must[[]store.HoldResult](b.T)(b.store.LiftStops(byAnn(b.T), slices.Collect(maps.Keys(states))))
	come("b", "")
}

// TestUnknownThenKnown: a scan of a code that no order had is sent again when one has it, with the same result. Another scan is of the
// order.
func TestUnknownThenKnown(t *testing.T) { onEachEngine(t, 1, testUnknownThenKnown) }

func testUnknownThenKnown(b *bagTest) {
	all := b.create(1)
	c, _ := b.land("61812345675", 1, all)
	b.openInbound(c)
	late := all[0]
	late.OrderID, late.ShipperOrderID, late.TrackingNo = 0, "LATE-1", ""
	scan := func(name, want string) {
		b.Helper()
		equal(b.T, name, b.come(c, request.Inbound{Scan: name, Code: "LATE-1"}).State, want)
	}
	scan("a", "unknown")
	must[store.Batch](b.T)(b.store.CreateBatch(b.Context(), store.NewBatch{
		AccountID: b.shippers[0].AccountID, KeyID: b.shippers[0].KeyID, Orders: []shipment.Order{late},
	}))
	scan("a", "unknown")
	scan("b", "surplus")
	equal(b.T, "counts", b.counts(c, ""), "missing 1, surplus 1, unknown 1")
}
