package floor_test

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/feature"
	"waybill/internal/feature/floor"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// hubTest is the floor of an operator with a shipper, on one engine.
type hubTest struct {
	*testing.T
	*storetest.Fixture
	store   *store.Store
	floor   *floor.Service
	shipper masterdata.Key
	hub     stored.Hub
	scans   int
}

func onEachEngine(t *testing.T, test func(*hubTest)) {
	t.Helper()
	storetest.OnEachEngine(t, func(t *testing.T, f *storetest.Fixture) { test(newHubTest(t, f)) }, floor.Feature(feature.Process{}).Part)
}

func newHubTest(t *testing.T, f *storetest.Fixture) *hubTest {
	t.Helper()
	h := &hubTest{T: t, Fixture: f, store: f.Open(t)}
	h.floor = floor.New(orders.New(orders.Config{Store: h.store, Now: f.Clock.Now}))
	operator := must[masterdata.Account](t)(h.store.MasterData.CreateAccount(t.Context(), masterdata.Account{
		Name: "operator", Operator: true,
	}))
	h.shipper = h.account("shipper")
	_, _, err := h.store.MasterData.CreatePartner(t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example", Concurrency: 1, CallTimeout: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, sv := range []shipment.Service{
		{ServiceID: 1, Name: "SG-ID Pickup"}, {ServiceID: 5, Name: "SG-ID Drop-off", Partner: "acme"},
	} {
		must[shipment.Service](t)(h.store.MasterData.CreateService(t.Context(), sv))
	}
	made, err := h.floor.CreateHub(byAnn(t), masterdata.Caller{}, request.Hub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
	if h.hub = made; err != nil || made.AccountID != operator.AccountID {
		t.Fatalf("made %+v, %v", made, err)
	}
	return h
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func byAnn(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@hub"})
}

func (h *hubTest) account(name string) masterdata.Key {
	h.Helper()
	a := must[masterdata.Account](h.T)(h.store.MasterData.CreateAccount(h.Context(), masterdata.Account{Name: name}))
	k, _, err := h.store.MasterData.CreateKey(h.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	if err != nil {
		h.Fatal(err)
	}
	return k
}

// create creates an order of a service from Singapore to Indonesia.
func (h *hubTest) create(k masterdata.Key, service int64, reference string) shipment.Order {
	h.Helper()
	o := shipment.Order{
		ServiceID: service, ShipperOrderID: reference, Weight: 1500, Consignee: shipment.Party{Name: "Budi", City: "Jakarta", Country: "ID"},
		Pickup: shipment.Party{Name: "Shop", Country: "SG"},
	}
	batch := must[store.Batch](h.T)(h.store.CreateBatch(h.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{o}, Partners: []string{map[int64]string{5: "acme"}[service]},
	}))
	return batch.Orders[0]
}

// scan scans codes, and gives each scan a name.
func (h *hubTest) scan(a shipment.Activity, codes ...string) []floor.Result {
	h.Helper()
	sent := request.HubScans{HubID: h.hub.HubID, Activity: string(a)}
	for _, code := range codes {
		h.scans++
		sent.Scans = append(sent.Scans, request.HubScan{Scan: "s" + strconv.Itoa(h.scans), Code: code})
	}
	return must[[]floor.Result](h.T)(h.floor.Scan(byAnn(h.T), sent))
}

// says checks the outcome, where the parcel goes and the message of a result.
func (h *hubTest) says(r floor.Result, outcome, next, message string) {
	h.Helper()
	if r.Outcome != outcome || r.Next != next || r.Message.String() != message {
		h.Errorf("%s %q %q, want %s %q %q", r.Outcome, r.Next, r.Message, outcome, next, message)
	}
}

func (h *hubTest) events(o shipment.Order) (events []shipment.TrackingEvent) {
	h.Helper()
	tracks := must[map[string][]store.Track](h.T)(h.store.TrackOrders(h.Context(), []string{o.TrackingNo}, 0))
	return tracks[o.TrackingNo][0].Events
}

// TestScans follow a parcel through a hub: each is one event, and says where the parcel goes.
func TestScans(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o, house := h.create(h.shipper, 5, "A-1"), h.create(h.shipper, 1, "A-2")
		got := h.scan(shipment.ActivityInbound, o.TrackingNo, "a-2", "nothing")
		h.says(got[0], floor.Recorded, floor.NextAside, "Put the parcel aside: acme has given it no label yet.")
		h.says(got[1], floor.Recorded, floor.NextPrint, "Print the label of SG-ID Pickup first.")
		h.says(got[2], floor.Unknown, "", "No order has this number. It is in the list of unknown parcels.")
		if err := h.store.Prints.MarkPrinted(h.Context(), h.shipper.AccountID, []int64{house.OrderID}); err != nil {
			h.Fatal(err)
		}
		h.says(h.scan(shipment.ActivityInbound, house.TrackingNo)[0], floor.Repeated, floor.NextService,
			"The parcel was scanned before, by ann@hub.")
		h.Exec(t, `UPDATE orders SET label_changed_on = $1 WHERE order_id = $2`, h.Clock.Now().Add(time.Second).UnixMicro(), house.OrderID)
		h.says(h.scan(shipment.ActivityInbound, house.TrackingNo)[0], floor.Repeated, floor.NextPrint,
			"The parcel was scanned before, by ann@hub.") // its label has changed since the print
		h.Exec(t, `UPDATE orders SET label_changed_on = 0 WHERE order_id = $1`, house.OrderID)
		h.Clock.Advance(time.Minute)
		h.says(h.scan(shipment.ActivityOutbound, house.TrackingNo)[0], floor.Recorded, floor.NextService,
			"The parcel goes on with the service SG-ID Pickup.")
		events := h.events(house)
		if len(events) != 3 || events[0].Place != "Tuas" || events[0].Country != "SG" || events[0].Actor != "ann@hub" ||
			events[0].Status != shipment.InTransitWithinOriginCountry {
			t.Errorf("%+v", events)
		}
		unknown := must[[]stored.Unknown](t)(h.floor.Stored.UnknownScans(t.Context(), h.Clock.Now().Add(time.Hour), "", 10))
		if len(unknown) != 1 || unknown[0].Code != "nothing" || unknown[0].Actor != "ann@hub" {
			t.Errorf("unknown: %+v", unknown)
		}
		h.says(h.scan(shipment.ActivityDamaged, house.TrackingNo)[0], floor.Recorded, floor.NextAside, "Put the parcel aside: it is damaged.")
		h.says(h.scan(shipment.ActivityFound, house.TrackingNo)[0], floor.Recorded, floor.NextService,
			"The parcel goes on with the service SG-ID Pickup.")
		h.says(h.scan(shipment.ActivityReturn, house.TrackingNo)[0], floor.Recorded, floor.NextReturn, "The parcel goes back to its shipper.")
		now := must[shipment.Order](t)(h.store.OrderByTrackingNo(t.Context(), house.TrackingNo))
		if now.TrackerStatus != shipment.ReturnToSender {
			t.Errorf("it is %s", now.TrackerStatus)
		}
	})
}

// TestScanIsCountedOnce: a request that is sent again has the same results, and another scan with the name of one is refused.
func TestScanIsCountedOnce(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o, other := h.create(h.shipper, 1, "A-1"), h.create(h.account("other"), 1, "B-1")
		sent := request.HubScans{HubID: h.hub.HubID, Activity: "inbound", Scans: []request.HubScan{
			{Scan: "x1", Code: o.TrackingNo}, {Scan: "x2", Code: other.TrackingNo}, {Scan: "x3", Code: "lost label"},
		}}
		first := must[[]floor.Result](t)(h.floor.Scan(byAnn(t), sent))
		h.Clock.Advance(time.Hour)
		for i, again := range must[[]floor.Result](t)(h.floor.Scan(byAnn(t), sent)) {
			if again.Outcome != first[i].Outcome || again.Message != first[i].Message {
				t.Errorf("%+v, then %+v", first[i], again)
			}
		}
		if n := len(h.events(o)) + len(h.events(other)); n != 4 {
			t.Errorf("%d events of two creations and two scans", n)
		}
		equal := func(what string, got, want int) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %d, want %d", what, got, want)
			}
		}
		equal("scans", h.Count(t, `SELECT count(*) FROM hub_scans`), 2)
		equal("unknown", h.Count(t, `SELECT count(*) FROM unknown_scans`), 1)
		sent.Activity = "outbound"
		sent.Scans = sent.Scans[:1]
		h.says(must[[]floor.Result](t)(h.floor.Scan(byAnn(t), sent))[0], floor.Refused, floor.NextAside,
			"Another scan has this name already. Give each scan a name of its own.")
	})
}

// TestStoppedParcel: it is taken in and says why it is stopped, does not leave, and goes on when the stop is lifted. So is a parcel that
// its shipper holds, and one of a cancelled order.
func TestStoppedParcel(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		stopped, held, cancelled := h.create(h.shipper, 1, "A-1"), h.create(h.shipper, 1, "A-2"), h.create(h.shipper, 1, "A-3")
		numbers := []string{stopped.TrackingNo, "WB00000000000ID"}
		results := must[[]store.HoldResult](t)(h.store.StopOrders(byAnn(t), numbers, "Customs asks"))
		if !results[0].Changed || !errors.Is(results[1].Err, store.ErrNotFound) {
			t.Errorf("%+v", results)
		}
		must[[]store.HoldResult](t)(h.store.HoldOrders(t.Context(), h.shipper.AccountID, []string{held.TrackingNo}, "Not paid", false))
		must[[]store.CancelResult](t)(h.store.CancelOrders(t.Context(), h.shipper.AccountID, []string{cancelled.TrackingNo}, false))
		for _, o := range []struct{ number, message string }{
			{stopped.TrackingNo, "Put the parcel aside: the operator has stopped it. Customs asks"},
			{held.TrackingNo, "Put the parcel aside: its shipper holds it. Not paid"},
			{cancelled.TrackingNo, "Put the parcel aside: the order is cancelled."},
		} {
			h.says(h.scan(shipment.ActivityInbound, o.number)[0], floor.Recorded, floor.NextAside, o.message)
			h.says(h.scan(shipment.ActivityOutbound, o.number)[0], floor.Refused, floor.NextAside, o.message)
		}
		stops := must[[]store.Stop](t)(h.store.Stops(t.Context(), store.Stop{}, 10))
		if len(stops) != 1 || stops[0].Reason != "Customs asks" || stops[0].Actor != "ann@hub" || stops[0].TrackingNo != stopped.TrackingNo {
			t.Errorf("stops %+v", stops)
		}
		if lifted := must[[]store.HoldResult](t)(h.store.LiftStops(byAnn(t), numbers[:1])); !lifted[0].Changed {
			t.Errorf("lifted %+v", lifted)
		}
		if again := must[[]store.HoldResult](t)(h.store.LiftStops(byAnn(t), numbers[:1])); again[0].Changed || again[0].Err != nil {
			t.Errorf("lifted again %+v", again)
		}
		if r := h.scan(shipment.ActivityOutbound, stopped.TrackingNo)[0]; r.Outcome != floor.Recorded {
			t.Errorf("after the stop: %+v", r)
		}
		entries, _, err := h.store.Audit.List(t.Context(), audit.Filter{SubjectKind: "order", Subject: stopped.TrackingNo}, "", 10)
		var actions []string
		for _, e := range entries {
			actions = append(actions, e.Action)
		}
		if slices.Sort(actions); err != nil || !slices.Equal(actions, []string{"lift-stop", "stop"}) {
			t.Errorf("audit log %v, %v", actions, err)
		}
	})
}

// TestWrongClockOfADevice: scans of a device that was offline and is nine years ahead keep their order among those of others.
func TestWrongClockOfADevice(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		h.Clock.Advance(time.Hour)
		ahead := h.Clock.Now().AddDate(9, 0, 0)
		scan := func(a shipment.Activity, name string, ago time.Duration) {
			t.Helper()
			sent := request.HubScans{HubID: h.hub.HubID, Activity: string(a), SentOn: ahead, Scans: []request.HubScan{
				{Scan: name, Code: o.TrackingNo, ScannedOn: ahead.Add(-ago)},
			}}
			if got := must[[]floor.Result](t)(h.floor.Scan(byAnn(t), sent))[0]; got.Outcome != floor.Recorded {
				t.Errorf("%s: %+v", name, got)
			}
		}
		h.scan(shipment.ActivityOutbound, o.TrackingNo)
		scan(shipment.ActivityInbound, "late", 30*time.Minute)
		scans := must[[]stored.Scan](t)(h.floor.Stored.ScansOf(t.Context(), h.shipper.AccountID, o.OrderID))
		if len(scans) != 2 || scans[0].Activity != shipment.ActivityOutbound || !scans[1].On.Equal(h.Clock.Now().Add(-30*time.Minute)) {
			t.Errorf("%+v", scans)
		}
		for _, e := range h.events(o) {
			if e.OccurredOn.After(h.Clock.Now()) {
				t.Errorf("an event in the future: %+v", e)
			}
		}
	})
}

// TestCodesOfAllAccounts: tracking number and reference find the parcel of any account, and a reference of two accounts is a question.
func TestCodesOfAllAccounts(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		first, second := h.create(h.shipper, 1, "SO-1"), h.create(h.account("other"), 1, "SO-1")
		got := h.scan(shipment.ActivityInbound, "SO-1")[0]
		if got.Outcome != floor.Several || len(got.Candidates) != 2 {
			t.Fatalf("%+v", got)
		}
		sent := request.HubScans{HubID: h.hub.HubID, Activity: "inbound", Scans: []request.HubScan{
			{Scan: "chosen", Code: "SO-1", OrderID: second.OrderID},
		}}
		chosen := must[[]floor.Result](t)(h.floor.Scan(byAnn(t), sent))[0]
		if chosen.Outcome != floor.Recorded || chosen.Order.TrackingNo != second.TrackingNo || len(h.events(first)) != 1 {
			t.Errorf("%+v", chosen)
		}
		for account, want := range map[int64]string{first.AccountID: first.TrackingNo, second.AccountID: second.TrackingNo, 99: "", 0: "both"} {
			page, _, err := h.floor.Parcels(t.Context(), request.ParcelFilter{Code: "SO-1", AccountID: account}, "")
			var listed []string
			for i := range page.Parcels {
				listed = append(listed, page.Parcels[i].TrackingNo)
			}
			if got := strings.Join(listed, " "); err != nil || got != want && (want != "both" || len(listed) != 2) {
				t.Errorf("the code in account %d: %s, %v, want %s", account, got, err, want)
			}
		}
		disabled := must[stored.Hub](t)(h.floor.SwitchHub(byAnn(t), h.hub.HubID, false))
		if disabled.DisabledOn.IsZero() {
			t.Error("it is not disabled")
		}
		_, err := h.floor.Scan(byAnn(t), sent)
		if _, refused := errors.AsType[*request.InvalidError](err); !refused {
			t.Errorf("scanned in a disabled hub: %v", err)
		}
	})
}

// TestUnknownScansOfTwoDevices: devices that give different codes the same name are told so, and codes with names of their own are all in
// the list, also those of hubs of two operators.
func TestUnknownScansOfTwoDevices(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		scan := func(hub int64, name, code string) floor.Result {
			t.Helper()
			h.Clock.Advance(time.Second)
			return must[[]floor.Result](t)(h.floor.Scan(byAnn(t), request.HubScans{
				HubID: hub, Activity: "inbound", Scans: []request.HubScan{{Scan: name, Code: code}},
			}))[0]
		}
		second := must[masterdata.Account](t)(h.store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "second", Operator: true}))
		other := must[stored.Hub](t)(h.floor.CreateHub(byAnn(t), masterdata.Caller{AccountID: second.AccountID},
			request.Hub{Name: "Johor", Country: "MY", Timezone: "Asia/Kuala_Lumpur"}))
		const unknown = "No order has this number. It is in the list of unknown parcels."
		h.says(scan(h.hub.HubID, "1", "first"), floor.Unknown, "", unknown)
		h.says(scan(h.hub.HubID, "1", "first"), floor.Unknown, "", unknown)
		h.says(scan(h.hub.HubID, "1", "second"), floor.Refused, floor.NextAside,
			"Another scan has this name already. Give each scan a name of its own.")
		h.says(scan(other.HubID, "1", "third"), floor.Unknown, "", unknown)
		h.says(scan(h.hub.HubID, "2", "second"), floor.Unknown, "", unknown)
		var codes []string
		before, name := h.Clock.Now().Add(time.Hour), ""
		for range 3 {
			page := must[[]stored.Unknown](t)(h.floor.Stored.UnknownScans(t.Context(), before, name, 1))
			if len(page) != 1 {
				t.Fatalf("%d codes", len(page))
			}
			codes, before, name = append(codes, page[0].Code), page[0].On, page[0].Scan
		}
		if !slices.Equal(codes, []string{"second", "third", "first"}) {
			t.Errorf("unknown codes: %v", codes)
		}
	})
}

// TestClockSetAfterAScan: the clock of a device began in 1970, and was right when the scan was sent. No scan is earlier than its order.
func TestClockSetAfterAScan(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		h.Clock.Advance(time.Hour)
		must[[]floor.Result](t)(h.floor.Scan(byAnn(t), request.HubScans{
			HubID: h.hub.HubID, Activity: "inbound", SentOn: h.Clock.Now(),
			Scans: []request.HubScan{{Scan: "x", Code: o.TrackingNo, ScannedOn: time.Date(1970, 1, 1, 0, 0, 9, 0, time.UTC)}},
		}))
		if events := h.events(o); len(events) != 2 || events[0].OccurredOn.Before(o.CreatedOn) || events[1].OccurredOn.Before(o.CreatedOn) {
			t.Errorf("created on %s: %+v", o.CreatedOn, events)
		}
	})
}

// TestErasedParcel: a parcel that was lost and whose data is erased stays where it was, and does not leave.
func TestErasedParcel(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		h.Exec(t, `UPDATE orders SET tracker_status = 'EXCEPTION', tracker_resume = 'PICKED_UP', lost_on = 1, erased_on = 1 WHERE order_id = $1`,
			o.OrderID)
		const ended = "Put the parcel aside: its journey has ended."
		h.says(h.scan(shipment.ActivityFound, o.TrackingNo)[0], floor.Recorded, floor.NextAside, ended)
		h.says(h.scan(shipment.ActivityOutbound, o.TrackingNo)[0], floor.Refused, floor.NextAside, ended)
		if n := h.Count(t, `SELECT count(*) FROM orders WHERE tracker_status = 'EXCEPTION' AND lost_on = 1`); n != 1 {
			t.Error("the scan moved it")
		}
	})
}

// TestFiltersOfParcels asks for each filter of the list, alone and with each other one, in all accounts and in one: no statement fails.
func TestFiltersOfParcels(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		h.create(h.shipper, 1, "A-1")
		var filters []url.Values
		for _, f := range request.ParcelQuery.Fields() {
			values := map[shipment.TypeName][]string{
				request.TypeBoolean: {"true", "false"}, request.TypeChoice: f.Type.Choices, request.TypeMoment: {"2026-02-03"},
				request.TypeInteger: {"1"},
			}[f.Type.Name]
			if values == nil {
				values = []string{"A-1"}
			}
			for _, v := range values {
				filters = append(filters, url.Values{f.Name: {v}})
			}
		}
		asked := 0
		for i, a := range filters {
			for _, b := range filters[:i+1] {
				for _, account := range []string{"", strconv.FormatInt(h.shipper.AccountID, 10)} {
					query := url.Values{"account_id": {account}}
					maps.Copy(query, a)
					maps.Copy(query, b)
					f, problems := request.ReadParcelFilter(query)
					if problems != nil {
						continue
					}
					asked++
					if _, ok, err := h.floor.Parcels(t.Context(), f, ""); err != nil || !ok {
						t.Errorf("%s: %t, %v", query.Encode(), ok, err)
					}
				}
			}
		}
		if asked < len(filters) {
			t.Errorf("%d of %d filters were read", asked, len(filters))
		}
	})
}
