package consolidation_test

import (
	"context"
	"errors"
	"flag"
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

var update = flag.Bool("update", false, "write what the steps change, in testdata")

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
		for i, steps := range []func(*flights){stepsOfBags, stepsOfLegs, stepsOfCustoms, stepsOfInbounds, stepsOfAll} {
			steps(w)
			w.steps.Compare("testdata/"+[]string{"bags", "legs", "customs", "inbounds", "consignments"}[i]+".txt", *update)
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
	transit := w.bag()
	second := of("02081140743", []string{transit}, nil, nil)
	w.put(second, 2, transit)
	third := of("61812345686", []string{w.bag()})
	fourth := of("61812345690", []string{w.bag(), w.bag()})
	for _, c := range []stored.Consignment{first, third, fourth} {
		w.set(c, request.Cleared)
		w.landLeg(c, 1)
	}
	w.set(third, request.HandedOver)
	why := func(r *string) { *r = "By phone" }
	must[stored.Bag](w.T)(w.bagTest.bags.ChangeBag(byAnn(w.T), 5, func(b *request.Bag) { why(&b.Reason) }))
	noError(w.T, w.move(first, 3, false, request.Happening{}))
	w.carry()
	must[stored.Consignment](w.T)(w.bagTest.bags.Stored.SaveLeg(byAnn(w.T), flown, 3, func(l *request.Leg) { why(&l.Reason) }))
	must[stored.Consignment](w.T)(w.bagTest.bags.ChangeConsignment(byAnn(w.T), flown, func(c *request.Consignment) { why(&c.Reason) }))
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
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "bob@hub"})
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
		w.step(of+"read", func(ctx context.Context) (string, error) {
			in, err := s.Stored.BagParcels(ctx, id, stored.Place{}, 9)
			return fmt.Sprint(b.Parcels, b.Weight, b.Reason, b.OpenedBy, in), err
		})
		for _, action := range []string{"close", "reopen", "receive", "empty"} {
			w.step(of+action, func(ctx context.Context) (string, error) { return "done", s.Stored.MoveBag(ctx, action, id, "Because") })
		}
		for _, reason := range []string{"", "Because"} {
			w.step(of+"a seal, "+reason, func(ctx context.Context) (string, error) {
				is, err := s.ChangeBag(ctx, id, func(r *request.Bag) { r.Seal, r.Reason = "S-2", reason })
				return fmt.Sprint(is.State, is.Parcels, is.Weight, is.Seal, is.Reason), err
			})
			for leg := range int64(5) {
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
			for no := range int64(len(c.Legs)) + 2 {
				w.stepsOfLeg(fmt.Sprintf("%sleg %d", of, no), &c, no, reason)
			}
		}
	}
}

func (w *flights) stepsOfLeg(of string, c *stored.Consignment, no int64, reason string) {
	s := w.bagTest.bags
	for _, sent := range []request.Leg{
		{From: "SIN", FromCountry: "SG", To: "KUL", ToCountry: "MY"},
		{From: "sin0", FromCountry: "SG", To: "KUL", ToCountry: "MY"},
		{From: "SIN", FromCountry: "SG", To: "cgk0", ToCountry: "ID"},
		{From: "SIN0", FromCountry: "US", To: "CGK0", ToCountry: "US"},
	} {
		w.step(fmt.Sprintf("%s is planned from %s %s to %s %s, %s", of, sent.From, sent.FromCountry, sent.To, sent.ToCountry, reason),
			func(ctx context.Context) (string, error) {
				is, err := s.Stored.SaveLeg(ctx, c.ConsignmentID, no, func(l *request.Leg) { *l, l.Flight, l.Reason = sent, "SQ99", reason })
				return fmt.Sprint(len(is.Legs)), err
			})
	}
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
	for i, sent := range []request.Happening{
		{Without: some}, {Parcels: some, Bags: w.bags[2:3]}, {Bags: w.bags[10:11]},
	} {
		if (i == 0) != (reason == "") && c.State != request.HandedOver {
			continue // the reason makes no difference
		}
		w.step(fmt.Sprint(of, " is late, ", reason, i), func(ctx context.Context) (string, error) {
			sent.LegNo, sent.Status, sent.Text, sent.Country, sent.Place, sent.Reason = no, "EXCEPTION", "Late", "SG", "SIN", reason
			e, err := s.Report(ctx, c.ConsignmentID, sent)
			return fmt.Sprint(e.EventNo, each.Of(e.Bags, stored.BagNumber)), err
		})
	}
}

// stepsOfAll does what is of no single bag or leg, and reads what there is.
func stepsOfAll(w *flights) {
	s := w.bagTest.bags
	w.step("two consignments are late", func(ctx context.Context) (string, error) {
		for _, id := range []int64{handedOver, inbound} {
			if _, err := s.Report(ctx, id, request.Happening{Text: "Late", Status: "EXCEPTION", Reason: "Because"}); err != nil {
				return "", err
			}
		}
		return "done", nil
	})
	w.step("a bag", func(ctx context.Context) (string, error) {
		b, err := s.OpenBag(ctx, request.Bag{HubID: w.hub, ToHubID: w.hub, ServiceID: 2, Seal: "S-9", Tare: 1, Gross: 2})
		return b.Number(), err
	})
	w.step("a consignment", func(ctx context.Context) (string, error) {
		c, err := s.Stored.OpenConsignment(ctx, request.Consignment{Destination: "MY", Truck: "B 1", Broker: "Broker"})
		return c.Number(), err
	})
	for _, bags := range [][]string{
		{"BG-00099"}, {"BG-00003", "BG-00099"}, {"BG-00003", "BG-00004"}, {"BG-00003", "BG-00011"},
	} {
		w.step(fmt.Sprint("put ", bags), func(ctx context.Context) (string, error) {
			return "done", consolidation.MoveBags(ctx, flown, request.Bags{LegNo: 2, Bags: bags, Reason: "Because"}, s.Stored.PutBags)
		})
		w.step(fmt.Sprint("leave ", bags), func(ctx context.Context) (string, error) {
			return "done", consolidation.MoveBags(ctx, flown, request.Bags{Bags: bags, Reason: "Because"}, s.Stored.LeaveBags)
		})
	}
	w.answer(must[stored.Consignment](w.T)(s.Stored.Consignment(w.Context(), flown)), stored.DoNotLoad, w.parcels[w.ofBag[w.bags[3]]])
	w.answer(must[stored.Consignment](w.T)(s.Stored.Consignment(w.Context(), planned)), stored.Screening, w.parcels[w.ofBag[w.bags[10]]])
	for id := int64(flown); id <= inbound; id++ {
		w.step("read "+stored.ConsignmentNumber(id), func(ctx context.Context) (text string, err error) {
			c, err := s.Stored.Consignment(ctx, id)
			bags, bagsErr := s.Stored.Bags(ctx, id, 0, 99)
			events, eventsErr := s.Stored.Events(ctx, id, 1, 9)
			parcels, parcelsErr := s.Stored.ConsignmentParcels(ctx, id, stored.Place{BagID: 1}, 99)
			refused, refusedErr := s.Stored.NotLoaded(ctx, id)
			text = fmt.Sprint(c, each.Of(bags, func(b stored.Bag) string { return b.Number() }), events, parcels, refused)
			for no := range int64(4) {
				on, onErr := s.Stored.LegBags(ctx, id, no)
				kept, keptErr := s.Stored.KeptOn(ctx, &c, no)
				text += fmt.Sprint(each.Of(on, func(b stored.Bag) string { return b.Number() }), kept)
				err = errors.Join(err, onErr, keptErr)
			}
			return text, errors.Join(err, bagsErr, eventsErr, parcelsErr, refusedErr)
		})
	}
}

// stepsOfCustoms sends each answer of customs after each earlier answer: in a consignment that has departed, and in one that has not.
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
			if id == planned { // of a consignment in which it was before
				w.Exec(w.T, `INSERT INTO parcel_customs (account_id, order_id, consignment_id, answer, reason, answered_on, actor_kind, actor,
					stopped_on, status, details) VALUES ($1, $2, $3, 'screening', 'Before', 1, 'user', 'ann@hub', 0, 'declared', '{"status":"declared"}')`,
					o.AccountID, o.OrderID, flown)
			}
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
				on := w.Clock.Now().Add(time.Duration(2*id-3) * time.Second) // in the past, or to come
				w.step(fmt.Sprintf("%s after %s in %s", is, was, stored.ConsignmentNumber(id)), func(ctx context.Context) (string, error) {
					return say(ctx, id, o, is, request.Customs{On: on.UnixMicro(), Tax: "3.00", Currency: "EUR"})
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
		w.step(stage.name+": read", func(ctx context.Context) (string, error) {
			all, err := w.bagTest.bags.Stored.Arrivals(ctx, inbound)
			listed, listedErr := w.bagTest.bags.Stored.ArrivedParcels(ctx, inbound, "", stored.Arrival{}, 99)
			return fmt.Sprint(all.Counts, listed), errors.Join(err, listedErr)
		})
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
			one.TrackingNo, other.TrackingNo, third.TrackingNo, foreign.TrackingNo, w.bags[12], strings.ToLower(w.bags[13]), w.bags[3], "ODD-1", "",
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
