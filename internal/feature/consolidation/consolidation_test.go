package consolidation_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/consolidation/stored"
	floorstored "waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// bagTest is an operator with a hub and shippers, on one engine.
type bagTest struct {
	*testing.T
	*storetest.Fixture
	store    *store.Store
	bags     *consolidation.Service
	hub      int64
	shippers []masterdata.Key
}

func onEachEngine(t *testing.T, shippers int, test func(*bagTest)) {
	t.Helper()
	storetest.OnEachEngine(t, func(t *testing.T, f *storetest.Fixture) { test(newBagTest(t, f, shippers)) }, stored.Part(), floorstored.Part())
}

func newBagTest(t *testing.T, f *storetest.Fixture, shippers int) *bagTest {
	t.Helper()
	b := &bagTest{T: t, Fixture: f, store: f.Open(t)}
	b.bags = consolidation.New(orders.New(orders.Config{Store: b.store, Now: f.Clock.Now}))
	operator := must[masterdata.Account](t)(b.store.MasterData.CreateAccount(t.Context(), masterdata.Account{
		Name: "operator", Operator: true,
	}))
	for i := range shippers {
		a := must[masterdata.Account](t)(b.store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: fmt.Sprint("shipper ", i)}))
		k, _, err := b.store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
		noError(t, err)
		b.shippers = append(b.shippers, k)
	}
	for id := range int64(2) {
		must[shipment.Service](t)(b.store.MasterData.CreateService(t.Context(), shipment.Service{
			ServiceID: id + 1, Name: fmt.Sprint("Service ", id),
		}))
	}
	hub := must[floorstored.Hub](t)((&floorstored.Store{Store: b.store}).CreateHub(byAnn(t), floorstored.Hub{
		AccountID: operator.AccountID, Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore",
	}))
	b.hub = hub.HubID
	return b
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		noError(t, err)
		return v
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func wantRefusal(t *testing.T, what string, err error, want problem.Message) {
	t.Helper()
	if refusal, ok := orders.Refusal(err); !ok || refusal != want {
		t.Fatalf("%s: %v, want %v", what, err, want)
	}
}

func byAnn(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@hub"})
}

// create creates orders of shippers in turn, of 1 kg each.
func (b *bagTest) create(count int) (all []shipment.Order) {
	b.Helper()
	for i, k := range b.shippers {
		var of []shipment.Order
		for j := i; j < count; j += len(b.shippers) {
			of = append(of, shipment.Order{
				ServiceID: 1, ShipperOrderID: fmt.Sprint("R-", j), Weight: 1000,
				Consignee: shipment.Party{Name: "Budi", City: "Jakarta", Country: "ID"},
			})
		}
		made := must[store.Batch](b.T)(b.store.CreateBatch(b.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: of}))
		all = append(all, made.Orders...)
	}
	return all
}

func (b *bagTest) open() stored.Bag {
	b.Helper()
	return must[stored.Bag](b.T)(b.bags.OpenBag(byAnn(b.T), request.Bag{HubID: b.hub, Seal: "S-1", Tare: 350}))
}

func (b *bagTest) scan(bag stored.Bag, o *shipment.Order, scan string) stored.Scan {
	b.Helper()
	return must[stored.Scan](b.T)(b.bags.Scan(byAnn(b.T), bag.BagID, request.HandoverRequest{Code: o.TrackingNo, Scan: scan}))
}

// fill puts parcels into bags in turn, and closes these.
func (b *bagTest) fill(bags int, parcels []shipment.Order) (numbers []string) {
	b.Helper()
	var all []stored.Bag
	for range bags {
		all = append(all, b.open())
	}
	for i := range parcels {
		if scan := b.scan(all[i%bags], &parcels[i], "s"); scan.Outcome != stored.Added {
			b.Fatalf("%s: %v", scan.Outcome, scan.Message)
		}
	}
	for i := range all {
		noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", all[i].BagID, ""))
		numbers = append(numbers, all[i].Number())
	}
	return numbers
}

func (b *bagTest) consign(awb string) stored.Consignment {
	b.Helper()
	return must[stored.Consignment](b.T)(b.bags.Stored.OpenConsignment(byAnn(b.T), request.Consignment{
		Destination: "ID", AWB: awb, Broker: "Broker",
	}))
}

func (b *bagTest) addLeg(c stored.Consignment, flight string) (no int64) {
	b.Helper()
	return b.addLegOf(c, request.Leg{Flight: flight, From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID"})
}

func (b *bagTest) addLegOf(c stored.Consignment, sent request.Leg) (no int64) {
	b.Helper()
	made := must[stored.Consignment](b.T)(b.bags.Stored.SaveLeg(byAnn(b.T), c.ConsignmentID, 0, func(l *request.Leg) { *l = sent }))
	return int64(len(made.Legs))
}

func (b *bagTest) put(c stored.Consignment, leg int64, bags ...string) {
	b.Helper()
	noError(b.T, b.putBags(c, request.Bags{LegNo: leg, Bags: bags}))
}

func (b *bagTest) putBags(c stored.Consignment, sent request.Bags) error {
	return consolidation.MoveBags(byAnn(b.T), c.ConsignmentID, sent, b.bags.Stored.PutBags)
}

func (b *bagTest) leaveBags(c stored.Consignment, sent request.Bags) error {
	return consolidation.MoveBags(byAnn(b.T), c.ConsignmentID, sent, b.bags.Stored.LeaveBags)
}

func (b *bagTest) set(c stored.Consignment, state string) {
	b.Helper()
	must[stored.Consignment](b.T)(b.bags.Stored.ChangeConsignment(byAnn(b.T), c.ConsignmentID, func(r *request.Consignment) {
		r.State = state
	}))
}

func (b *bagTest) move(c stored.Consignment, leg int64, arrives bool, sent request.Happening) error {
	b.Helper()
	_, err := b.bags.Move(byAnn(b.T), c.ConsignmentID, leg, arrives, sent)
	return err
}

// carry carries events until nothing is left.
func (b *bagTest) carry() {
	b.Helper()
	for done := false; !done; {
		var err error
		done, _, err = b.bags.Stored.CarryEvents(b.Context(), 7, 0)
		noError(b.T, err)
	}
}

// end gives an order a status.
func (b *bagTest) end(o *shipment.Order, status shipment.TrackerStatus) {
	b.Helper()
	noError(b.T, b.store.DB.Execute(b.Context(), "end an order", `UPDATE orders SET tracker_status = $1 WHERE order_id = $2`, string(status),
		o.OrderID))
}

// count is a number of the database.
func (b *bagTest) count(query string, args ...any) int64 {
	b.Helper()
	return must[int64](b.T)(engine.Value[int64](b.Context(), b.store.DB.Reads, query, args...))
}

// TestBag scans parcels of three shippers into a bag, which is closed, opened again, received and emptied.
func TestBag(t *testing.T) { onEachEngine(t, 3, testBag) }

func testBag(b *bagTest) {
	all := b.create(12)
	bag, other := b.open(), b.open()
	equal(b.T, "numbers", bag.Number()+" "+other.Number(), "BG-00001 BG-00002")
	_, err := b.bags.OpenBag(byAnn(b.T), request.Bag{HubID: 99})
	if invalid, ok := errors.AsType[*request.InvalidError](err); !ok || invalid.Problems[0].Field != "hub_id" {
		b.Errorf("a hub that does not exist: %v", err)
	}
	wantRefusal(b.T, "an empty bag", b.bags.Stored.MoveBag(byAnn(b.T), "close", bag.BagID, ""), problem.BagEmpty.With("BG-00001"))
	equal(b.T, "first", b.scan(bag, &all[0], "a").Message, problem.BagAdded)
	equal(b.T, "sent again", b.scan(bag, &all[0], "a").Message, problem.BagAdded)
	equal(b.T, "again", b.scan(bag, &all[0], "b").Message, problem.BagRepeated)
	equal(b.T, "in two bags", b.scan(other, &all[0], "c").Message, problem.BagOther.With("BG-00001"))
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{all[1].TrackingNo}, "Look"))
	equal(b.T, "stopped", b.scan(bag, &all[1], "d").Message, problem.HubStopped.With("Look"))
	must[[]store.HoldResult](b.T)(b.store.HoldOrders(b.Context(), all[2].AccountID, []string{all[2].TrackingNo}, "Not paid", false))
	equal(b.T, "held", b.scan(bag, &all[2], "e").Message, problem.HubHeld.With("Not paid"))
	b.end(&all[3], shipment.Cancelled)
	equal(b.T, "cancelled", b.scan(bag, &all[3], "f").Message, problem.HubCancelled)
	b.end(&all[4], shipment.Success)
	equal(b.T, "delivered", b.scan(bag, &all[4], "g").Message, problem.HubEnded)
	ofService := must[stored.Bag](b.T)(b.bags.OpenBag(byAnn(b.T), request.Bag{HubID: b.hub, ServiceID: 2}))
	equal(b.T, "of another service", b.scan(ofService, &all[5], "h").Message, problem.BagService)
	for i := 5; i < 12; i++ {
		equal(b.T, "scan", b.scan(bag, &all[i], fmt.Sprint(i)).Outcome, stored.Added)
	}
	noError(b.T, b.bags.Remove(byAnn(b.T), bag.BagID, all[11].TrackingNo))
	if b.bags.Remove(byAnn(b.T), bag.BagID, all[11].TrackingNo) == nil {
		b.Error("a parcel was taken out twice")
	}
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject = $1 AND action = 'remove' AND actor = 'ann@hub'
		AND old_value LIKE '%BG-00001%'`, all[11].TrackingNo), 1)
	read := func() stored.Bag { return must[stored.Bag](b.T)(b.bags.Stored.Bag(b.Context(), bag.BagID)) }
	equal(b.T, "parcels", read().Parcels, 7)
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", bag.BagID, ""))
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", bag.BagID, ""))
	equal(b.T, "state", read().State, stored.BagClosed)
	equal(b.T, "weight", read().Weight, 7000)
	equal(b.T, "closed", b.scan(bag, &all[11], "i").Message, problem.BagNotOpen.With("BG-00001"))
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "reopen", bag.BagID, "One more"))
	equal(b.T, "open again", b.scan(bag, &all[11], "i").Outcome, stored.Added)
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", bag.BagID, ""))
	if b.bags.Stored.MoveBag(byAnn(b.T), "empty", bag.BagID, "") == nil {
		b.Error("a bag was emptied that was not received")
	}
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "receive", bag.BagID, ""))
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "empty", bag.BagID, ""))
	equal(b.T, "in the next bag", b.scan(other, &all[0], "j").Outcome, stored.Added)
	equal(b.T, "state", read().State, stored.BagEmptied)
	equal(b.T, "parcels", read().Parcels, 8)
	equal(b.T, "reopenings in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'bag' AND action = 'reopen'
		AND actor = 'ann@hub' AND new_value LIKE '%One more%'`), 1)
}

// TestBagGoesOn closes and empties a bag whose process dies after one of three accounts.
func TestBagGoesOn(t *testing.T) { onEachEngine(t, 3, testBagGoesOn) }

func testBagGoesOn(b *bagTest) {
	all := b.create(6)
	bag := b.open()
	for i := range 5 {
		b.scan(bag, &all[i], "s")
	}
	// As after the process died between the row of the bag and its accounts.
	noError(b.T, b.store.DB.Execute(b.Context(), "close", `UPDATE bags SET state = 'closing', behind = 1`))
	equal(b.T, "parcels while it is closing", must[stored.Bag](b.T)(b.bags.Stored.Bag(b.Context(), bag.BagID)).Parcels, 5)
	equal(b.T, "scan while it is closing", b.scan(bag, &all[5], "s").Message, problem.BagNotOpen.With("BG-00001"))
	noError(b.T, b.bags.Stored.CarryBags(b.Context()))
	closed := must[stored.Bag](b.T)(b.bags.Stored.Bag(b.Context(), bag.BagID))
	equal(b.T, "state", closed.State, stored.BagClosed)
	equal(b.T, "parcels", closed.Parcels, 5)
	noError(b.T, b.store.DB.Execute(b.Context(), "empty", `UPDATE bags SET state = 'emptied', behind = 1`))
	next := b.open()
	equal(b.T, "in the next bag before it is carried", b.scan(next, &all[0], "t").Outcome, stored.Added)
	equal(b.T, "emptied of its account", b.count(`SELECT count(*) FROM bag_parcels WHERE emptied = 1`), 2)
	noError(b.T, b.bags.Stored.CarryBags(b.Context()))
	equal(b.T, "emptied", b.count(`SELECT count(*) FROM bag_parcels WHERE emptied = 1`), 5)
	equal(b.T, "behind", b.count(`SELECT count(*) FROM bags WHERE behind > 0`), 0)
}

// TestOneWaybillTwoFlights is the case of that name, with fewer bags: each parcel has the events of its flight alone.
func TestOneWaybillTwoFlights(t *testing.T) { onEachEngine(t, 3, testOneWaybillTwoFlights) }

func testOneWaybillTwoFlights(b *bagTest) {
	all := b.create(40)
	bags := b.fill(20, all)
	c := b.consign("61812345675")
	first, second := b.addLeg(c, "SQ322"), b.addLeg(c, "SQ306")
	b.put(c, first, bags...)
	noError(b.T, b.leaveBags(c, request.Bags{LegNo: first, Bags: bags[15:]}))
	state := func() string {
		read := must[stored.Consignment](b.T)(b.bags.Stored.Consignment(b.Context(), c.ConsignmentID))
		return read.Progress()
	}
	b.set(c, request.Cleared)
	at := b.Clock.Now().Add(-12 * time.Hour)
	noError(b.T, b.move(c, first, false, request.Happening{OccurredOn: at}))
	noError(b.T, b.move(c, first, false, request.Happening{OccurredOn: at}))
	equal(b.T, "state", state(), "partly_departed")
	b.put(c, second, bags[15:]...)
	b.carry()
	noError(b.T, b.move(c, second, false, request.Happening{OccurredOn: at.Add(9 * time.Hour)}))
	equal(b.T, "state", state(), "departed")
	noError(b.T, b.move(c, first, true, request.Happening{OccurredOn: at.Add(3 * time.Hour)}))
	equal(b.T, "state", state(), "partly_arrived")
	b.carry()
	b.carry()
	const events = `SELECT count(*) FROM tracking_events WHERE source = 'consignment' AND text = $1 AND occurred_on = $2 AND order_id IN (
		SELECT p.order_id FROM bag_parcels p JOIN leg_bags l ON l.bag_id = p.bag_id WHERE l.leg_no = $3)`
	equal(b.T, "departures of SQ322", b.count(events, "Departed", engine.Micros(at), 1), 30)
	equal(b.T, "arrivals of SQ322", b.count(events, "Arrived", engine.Micros(at.Add(3*time.Hour)), 1), 30)
	equal(b.T, "departures of SQ306", b.count(events, "Departed", engine.Micros(at.Add(9*time.Hour)), 2), 10)
	equal(b.T, "all events", b.count(`SELECT count(*) FROM tracking_events`), 70)
	equal(b.T, "in customs", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'DESTINATION_COUNTRY_CUSTOMS'`), 30)
	equal(b.T, "across the border", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'CROSS_BORDER_TRANSIT'`), 10)
	listed := must[stored.Consignment](b.T)(b.bags.Stored.Consignment(b.Context(), c.ConsignmentID))
	equal(b.T, "bags by flight", fmt.Sprint(each.Of([]int64{1, 2}, func(leg int64) (sums [3]int64) {
		for _, bag := range listed.Bags {
			if bag.IsOn(leg) {
				sums[0], sums[1], sums[2] = sums[0]+1, sums[1]+bag.Parcels, sums[2]+int64(bag.Weight)
			}
		}
		return sums
	})), "[[15 30 30000] [5 10 10000]]")

	// What has departed changes with a reason alone.
	other := b.consign("02081140743")
	for what, err := range map[string]error{
		"a bag of another consignment": b.putBags(other, request.Bags{Bags: bags[:1]}),
		"a bag on a leg that departed": b.putBags(c, request.Bags{LegNo: 2, Bags: bags[:1]}),
		"a bag left behind afterwards": b.leaveBags(c, request.Bags{LegNo: 1, Bags: bags[:1]}),
		"a bag that leaves":            b.leaveBags(c, request.Bags{Bags: bags[:1]}),
		"a seal": func() error {
			_, err := b.bags.ChangeBag(byAnn(b.T), 1, func(r *request.Bag) { r.Seal = "S-2" })
			return err
		}(),
		"a broker": func() error {
			_, err := b.bags.Stored.ChangeConsignment(byAnn(b.T), c.ConsignmentID, func(r *request.Consignment) { r.Broker = "Other" })
			return err
		}(),
		"a flight": func() error {
			_, err := b.bags.Stored.SaveLeg(byAnn(b.T), c.ConsignmentID, 1, func(l *request.Leg) { l.Flight = "SQ1" })
			return err
		}(),
	} {
		want := problem.DepartedReason
		if what == "a bag of another consignment" {
			want = problem.BagsElsewhere.With("BG-00001")
		}
		wantRefusal(b.T, what, err, want)
	}
	noError(b.T, b.leaveBags(c, request.Bags{LegNo: 1, Bags: bags[:1], Reason: "It never flew"}))
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE action = 'leave' AND new_value LIKE '%It never flew%'`), 1)
}
