package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// soundAudit has records without fault: an order that the partner has, which was held for a while and delivered, and one
// that was cancelled, also at the partner.
func soundAudit() *audit {
	c := &cluster{
		partner: new(harness.Daemon), receiver: new(harness.Daemon), servers: []*harness.Daemon{new(harness.Daemon), new(harness.Daemon)},
	}
	r := &request{plans: []plan{planTrack, planCancel}}
	r.Orders = []client.NewOrder{{ShipperOrderID: "R1", ConsigneeCity: "A"}, {ShipperOrderID: "R2", ConsigneeCity: "A"}}
	first := &edit{fields: map[string]any{refField: "R1 edit 0", cityField: "B"}, matched: true, outcome: unknown}
	second := &edit{fields: map[string]any{refField: "R1 edit 1", cityField: "C"}, matched: true, version: 1, outcome: acknowledged}
	third := &edit{fields: map[string]any{refField: "R1 edit 2", cityField: "D"}, outcome: declined}
	fourth := &edit{fields: map[string]any{refField: "R1 edit 3", cityField: "C"}, outcome: acknowledged}
	r.edits = [editors][]*edit{{first, second, third, fourth}}
	r.held = []*heldOrder{{trackingNo: "WB1", before: 2, during: 2}}
	r.response.Orders = []client.CreatedOrder{{TrackingNo: "WB1"}, {TrackingNo: "WB2"}}
	a := &audit{load: &load{cluster: c, requests: []*request{r}}, records: records{
		orders: map[int64]*order{
			1: {
				id: 1, version: 5, shows: contentsIn("R1 edit 3", "C"), changes: []client.OrderChange{
					{Version: 1, Fields: []client.FieldChange{changed(refField, "R1", "R1 edit 0"), changed(cityField, "A", "B")}},
					{Version: 2, Fields: []client.FieldChange{changed(refField, "R1 edit 0", "R1 edit 1"), changed(cityField, "B", "C")}},
					{Version: 3, Fields: []client.FieldChange{changed(refField, "R1 edit 1", "R1 edit 3")}},
					{Version: 4, Fields: []client.FieldChange{{Field: "hold", From: []byte("null"), To: []byte(`"x"`)}}},
					{Version: 5, Fields: []client.FieldChange{{Field: "hold", From: []byte(`"x"`), To: []byte("null")}}},
				}, trackingNo: "WB1", status: "SUCCESS", submission: "confirmed", label: "stored",
				consignee: "Susan [label pdf]", history: 4, events: []event{
					{1, "order.created"},
					{2, "order.label_ready"},
					{3, "order.tracking_updated"},
					{4, "order.tracking_updated"},
					{5, "order.tracking_updated"},
					{6, "order.tracking_updated"},
					{7, "order.delivered"},
					{8, "order.updated"},
					{9, "order.updated"},
					{10, "order.updated"},
					{11, "order.held"},
					{12, "order.released"},
				},
			},
			2: {
				id: 2, shows: contentsIn("R2", "A"), trackingNo: "WB2", status: "CANCELLED", submission: "confirmed", cancellation: "confirmed",
				history: 1, events: []event{
					{1, "order.created"}, {2, "order.label_ready"}, {3, "order.tracking_updated"}, {4, "order.cancelled"},
				},
			},
		},
		deliveries: map[string]int{"delivered": 11},
		endpoints:  map[string]int{"": 1},
		reports:    map[string]int{"WB1/PICKED_UP": 1, "WB1/CROSS_BORDER_TRANSIT": 1, "WB1/DELIVERY_IN_PROGRESS": 1, "WB1/SUCCESS": 1},
		accepted:   map[string]int{"WB1": 1, "WB2": 1},
		cancelled:  map[string]bool{"WB2": true},
		contents:   map[string]contents{"WB1": contentsIn("R1 edit 3", "C"), "WB2": contentsIn("R2", "A")},
		counts:     map[string]int{"0": 2},
	}}
	for id, o := range a.orders {
		for _, e := range o.events {
			a.received = append(a.received, entry{OrderID: id, Sequence: e.sequence, Fate: taken})
		}
	}
	return a
}

func contentsIn(reference, city string) contents {
	return contentsOf(client.NewOrder{ShipperOrderID: reference, ConsigneeCity: city})
}

func changed(field, from, to string) client.FieldChange {
	return client.FieldChange{Field: field, From: []byte(strconv.Quote(from)), To: []byte(strconv.Quote(to))}
}

// faults break each promise in at least one way.
var faults = []struct {
	promise string
	spoil   func(a *audit)
}{
	{"an order of a response is stored once, with its tracking number", func(a *audit) { delete(a.orders, 1) }},
	{"an order of a response is stored once, with its tracking number", func(a *audit) { a.orders[1].trackingNo = "WB3" }},
	{"an order of a response is stored once, with its tracking number", func(a *audit) { a.orders[3] = a.orders[1] }},
	{"a stored order is in a response", func(a *audit) { a.requests = nil }},
	{"a tracking number belongs to one order", func(a *audit) { a.orders[2].trackingNo = "WB1" }},
	{"the partner accepted an order once", func(a *audit) { a.accepted["WB1"] = 2 }},
	{"the partner accepted an order once", func(a *audit) { delete(a.accepted, "WB1") }},
	{"the partner accepted a cancelled order once or never", func(a *audit) { a.accepted["WB2"] = 2 }},
	{"an accepted order that was cancelled is cancelled at the partner", func(a *audit) { delete(a.cancelled, "WB2") }},
	{"an order that the partner accepted is stored", func(a *audit) { a.accepted["WB9"] = 1 }},
	{"a label that the partner draws is stored", func(a *audit) { a.orders[1].label = "failed" }},
	{"an operator's report that was acknowledged is in the history once", func(a *audit) { a.reports["WB1/SUCCESS"] = 2 }},
	{"an operator's report that was acknowledged is in the history once", func(a *audit) { delete(a.reports, "WB1/SUCCESS") }},
	{"a parcel that was reported as delivered is delivered", func(a *audit) { a.orders[1].status = "PICKED_UP" }},
	{"an order whose cancellation was acknowledged is cancelled", func(a *audit) { a.orders[2].status = "ORDER_CREATED" }},
	{"an acknowledged edit is in the history once, an unknown one at most once", func(a *audit) {
		a.orders[1].changes = a.orders[1].changes[:2]
	}},
	{"an acknowledged edit is in the history once, an unknown one at most once", func(a *audit) {
		a.orders[1].changes = append(a.orders[1].changes, a.orders[1].changes[0])
	}},
	{"an edit that was refused is not in the history", func(a *audit) { a.requests[0].edits[0][1].outcome = declined }},
	{"an edit has the version after the one that it named", func(a *audit) { a.requests[0].edits[0][1].version = 0 }},
	{"an edit has a later version than those acknowledged before it", func(a *audit) { slices.Reverse(a.requests[0].edits[0]) }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].version = 2 }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].changes[1].Version = 3 }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].shows[cityField] = "B" }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.requests[0].edits[0] = nil }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.requests[0].edits[0][3].fields[cityField] = "D" }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) {
		a.orders[1].changes[1].Fields[1] = changed(cityField, "A", "C")
	}},
	{"the partner received nothing about an order while it was held", func(a *audit) { a.requests[0].held[0].during = 3 }},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) { a.requests[0].held[0].ruled = true }},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) { a.orders[1].changes = a.orders[1].changes[:4] }},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) {
		a.orders[1].changes = append(a.orders[1].changes, a.orders[1].changes[3])
	}},
	{"the partner accepted a released order once", func(a *audit) { delete(a.accepted, "WB1") }},
	{"no order stays held", func(a *audit) { a.orders[2].held = true }},
	{"the partner has what an order shows that it accepted", func(a *audit) { a.contents["WB1"][cityField] = "B" }},
	{"the count of the orders of a service is right", func(a *audit) { a.counts["0"] = 1 }},
	{"the count of the orders of a service is right", func(a *audit) { a.counts["1"] = 1 }},
	{"the count of the orders of a service is right", func(a *audit) { delete(a.counts, "0") }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events = a.orders[1].events[:9] }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events = a.orders[1].events[:6] }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[2].events[3].sequence = 5 }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events[10].kind = "order.released" }},
	{"an event reached the receiver", func(a *audit) { a.received = a.received[1:] }},
	{"an event reached the receiver", func(a *audit) { a.received[0].Fate = hungUp }},
	{"an event reached the receiver after the one before it", func(a *audit) { a.received[0], a.received[1] = a.received[1], a.received[0] }},
	{"a request to the receiver was signed as it should be", func(a *audit) { a.received = append(a.received, entry{Fate: forged}) }},
	{"a submission is confirmed, or cancelled in time", func(a *audit) { a.orders[1].submission = "pending" }},
	{"a cancellation is confirmed", func(a *audit) { a.orders[2].cancellation = "pending" }},
	{"a delivery is done", func(a *audit) { a.deliveries["given_up"] = 1 }},
	{"an endpoint stays enabled", func(a *audit) { a.endpoints["responded with 410"] = 1 }},
	{"a process ended only when it was killed", func(a *audit) { a.partner.Crashed = true }},
}

func (a *audit) broken() (texts []string) {
	a.index()
	for _, p := range a.promises() {
		if p.broken > 0 {
			texts = append(texts, p.text)
		}
	}
	return texts
}

func TestAuditFindsFault(t *testing.T) {
	if broken := soundAudit().broken(); broken != nil {
		t.Errorf("sound records break %q", broken)
	}
	early := soundAudit() // cancelled before the partner's label came: there is no record of the label
	early.orders[2].consignee = "Susan [label pdf]"
	early.orders[2].events = []event{{1, "order.created"}, {2, "order.tracking_updated"}, {3, "order.cancelled"}}
	if broken := early.broken(); broken != nil {
		t.Errorf("a cancellation before the label breaks %q", broken)
	}
	found := make(map[string]bool)
	for i, f := range faults {
		a := soundAudit()
		f.spoil(a)
		if broken := a.broken(); !slices.Contains(broken, f.promise) {
			t.Errorf("fault %d breaks %q, want %q", i, broken, f.promise)
		}
		found[f.promise] = true
	}
	for _, p := range soundAudit().promises() {
		if !found[p.text] {
			t.Errorf("no fault breaks %q", p.text)
		}
	}
}

// TestJournalSurvivesAKill: a line that was cut off is left out, and the lines after it are read.
func TestJournalSurvivesAKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, []byte(`{"event_id":"evt_1","fate":"taken"}`+"\n"+`{"event_id":"evt_2","fa`), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.write(entry{EventID: "evt_3", Fate: lost}), j.file.Close()); err != nil {
		t.Fatal(err)
	}
	entries, err := readJournal(path)
	if want := []entry{{EventID: "evt_1", Fate: taken}, {EventID: "evt_3", Fate: lost}}; err != nil || !slices.Equal(entries, want) {
		t.Errorf("%v, %v; want %v", entries, err, want)
	}
}
