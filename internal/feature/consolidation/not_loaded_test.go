package consolidation_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestNotLoadedElsewhere moves a bag to another consignment after customs said not to load a parcel of it: neither does it depart, nor is
// the parcel scanned into a bag, although the operator lifts the stop, until customs say that it may be loaded.
func TestNotLoadedElsewhere(t *testing.T) { onEachEngine(t, 1, testNotLoadedElsewhere) }

func testNotLoadedElsewhere(b *bagTest) {
	all := b.create(3)
	bags := b.fill(1, all)
	first, second := b.consign("61812345675"), b.consign("02081140743")
	b.put(first, 0, bags...)
	b.answer(first, stored.DoNotLoad, all[0], all[1])
	must[[]orders.Result](b.T)(b.bags.Answer(byAnn(b.T), first.ConsignmentID, []request.Answer{
		{TrackingNo: all[0].TrackingNo, Answer: "screening"}, {TrackingNo: all[1].TrackingNo, Answer: "information"},
	})) // which lifts nothing
	noError(b.T, b.leaveBags(first, request.Bags{Bags: bags}))
	leg := b.addLeg(second, "SQ322")
	b.put(second, leg, bags...)
	b.set(second, request.Cleared)
	numbers := []string{all[0].TrackingNo, all[1].TrackingNo}
	acknowledged := request.Happening{Reason: "x", Acknowledged: numbers}
	wantRefusal(b.T, "acknowledged", b.move(second, leg, false, acknowledged), problem.LegKept.With(2, numbersOf(all[:2]...)))
	must[[]store.HoldResult](b.T)(b.store.LiftStops(byAnn(b.T), numbers))
	wantRefusal(b.T, "without the stop", b.move(second, leg, false, acknowledged), problem.LegKept.With(2, numbersOf(all[:2]...)))
	b.Clock.Advance(time.Second)
	b.answer(second, stored.Assessed, all[1])
	wantRefusal(b.T, "one may be loaded", b.move(second, leg, false, acknowledged), problem.LegKept.With(1, all[0].TrackingNo))

	noError(b.T, b.moveBag("reopen", bags[0]))
	bag := stored.Bag{BagID: 1}
	for _, o := range all {
		noError(b.T, b.bags.Remove(byAnn(b.T), bag.BagID, o.TrackingNo))
	}
	equal(b.T, "scanned without the stop", b.scan(bag, &all[0], "a").Message, problem.HubStopped.With("Customs: do not load"))
	equal(b.T, "one that may be loaded", b.scan(bag, &all[1], "b").Outcome, stored.Added)
	equal(b.T, "another one", b.scan(bag, &all[2], "c").Outcome, stored.Added)
	b.answer(first, stored.Assessed, all[0]) // although it is in no bag
	equal(b.T, "scanned again", b.scan(bag, &all[0], "d").Outcome, stored.Added)
	noError(b.T, b.moveBag("close", bags[0]))
	noError(b.T, b.move(second, leg, false, request.Happening{}))
}

// TestResultAgain sends a result again after a parcel of which a line was refused has come into the consignment: that line is stored, and
// no other one, of whose parcel customs said something newer.
func TestResultAgain(t *testing.T) { onEachEngine(t, 1, testResultAgain) }

func testResultAgain(b *bagTest) {
	all := b.create(3)
	c := b.consign("61812345675")
	b.put(c, 0, b.fill(1, all[:2])...)
	file := "tracking_no,answer\n"
	for i := range all {
		file += all[i].TrackingNo + ",held\n"
	}
	equal(b.T, "one is elsewhere", tally(b.readFile(c, file, true)), "map[refused:1 stored:2]")
	b.readFile(c, "tracking_no,answer\n"+all[0].TrackingNo+",released\n", true)
	b.put(c, 0, b.fill(1, all[2:])...)
	trial := b.readFile(c, file, false)
	equal(b.T, "matched again", fmt.Sprint(trial.IsRead, len(trial.Missing), tally(trial)), "true 0map[ready:1 unchanged:2]")
	equal(b.T, "confirmed again", tally(b.readFile(c, file, true)), "map[stored:1 unchanged:2]")
	equal(b.T, "confirmed once more", tally(b.readFile(c, file, true)), "map[unchanged:3]")
	for i, status := range []string{"released", "held", "held"} {
		equal(b.T, "status", b.listed(c, &all[i]).Status, status)
	}
}

// TestEventAfterBag reports events of a consignment after a parcel was emptied out of its bag into one that flies elsewhere: it has those
// of the leg with which it came, and no others.
func TestEventAfterBag(t *testing.T) { onEachEngine(t, 1, testEventAfterBag) }

func testEventAfterBag(b *bagTest) {
	all := b.create(4)
	bags := b.fill(2, all) // parcels 0 and 2 are in the first bag
	c, leg := b.fly(bags...)
	noError(b.T, b.move(c, leg, false, request.Happening{}))
	b.carry()
	noError(b.T, b.moveBag("receive", bags[0]))
	noError(b.T, b.moveBag("empty", bags[0]))
	b.Clock.Advance(time.Second)
	elsewhere := b.consign("02081140743")
	b.put(elsewhere, 0, b.fill(1, all[:1])...)
	noError(b.T, b.move(c, leg, true, request.Happening{}))
	report := func(c stored.Consignment, sent request.Happening) {
		must[stored.Event](b.T)(b.bags.Report(byAnn(b.T), c.ConsignmentID, sent))
	}
	report(c, request.Happening{Text: "all"})
	report(c, request.Happening{Text: "bag", Bags: bags[:1]})
	report(elsewhere, request.Happening{Text: "elsewhere"})
	b.carry()
	for text, want := range map[string]string{"Arrived": "[1 1 1 1]", "all": "[0 1 1 1]", "bag": "[0 0 1 0]", "elsewhere": "[1 0 0 0]"} {
		equal(b.T, text, fmt.Sprint(each.Of(all, func(o shipment.Order) int64 {
			return b.count(`SELECT count(*) FROM tracking_events WHERE order_id = $1 AND text = $2`, o.OrderID, text)
		})), want)
	}
}

// TestParcelAfterEvent puts a parcel into an open bag after an event of its consignment: it does not have the event.
func TestParcelAfterEvent(t *testing.T) { onEachEngine(t, 1, testParcelAfterEvent) }

func testParcelAfterEvent(b *bagTest) {
	all := b.create(2)
	bag, c := b.open(), b.consign("")
	b.scan(bag, &all[0], "s")
	noError(b.T, b.moveBag("close", bag.Number()))
	b.put(c, 0, bag.Number())
	noError(b.T, b.moveBag("reopen", bag.Number()))
	must[stored.Event](b.T)(b.bags.Report(byAnn(b.T), c.ConsignmentID, request.Happening{Text: "all"}))
	b.Clock.Advance(time.Second)
	b.scan(bag, &all[1], "s")
	b.carry()
	for i, want := range []int64{1, 0} {
		equal(b.T, "events", b.count(`SELECT count(*) FROM tracking_events WHERE order_id = $1 AND text = 'all'`, all[i].OrderID), want)
	}
}

// TestMostParcels closes a bag with more parcels than a document lists, and puts a bag on a consignment that has as many.
func TestMostParcels(t *testing.T) { onEachEngine(t, 1, testMostParcels) }

func testMostParcels(b *bagTest) {
	all := b.create(3)
	c := b.consign("61812345675")
	bags := b.fill(3, all)
	b.put(c, 0, bags[0])
	noError(b.T, b.store.DB.Execute(b.Context(), "fill", `UPDATE bags SET parcels = 19999 WHERE bag_id = 1`))
	wantRefusal(b.T, "two bags", b.putBags(c, request.Bags{Bags: bags[1:]}), problem.ManifestParcels.With(20_001, 20_000))
	b.put(c, 0, bags[1])
	noError(b.T, b.moveBag("reopen", bags[1]))
	noError(b.T, b.store.DB.Execute(b.Context(), "fill", `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
		INSERT INTO bag_parcels (account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
		SELECT $1, 1000000 + i, 2, 1, 1, 'ann', '', 0 FROM n`, all[0].AccountID))
	wantRefusal(b.T, "its parcels and those of the consignment", b.moveBag("close", bags[1]), problem.ManifestParcels.With(20_001, 20_000))
}
