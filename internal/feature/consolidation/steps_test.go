package consolidation_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/consolidation/stored"
	floorstored "waybill/internal/feature/floor/stored"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// flights are consignments of two shippers, with bags and legs in each state.
type flights struct {
	*bagTest
	parcels []shipment.Order
	bags    []string       // by number
	ofBag   map[string]int // the first of its two parcels, of two shippers
	loose   map[string]shipment.Order
	steps   *database.Changes
}

// The consignments of flights.
const flown, planned, handedOver, inbound = 1, 2, 3, 4

// TestSteps does each thing that people do with bags, legs, customs and inbounds in each state, and compares all that is stored with what
// was recorded before: also the rows that a step must leave as they are.
func TestSteps(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, f *storetest.Fixture) {
		w := &flights{bagTest: newBagTest(t, f, 2), ofBag: map[string]int{}, loose: map[string]shipment.Order{}}
		w.fillAll()
		f.Clock.Advance(time.Minute)
		var names []string
		for i := range w.parcels {
			names = append(names, w.parcels[i].TrackingNo, fmt.Sprint("parcel-", w.parcels[i].OrderID))
		}
		w.steps = database.NewChanges(t, f.URL, f.Clock.Now(), names...)
		for i, steps := range []func(*flights){stepsOfBags, stepsOfLegs, stepsOfCustoms, stepsOfInbounds} {
			steps(w)
			w.steps.Compare("testdata/" + []string{"bags", "legs", "customs", "inbounds"}[i] + ".txt")
		}
	}, stored.Part(), floorstored.Part())
}

// bag fills a bag with the next two parcels, and closes it.
func (w *flights) bag() string {
	w.Helper()
	i := 2 * len(w.bags)
	number := w.fill(1, []shipment.Order{w.parcels[i/2], w.parcels[len(w.parcels)/2+i/2]})[0]
	w.bags, w.ofBag[number] = append(w.bags, number), i/2
	w.Clock.Advance(time.Second)
	return number
}

// land has a leg of a consignment depart and arrive.
func (w *flights) landLeg(c stored.Consignment, leg int64) {
	w.Helper()
	for _, arrives := range []bool{false, true} {
		noError(w.T, w.move(c, leg, arrives, request.Happening{}))
		w.carry()
		w.Clock.Advance(time.Second)
	}
}

func (w *flights) fillAll() {
	w.Helper()
	w.parcels = w.create(44)
	_, _, err := w.store.Webhooks.CreateEndpoint(w.Context(), 1, shipment.EndpointSettings{})
	noError(w.T, err)
	of := func(awb string, legs ...[]string) stored.Consignment {
		c := w.consign(awb)
		for i, bags := range legs {
			leg := w.addLegOf(c, request.Leg{
				Flight: fmt.Sprint("SQ", i), From: fmt.Sprint("SIN", i), FromCountry: "SG", To: fmt.Sprint("CGK", i), ToCountry: "ID",
			})
			w.put(c, leg, bags...)
		}
		return c
	}
	open, _, in, loaded, arrived, received, emptied := w.bag(), w.bag(), w.bag(), w.bag(), w.bag(), w.bag(), w.bag()
	departed, reopened, closing := w.bag(), w.bag(), w.bag()
	first := of("61812345675", []string{arrived, received, emptied}, []string{loaded}, []string{departed})
	w.put(first, 0, in, reopened)
	of("02081140743", []string{w.bag()})
	third := of("61812345686", []string{w.bag()})
	fourth := of("61812345690", []string{w.bag(), w.bag()})
	for _, c := range []stored.Consignment{first, third, fourth} {
		w.set(c, request.Cleared)
		w.landLeg(c, 1)
	}
	w.set(third, request.HandedOver)
	noError(w.T, w.move(first, 3, false, request.Happening{}))
	w.carry()
	for _, bag := range []string{open, reopened} {
		noError(w.T, w.moveBag("reopen", bag))
	}
	for _, bag := range []string{received, emptied} {
		noError(w.T, w.moveBag("receive", bag))
	}
	noError(w.T, w.moveBag("empty", emptied))
	w.Exec(w.T, `UPDATE bags SET state = 'closing', behind = 1 WHERE bag_id = $1`, strings.TrimPrefix(closing, "BG-000"))
	for i, name := range []string{"good", "stopped", "held", "cancelled", "delivered", "of another service"} {
		w.loose[name] = w.parcels[16+i]
	}
	must[[]store.HoldResult](w.T)(w.store.StopOrders(byAnn(w.T), []string{w.loose["stopped"].TrackingNo}, "Look"))
	held := w.loose["held"]
	must[[]store.HoldResult](w.T)(w.store.HoldOrders(w.Context(), held.AccountID, []string{held.TrackingNo}, "Not paid", false))
	for name, status := range map[string]shipment.TrackerStatus{"cancelled": shipment.Cancelled, "delivered": shipment.Success} {
		o := w.loose[name]
		w.end(&o, status)
	}
	w.Exec(w.T, `UPDATE orders SET service_id = 2 WHERE order_id = $1`, w.loose["of another service"].OrderID)
}

func byBob(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorKey, Name: "7"})
}

// step does something, carries it, and records it.
func (w *flights) step(name string, do func(ctx context.Context) (string, error)) {
	w.Helper()
	w.steps.Step(name, func() (string, error) {
		result, err := do(byBob(w.T))
		for done := false; err == nil && !done; {
			done, _, err = w.bagTest.bags.Stored.CarryEvents(w.Context(), 7, 0)
		}
		return result, err
	})
}

// stepsOfBags does each thing that people do with a bag with a bag in each state.
func stepsOfBags(w *flights) {
	s := w.bagTest.bags
	for i, number := range w.bags {
		id := int64(i + 1)
		b := must[stored.Bag](w.T)(s.Stored.Bag(w.Context(), id))
		of := fmt.Sprintf("%s, %s in %s: ", number, b.State, stored.ConsignmentNumber(b.ConsignmentID))
		for _, action := range []string{"close", "reopen", "receive", "empty"} {
			w.step(of+action, func(ctx context.Context) (string, error) { return "done", s.Stored.MoveBag(ctx, action, id, "Because") })
		}
		for _, reason := range []string{"", "Because"} {
			w.step(of+"a seal, "+reason, func(ctx context.Context) (string, error) {
				is, err := s.ChangeBag(ctx, id, func(r *request.Bag) { r.Seal, r.Reason = "S-2", reason })
				return fmt.Sprint(is.State, is.Parcels, is.Weight, is.Seal, is.Reason), err
			})
			for leg := range int64(4) {
				sent := request.Bags{LegNo: leg, Bags: []string{number}, Reason: reason}
				w.step(fmt.Sprintf("%sput on leg %d of CN-00001, %s", of, leg, reason), func(ctx context.Context) (string, error) {
					return "done", consolidation.MoveBags(ctx, flown, sent, s.Stored.PutBags)
				})
				if leg == 0 || b.ConsignmentID == flown {
					w.step(fmt.Sprintf("%sleave leg %d, %s", of, leg, reason), func(ctx context.Context) (string, error) {
						return "done", consolidation.MoveBags(ctx, max(b.ConsignmentID, flown), sent, s.Stored.LeaveBags)
					})
				}
			}
			w.step(of+"put on CN-00002, "+reason, func(ctx context.Context) (string, error) {
				return "done", consolidation.MoveBags(ctx, planned, request.Bags{LegNo: 1, Bags: []string{number}, Reason: reason}, s.Stored.PutBags)
			})
		}
		w.step(of+"remove", func(ctx context.Context) (string, error) {
			return "done", s.Remove(ctx, id, w.parcels[w.ofBag[number]].TrackingNo)
		})
		for _, what := range []string{"good", "stopped", "held", "cancelled", "delivered", "of another service", "its own"} {
			o := w.loose[what]
			if what == "its own" {
				o = w.parcels[w.ofBag[number]]
			}
			w.step(of+"scan, "+what, func(ctx context.Context) (string, error) {
				done, err := s.Scan(ctx, id, request.HandoverRequest{Code: o.TrackingNo, Scan: "new"})
				return done.Outcome + " " + done.Message.String(), err
			})
		}
	}
}

// stepsOfLegs does each thing that people do with a consignment and its legs in each state.
func stepsOfLegs(w *flights) {
	s := w.bagTest.bags
	for id := int64(flown); id <= inbound; id++ {
		c := must[stored.Consignment](w.T)(s.Stored.Consignment(w.Context(), id))
		of := fmt.Sprintf("%s, %s: ", c.Number(), c.Progress())
		for _, reason := range []string{"", "Because"} {
			for _, state := range []string{request.Planned, request.Closed, "filed", request.Cleared, request.HandedOver} {
				w.step(of+state+", "+reason, func(ctx context.Context) (string, error) {
					is, err := s.ChangeConsignment(ctx, id, func(r *request.Consignment) { r.State, r.Reason = state, reason })
					return is.Progress(), err
				})
			}
			w.step(of+"another broker, "+reason, func(ctx context.Context) (string, error) {
				is, err := s.ChangeConsignment(ctx, id, func(r *request.Consignment) { r.Broker, r.Reason = "Other", reason })
				return is.Broker, err
			})
			for no := range int64(len(c.Legs)) + 1 {
				w.stepsOfLeg(fmt.Sprintf("%sleg %d", of, no), &c, no, reason)
			}
		}
	}
}

func (w *flights) stepsOfLeg(of string, c *stored.Consignment, no int64, reason string) {
	s := w.bagTest.bags
	w.step(of+" is planned, "+reason, func(ctx context.Context) (string, error) {
		is, err := s.Stored.SaveLeg(ctx, c.ConsignmentID, no, func(l *request.Leg) {
			l.Flight, l.To, l.From, l.ToCountry, l.FromCountry, l.Reason = "SQ99", "KUL", "SIN", "MY", "SG", reason
		})
		return fmt.Sprint(len(is.Legs)), err
	})
	var some []string
	if on := c.On(no); len(on) > 0 {
		some = []string{w.parcels[w.ofBag[stored.BagNumber(on[0].BagID)]].TrackingNo}
	}
	for _, sent := range []request.Happening{
		{},
		{OccurredOn: w.Clock.Now().Add(time.Hour)},
		{OccurredOn: w.Clock.Now().Add(-time.Hour)},
		{OccurredOn: w.Clock.Now().Add(-time.Second), Without: some},
	} {
		for _, arrives := range []bool{false, true} {
			name := fmt.Sprintf("%s, arrives %t, %s, %s, without %s", of, arrives, shipment.FormatTime(sent.OccurredOn), reason, sent.Without)
			w.step(name, func(ctx context.Context) (string, error) {
				with := sent
				with.Reason = reason
				is, err := s.Move(ctx, c.ConsignmentID, no, arrives, with)
				return is.Progress(), err
			})
		}
	}
	w.step(of+" is late, "+reason, func(ctx context.Context) (string, error) {
		e, err := s.Report(ctx, c.ConsignmentID, request.Happening{
			LegNo: no, Status: "EXCEPTION", Text: "Late", Country: "SG", Place: "SIN", Reason: reason, Without: some,
		})
		return fmt.Sprint(e.EventNo, each.Of(e.Bags, stored.BagNumber)), err
	})
}

// stepsOfCustoms has customs say each thing of a parcel of which they said each other one, in a consignment that has departed and one
// that has not.
func stepsOfCustoms(w *flights) {
	say := func(ctx context.Context, consignment int64, o shipment.Order, answer string, more request.Customs) (string, error) {
		sent := request.Answer{TrackingNo: o.TrackingNo, Answer: answer, Reason: "Because " + answer, Customs: more}
		if i := slices.Index(request.CustomsAnswers, answer); i > 2 {
			sent.Status = answer
			sent.Answer = map[bool]string{true: answer}[i == 3]
		}
		results, err := w.bagTest.bags.Answer(ctx, consignment, []request.Answer{sent})
		if err != nil {
			return "", err
		}
		return results[0].Outcome + " " + results[0].Message.String(), nil
	}
	for _, was := range []string{
		"nothing", "do_not_load", "screening", "information", "assessed", "held", "released", "a stop of the operator",
	} {
		for id := int64(flown); id <= planned; id++ {
			if id == flown && was != "nothing" && was != "held" {
				continue
			}
			o := w.parcels[w.ofBag[w.bags[map[int64]int{flown: 3, planned: 10}[id]]]]
			switch was {
			case "nothing":
			case "a stop of the operator":
				must[[]store.HoldResult](w.T)(w.store.StopOrders(byAnn(w.T), []string{o.TrackingNo}, "Look"))
			default:
				must[string](w.T)(say(byAnn(w.T), id, o, was, request.Customs{EntryNo: "E-1", Duty: "1.50", Tax: "2.25", Currency: "USD"}))
			}
			w.carry()
			w.steps.Begin()
			for _, is := range request.CustomsAnswers {
				w.step(fmt.Sprintf("%s after %s in %s", is, was, stored.ConsignmentNumber(id)), func(ctx context.Context) (string, error) {
					return say(ctx, id, o, is, request.Customs{On: w.Clock.Now().Add(-time.Second).UnixMicro(), Tax: "3.00", Currency: "EUR"})
				})
			}
			w.step("in another consignment", func(ctx context.Context) (string, error) {
				return say(ctx, handedOver, o, "assessed", request.Customs{})
			})
			w.step("the leg departs", func(ctx context.Context) (string, error) {
				_, err := w.bagTest.bags.Move(ctx, id, map[int64]int64{flown: 2, planned: 1}[id], false, request.Happening{
					Reason: "Because", Acknowledged: []string{o.TrackingNo},
				})
				return "done", err
			})
			w.steps.Undo()
		}
	}
}

// stepsOfInbounds does each thing that people do at an inbound in each state.
func stepsOfInbounds(w *flights) {
	c := must[stored.Consignment](w.T)(w.bagTest.bags.Stored.Consignment(w.Context(), inbound))
	first, second := w.ofBag[w.bags[12]], w.ofBag[w.bags[13]]
	one, other, third, foreign := w.parcels[first], w.parcels[second], w.parcels[second+22], w.parcels[3]
	must[[]store.HoldResult](w.T)(w.store.StopOrders(byAnn(w.T), []string{other.TrackingNo}, "Look"))
	for _, stage := range []struct {
		name string
		sent []request.Inbound
		come []request.Inbound
	}{
		{name: "not opened"},
		{name: "open", sent: []request.Inbound{{State: request.Open, HubID: w.hub}}},
		{name: "one came", come: []request.Inbound{{Scan: "one", Code: one.TrackingNo}}},
		{name: "closed", sent: []request.Inbound{{State: request.Closed, Missing: 3}}},
		{name: "open again", sent: []request.Inbound{{State: request.Open, Reason: "One more"}}},
		{name: "one is damaged", come: []request.Inbound{
			{Scan: "damaged", Code: third.TrackingNo, State: request.Damaged},
			{Scan: "two", Code: other.TrackingNo},
			{Scan: "three", Code: w.parcels[first+22].TrackingNo},
		}},
	} {
		for _, sent := range stage.sent {
			noError(w.T, w.moveInbound(c, sent))
			w.carry()
		}
		for _, sent := range stage.come {
			w.come(c, sent)
		}
		w.steps.Begin()
		for _, sent := range []request.Inbound{
			{State: request.Open},
			{State: request.Open, HubID: w.hub},
			{State: request.Open, HubID: w.hub + 1},
			{State: request.Open, Reason: "Again"},
			{State: request.Closed},
			{State: request.Closed, Missing: 2},
			{State: request.Closed, Missing: 3},
			{State: request.Closed, Missing: 4},
		} {
			w.step(fmt.Sprintf("%s: %s, hub %d, %d missing, %s", stage.name, sent.State, sent.HubID, sent.Missing, sent.Reason),
				func(ctx context.Context) (string, error) {
					_, err := w.bagTest.bags.MoveInbound(ctx, inbound, sent)
					if err != nil {
						return "", err
					}
					return w.counts(c, ""), nil
				})
		}
		for _, code := range []string{
			one.TrackingNo, other.TrackingNo, third.TrackingNo, foreign.TrackingNo, w.bags[12], w.bags[13], w.bags[3], "ODD-1", "",
		} {
			for _, state := range []string{request.Received, request.Damaged} {
				for _, name := range []string{"one", "new"} {
					w.scanInbound(stage.name, request.Inbound{Scan: name, Code: code, State: state, Note: "Wet", Weight: 1230})
				}
			}
		}
	}
}

func (w *flights) scanInbound(stage string, sent request.Inbound) {
	w.step(fmt.Sprintf("%s: %q comes %s, scan %s", stage, sent.Code, sent.State, sent.Scan), func(ctx context.Context) (string, error) {
		a, err := w.bagTest.bags.ScanInbound(ctx, inbound, sent)
		return fmt.Sprint(a.BagID, a.AccountID, a.OrderID, a.OtherID, " ", a.Code, " ", a.State, " ", a.Note, " ", a.Stop, a.Weight, a.IsFound,
			a.IsRepeated), err
	})
}
