package consolidation_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

func (b *bagTest) answer(c stored.Consignment, answer stored.Answer, parcels ...shipment.Order) {
	b.Helper()
	results := must[[]orders.Result](b.T)(b.bags.Answer(byAnn(b.T), c.ConsignmentID, each.Of(parcels, func(o shipment.Order) request.Answer {
		return request.Answer{TrackingNo: o.TrackingNo, Answer: string(answer)}
	})))
	for _, r := range results {
		if r.Outcome != "stored" {
			b.Fatalf("%s: %s %v", r.TrackingNo, r.Outcome, r.Message)
		}
	}
}

// numbersOf are tracking numbers as a message names them.
func numbersOf(parcels ...shipment.Order) string {
	numbers := each.Of(parcels, func(o shipment.Order) string { return o.TrackingNo })
	slices.Sort(numbers)
	return strings.Join(numbers, ", ")
}

// TestDoNotLoad is the case of that name: what customs answered refuses the departure, and stops a parcel at each scan.
func TestDoNotLoad(t *testing.T) { onEachEngine(t, 3, testDoNotLoad) }

func testDoNotLoad(b *bagTest) {
	all := b.create(213)
	bags := b.fill(3, all[:210])
	c := b.consign("61812345675")
	leg := b.addLeg(c, "SQ322")
	b.put(c, leg, bags...)
	wantRefusal(b.T, "before it is cleared", b.move(c, leg, false, request.Happening{}), problem.LegNotCleared.With(c.Number(), "planned"))
	b.set(c, request.Cleared)
	b.answer(c, stored.DoNotLoad, all[0])
	b.answer(c, stored.Screening, all[1], all[2])
	b.answer(c, stored.Information, all[3:6]...)
	b.answer(c, stored.Assessed, all[6:210]...)
	wantRefusal(b.T, "six", b.move(c, leg, false, request.Happening{}), problem.LegKept.With(6, numbersOf(all[:6]...)))
	b.answer(c, stored.Assessed, all[1], all[2], all[3], all[4])
	kept := problem.LegKept.With(2, numbersOf(all[0], all[5]))
	wantRefusal(b.T, "two", b.move(c, leg, false, request.Happening{}), kept)
	b.answer(c, stored.Assessed, all[5])
	wantRefusal(b.T, "one", b.move(c, leg, false, request.Happening{}), problem.LegKept.With(1, all[0].TrackingNo))

	// It is stopped at every scan, and its bag is opened again.
	stops := must[[]store.Stop](b.T)(b.store.Stops(b.Context(), store.Stop{}, 9))
	if len(stops) != 1 || stops[0].TrackingNo != all[0].TrackingNo || stops[0].Reason+stops[0].Actor != "Customs: do not loadann@hub" {
		b.Fatalf("stops %+v", stops)
	}
	bag := b.count(`SELECT bag_id FROM bag_parcels WHERE order_id = $1`, all[0].OrderID)
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "reopen", bag, "Not loaded"))
	wantRefusal(b.T, "an open bag", b.move(c, leg, false, request.Happening{Reason: "x"}), problem.BagsNotClosed.With(stored.BagNumber(bag)))
	noError(b.T, b.bags.Remove(byAnn(b.T), bag, all[0].TrackingNo))
	equal(b.T, "scanned again", b.scan(stored.Bag{BagID: bag}, &all[0], "z").Message, problem.HubStopped.With("Customs: do not load"))
	must[stored.Bag](b.T)(b.bags.ChangeBag(byAnn(b.T), bag, func(r *request.Bag) { r.Seal = "S-2" }))
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", bag, ""))
	equal(b.T, "seals in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'bag' AND old_value LIKE '%S-1%'
		AND new_value LIKE '%S-2%'`), 1)

	// With a name and a reason a leg departs with the parcels that are acknowledged, but never with one that is not to be loaded.
	b.answer(c, stored.Screening, all[9])
	b.answer(c, stored.DoNotLoad, all[10])
	depart := func(acknowledged ...shipment.Order) error {
		numbers := each.Of(acknowledged, func(o shipment.Order) string { return o.TrackingNo })
		return b.move(c, leg, false, request.Happening{Reason: "Screened by hand", Acknowledged: numbers})
	}
	wantRefusal(b.T, "a reason alone", depart(), problem.LegKept.With(2, numbersOf(all[9:11]...)))
	wantRefusal(b.T, "acknowledged do not load", depart(all[9:11]...), problem.LegKept.With(1, all[10].TrackingNo))
	b.answer(c, stored.Assessed, all[10])
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{all[11].TrackingNo}, "Look"))
	wantRefusal(b.T, "stopped meanwhile", depart(all[9]), problem.LegKept.With(1, all[11].TrackingNo))
	wantRefusal(b.T, "no reason", b.move(c, leg, false, request.Happening{Acknowledged: []string{all[9].TrackingNo, all[11].TrackingNo}}),
		problem.LegKept.With(2, numbersOf(all[9], all[11])))
	noError(b.T, depart(all[9], all[11], all[12]))
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'consignment' AND action = 'depart'
		AND actor = 'ann@hub' AND new_value LIKE '%Screened by hand%' AND new_value LIKE '%"'||$1||'","'||$2||'"]%'
		AND new_value NOT LIKE '%'||$3||'%'`, min(all[9].TrackingNo, all[11].TrackingNo), max(all[9].TrackingNo, all[11].TrackingNo),
		all[12].TrackingNo), 1)
	late := b.fill(1, all[210:211])
	b.answer(c, stored.Information, all[11])
	b.answer(c, stored.Assessed, all[11]) // which lifts no stop of the operator
	noError(b.T, b.putBags(c, request.Bags{Bags: late, Reason: "Late"}))
	b.answer(c, stored.Information, all[210])
	wantRefusal(b.T, "on a leg that has departed", b.putBags(c, request.Bags{LegNo: leg, Bags: late, Reason: "Late"}),
		problem.LegKept.With(1, all[210].TrackingNo))
	b.carry()
	equal(b.T, "departures", b.count(`SELECT count(*) FROM tracking_events WHERE text = 'Departed'`), 209)

	other := must[[]orders.Result](b.T)(b.bags.Answer(byAnn(b.T), c.ConsignmentID, []request.Answer{
		{TrackingNo: all[211].TrackingNo, Answer: "do_not_load"},
		{TrackingNo: "no such parcel", Answer: "assessed"},
		{TrackingNo: all[9].TrackingNo, Answer: "screening"},
	}))
	equal(b.T, "not in it, unknown, again", fmt.Sprint(each.Of(other, func(r orders.Result) string { return r.Outcome })),
		"[refused not_found unchanged]")
	equal(b.T, "stops", b.count(`SELECT count(*) FROM order_stops`), 2)
}

// TestStopsOfCustoms answers about parcels: an answer neither replaces nor lifts a stop of somebody else.
func TestStopsOfCustoms(t *testing.T) { onEachEngine(t, 2, testStopsOfCustoms) }

func testStopsOfCustoms(b *bagTest) {
	all := b.create(4)
	c := b.consign("61812345675")
	b.put(c, 0, b.fill(1, all)...)
	reasons := func() string {
		stops := must[[]store.Stop](b.T)(b.store.Stops(b.Context(), store.Stop{}, 9))
		slices.SortFunc(stops, func(x, y store.Stop) int { return strings.Compare(x.Reason, y.Reason) })
		return fmt.Sprint(each.Of(stops, func(s store.Stop) string { return s.Reason }))
	}
	stop := func(o shipment.Order) {
		must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{o.TrackingNo}, "Look"))
	}
	stop(all[0])
	b.answer(c, stored.DoNotLoad, all[0], all[1], all[2])
	equal(b.T, "stops", reasons(), "[Customs: do not load Customs: do not load Look]")
	must[[]store.HoldResult](b.T)(b.store.LiftStops(byAnn(b.T), []string{all[2].TrackingNo}))
	b.Clock.Advance(time.Second)
	stop(all[2])
	b.answer(c, stored.Assessed, all[0], all[1], all[2])
	equal(b.T, "stops that customs lift", reasons(), "[Look Look]")
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE action = 'lift-stop' AND subject = $1`, all[1].TrackingNo), 1)
	b.answer(c, stored.DoNotLoad, all[1])
	equal(b.T, "stopped again", reasons(), "[Customs: do not load Look Look]")

	for _, r := range must[[]orders.Result](b.T)(b.bags.Answer(byAnn(b.T), c.ConsignmentID, []request.Answer{
		{TrackingNo: all[3].TrackingNo, Answer: "assessed"}, {TrackingNo: strings.ToLower(all[3].TrackingNo), Answer: "do_not_load"},
	})) {
		equal(b.T, "a parcel with two answers", r.Outcome+" "+r.Message.String(), "refused "+problem.ParcelTwice.String())
	}
	equal(b.T, "answers to it", b.count(`SELECT count(*) FROM parcel_customs WHERE order_id = $1`, all[3].OrderID), 0)
}

// TestEventsOfParcels reports events of bags, of single parcels and of all but some. None moves a parcel that was delivered, cancelled, or
// scanned later.
func TestEventsOfParcels(t *testing.T) { onEachEngine(t, 2, testEventsOfParcels) }

func testEventsOfParcels(b *bagTest) {
	all := b.create(13)
	bags := b.fill(4, all[:12])
	c := b.consign("")
	b.put(c, 0, bags...)
	on := b.Clock.Now().Add(-time.Hour)
	report := func(text string, sent request.Happening) error {
		sent.Text, sent.OccurredOn, sent.Status = text, on, "CROSS_BORDER_TRANSIT"
		_, err := b.bags.Report(byAnn(b.T), c.ConsignmentID, sent)
		return err
	}
	scan := func(o *shipment.Order, at time.Time) {
		noError(b.T, b.store.Record(byAnn(b.T), "scan", o.AccountID, []int64{o.OrderID},
			func(context.Context, engine.Querier, []store.Parcel) ([]shipment.Fact, error) {
				return []shipment.Fact{{OrderID: o.OrderID, On: at, Subject: "s", Status: shipment.InTransitWithinOriginCountry, Text: "Found"}}, nil
			}))
	}
	b.end(&all[0], shipment.Success)
	b.end(&all[1], shipment.Cancelled)
	scan(&all[2], on.Add(time.Minute))
	scan(&all[3], on.Add(-time.Minute))
	noError(b.T, report("all", request.Happening{Without: []string{all[4].TrackingNo, all[5].ShipperOrderID}}))
	noError(b.T, report("bag", request.Happening{Bags: bags[1:2]}))
	noError(b.T, report("parcels", request.Happening{Parcels: []string{all[6].TrackingNo, all[7].TrackingNo}}))
	noError(b.T, report("bag and parcels", request.Happening{
		Bags: bags[3:], Parcels: []string{all[6].TrackingNo, all[7].TrackingNo}, Without: []string{all[11].TrackingNo},
	}))
	wantRefusal(b.T, "a parcel is taken out while events are carried", b.bags.Stored.MoveBag(byAnn(b.T), "reopen", 1, "x"),
		problem.EventCarrying.With(c.Number()))
	b.carry()
	b.carry()
	with := func(text string) int64 { return b.count(`SELECT count(*) FROM tracking_events WHERE text = $1`, text) }
	equal(b.T, "all but two, a delivered and a cancelled one", with("all"), 8)
	equal(b.T, "of a bag, without the cancelled one", with("bag"), 2)
	equal(b.T, "of parcels", with("parcels"), 2)
	equal(b.T, "of a bag without one, and of a parcel besides", with("bag and parcels"), 2+1-1+1)
	status := func(o *shipment.Order) shipment.TrackerStatus {
		return must[shipment.Order](b.T)(b.store.OrderByTrackingNo(b.Context(), o.TrackingNo)).TrackerStatus
	}
	equal(b.T, "delivered", status(&all[0]), shipment.Success)
	equal(b.T, "cancelled", status(&all[1]), shipment.Cancelled)
	equal(b.T, "scanned later", status(&all[2]), shipment.InTransitWithinOriginCountry)
	equal(b.T, "scanned before", status(&all[3]), shipment.CrossBorderTransit)
	var invalid *request.InvalidError
	if err := report("x", request.Happening{Parcels: []string{all[12].TrackingNo}}); !errors.As(err, &invalid) {
		b.Errorf("a parcel that is not in it: %v", err)
	}
	if err := report("x", request.Happening{Bags: []string{"BG-77"}}); !errors.As(err, &invalid) {
		b.Errorf("a bag that is not in it: %v", err)
	}
}

// TestAWB keeps air waybills unique among consignments that are open or younger than 12 months.
func TestAWB(t *testing.T) { onEachEngine(t, 0, testAWB) }

func testAWB(b *bagTest) {
	c := b.consign("61812345675")
	open := func() error {
		_, err := b.bags.Stored.OpenConsignment(byAnn(b.T), request.Consignment{Destination: "ID", AWB: "61812345675"})
		return err
	}
	wantRefusal(b.T, "open", open(), problem.AWBTaken.With(c.Number()))
	b.Clock.Advance(13 * 31 * 24 * time.Hour)
	wantRefusal(b.T, "open, and old", open(), problem.AWBTaken.With(c.Number()))
	b.set(c, request.HandedOver)
	noError(b.T, open())
	again := must[[]stored.Consignment](b.T)(b.bags.Stored.Consignments(b.Context(), 0, 1))[0]
	b.set(again, request.HandedOver)
	wantRefusal(b.T, "handed over, and young", open(), problem.AWBTaken.With(again.Number()))
}
