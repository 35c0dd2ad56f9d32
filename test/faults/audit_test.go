package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"waybill/client"
	"waybill/internal/partner/simulated"
	"waybill/test/harness"
)

// soundAudit has records without fault: WB1, which the partner has and which was edited, held for a while and delivered, WB2,
// which was cancelled, also at the partner, and WB3, which the partner refused.
func soundAudit() *audit {
	a := &audit{
		cluster: &cluster{
			partner: new(harness.Daemon), receiver: new(harness.Daemon), servers: []*harness.Daemon{new(harness.Daemon), new(harness.Daemon)},
			history: newHistory(), desk: newDesk(false), db: database{standby: new(harness.Postgres)},
		},
		records: records{
			orders: map[int64]*order{
				1: {
					id: 1, version: 5, shows: valuesIn("R4", "C", simulated.ScriptLabelPDF), changes: []client.OrderChange{
						{Version: 1, Fields: []client.FieldChange{changedField("shipper_order_id", "R1", "R2"), changedField("consignee_city", "A", "B")}},
						{Version: 2, Fields: []client.FieldChange{changedField("shipper_order_id", "R2", "R3"), changedField("consignee_city", "B", "C")}},
						{Version: 3, Fields: []client.FieldChange{changedField("shipper_order_id", "R3", "R4")}},
						{Version: 4, Fields: []client.FieldChange{{Field: "hold", From: []byte("null"), To: []byte(`"why"`)}}},
						{Version: 5, Fields: []client.FieldChange{{Field: "hold", From: []byte(`"why"`), To: []byte("null")}}},
					}, trackingNo: "WB1", status: delivered, submission: "confirmed", label: "stored", history: 4, events: []event{
						{1, "order.created"},
						{2, "order.updated"},
						{3, "order.updated"},
						{4, "order.updated"},
						{5, "order.held"},
						{6, "order.released"},
						{7, "order.label_ready"},
						{8, "order.tracking_updated"},
						{9, "order.tracking_updated"},
						{10, "order.tracking_updated"},
						{11, "order.tracking_updated"},
						{12, "order.delivered"},
					},
				},
				2: {
					id: 2, shows: valuesIn("R6", "A", ""), trackingNo: "WB2", status: cancelled, submission: "confirmed",
					cancellation: "confirmed", history: 1, events: []event{
						{1, "order.created"}, {2, "order.label_ready"}, {3, "order.tracking_updated"}, {4, "order.cancelled"},
					},
				},
				3: {
					id: 3, shows: valuesIn("R7", "A", simulated.ScriptFail), trackingNo: "WB3", status: statuses[0], submission: "failed",
					events: []event{{1, "order.created"}, {2, "order.submission_failed"}},
				},
			},
			deliveries: map[string]int{"delivered": 18},
			endpoints:  map[string]int{"": 1},
			reports:    make(map[string]int),
			accepted:   map[string]int{"WB1": 1, "WB2": 1},
			back:       map[string]bool{"WB2": true},
			contents:   map[string]values{"WB1": valuesIn("R4", "C", simulated.ScriptLabelPDF), "WB2": valuesIn("R6", "A", "")},
			counts:     map[string]int{"7": 3},
		},
	}
	say := func(no string, calls ...told) { a.calls[no] = historyOf(calls...).calls["NO"] }
	createOf := func(v values) told {
		return told{in: input{act: actCreate, key: v.Reference, partner: true, values: v}, out: output{outcome: done}}
	}
	editOf := func(version int64, outcome string, v values) told {
		return told{in: input{act: actEdit, version: version, values: v}, out: output{outcome: outcome}}
	}
	submitOf := func(v values, outcome string) told {
		return told{in: input{act: actSubmit, values: v}, out: output{outcome: outcome}}
	}
	say("WB1",
		createOf(valuesIn("R1", "A", simulated.ScriptLabelPDF)),
		editOf(0, lost, values{Reference: "R2", City: "B"}),
		editOf(1, done, values{Reference: "R3", City: "C"}),
		editOf(1, changed, values{Reference: "R5", City: "D"}),
		editOf(anyVersion, done, values{Reference: "R4", City: "C"}),
		hold(done), release(done), submitOf(valuesIn("R4", "C", simulated.ScriptLabelPDF), done),
		track(statuses[1]), track(statuses[2]), track(statuses[3]), track(delivered))
	say("WB2", createOf(valuesIn("R6", "A", "")), submitOf(valuesIn("R6", "A", ""), done), cancel(asked), at(actTakeBack, done))
	say("WB3", createOf(valuesIn("R7", "A", simulated.ScriptFail)), submitOf(valuesIn("R7", "A", simulated.ScriptFail), refused))
	a.seen["WB1"] = []call{{began: 100, ended: 101, out: output{row: row{a.orders[1].shows, 5, "SUBMITTED", delivered}}}}
	for _, status := range statuses[1:] {
		a.reports["WB1/"+status] = 1
	}
	for id, o := range a.orders {
		for _, e := range o.events {
			a.delivered = append(a.delivered, entry{OrderID: id, Sequence: e.sequence, Fate: fateTaken})
		}
	}
	return a
}

func valuesIn(reference, city, script string) values {
	return values{reference, city, "Susan " + script, "N", "1", "7"}
}

func changedField(field, from, to string) client.FieldChange {
	return client.FieldChange{Field: field, From: []byte(strconv.Quote(from)), To: []byte(strconv.Quote(to))}
}

// call returns a call about WB1 by its place.
func (a *audit) call(i int) *call { return &a.calls["WB1"][i] }

// faults break each promise in at least one way.
var faults = []struct {
	promise string
	spoil   func(a *audit)
}{
	{"the responses about an order are those of one sequence of its calls", func(a *audit) { a.call(3).out.outcome = done }},
	{"a view by a standby is as old as it may be at most", func(a *audit) { a.seen["WB1"][0].out.row.version = 3 }},
	{"the partner accepted an order once, and never one that it refused at last", func(a *audit) { a.accepted["WB3"] = 1 }},
	{"the partner accepted an order once, and never one that it refused at last", func(a *audit) { a.orders[3].shows.Name = "Susan" }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[3].events = a.orders[3].events[:1] }},
	{"each change of an order is an event, once and without a gap", func(a *audit) {
		a.orders[3].events = append(a.orders[3].events, event{3, "order.submission_failed"})
	}},
	{"a submission is confirmed, cancelled in time, or refused by the partner", func(a *audit) { a.orders[1].submission = "failed" }},
	{"a cancellation is confirmed, or refused by the partner", func(a *audit) { a.orders[2].cancellation = "refused" }},
	{"an order of a response is stored once, with its tracking number", func(a *audit) { delete(a.orders, 1) }},
	{"an order of a response is stored once, with its tracking number", func(a *audit) { a.orders[1].trackingNo = "WB3" }},
	{"an order of a response is stored once, with its tracking number", func(a *audit) { a.orders[4] = a.orders[1] }},
	{"a stored order is in a response", func(a *audit) { a.calls = nil }},
	{"a tracking number belongs to one order", func(a *audit) { a.orders[2].trackingNo = "WB1" }},
	{"the partner accepted an order once, and never one that it refused at last", func(a *audit) { a.accepted["WB1"] = 2 }},
	{"the partner accepted an order once, and never one that it refused at last", func(a *audit) { delete(a.accepted, "WB1") }},
	{"the partner accepted a cancelled order once or never", func(a *audit) { a.accepted["WB2"] = 2 }},
	{"an accepted order that was cancelled is cancelled at the partner", func(a *audit) { delete(a.back, "WB2") }},
	{"an order that the partner accepted is stored", func(a *audit) { a.accepted["WB9"] = 1 }},
	{"a label that the partner draws is stored", func(a *audit) { a.orders[1].label = "failed" }},
	{"an operator's report that was acknowledged is in the history once", func(a *audit) { a.reports["WB1/SUCCESS"] = 2 }},
	{"an operator's report that was acknowledged is in the history once", func(a *audit) { delete(a.reports, "WB1/SUCCESS") }},
	{"a parcel that was reported as delivered is delivered", func(a *audit) { a.orders[1].status = "PICKED_UP" }},
	{"an order whose cancellation was acknowledged is cancelled", func(a *audit) { a.orders[2].status = "ORDER_CREATED" }},
	{"an acknowledged edit is in the history once, an unknown one at most once", func(a *audit) {
		a.orders[1].changes = slices.Delete(a.orders[1].changes, 2, 3)
	}},
	{"an acknowledged edit is in the history once, an unknown one at most once", func(a *audit) {
		a.orders[1].changes = append(a.orders[1].changes, a.orders[1].changes[0])
	}},
	{"an edit that was refused is not in the history", func(a *audit) { a.call(2).out.outcome = changed }},
	{"an edit has the version after the one that it named", func(a *audit) { a.call(2).in.version = 0 }},
	{"an edit has a later version than those acknowledged before it", func(a *audit) {
		a.call(2).began, a.call(2).ended = 90, 91
	}},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].version = 2 }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].changes[1].Version = 3 }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.orders[1].shows.City = "B" }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) {
		a.calls["WB1"] = a.calls["WB1"][:1]
	}},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) { a.call(4).in.City = "D" }},
	{"the versions of an order rise by one, and lead to what it shows", func(a *audit) {
		a.orders[1].changes[1].Fields[1] = changedField("consignee_city", "A", "C")
	}},
	{"the partner received nothing about an order while it was held", func(a *audit) {
		a.call(7).began, a.call(6).began = a.call(5).ended+1, a.call(6).began+2
	}},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) { a.call(5).in.reason = "other" }},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) { a.orders[1].changes = a.orders[1].changes[:4] }},
	{"an acknowledged hold is in the history once, and so is its end", func(a *audit) {
		a.orders[1].changes = append(a.orders[1].changes, a.orders[1].changes[3])
	}},
	{"the partner accepted a released order once", func(a *audit) { delete(a.accepted, "WB1") }},
	{"no order stays held", func(a *audit) { a.orders[2].held = true }},
	{"the partner has what an order shows that it accepted", func(a *audit) { a.contents["WB1"] = valuesIn("R4", "B", "") }},
	{"the count of the orders of a service is right", func(a *audit) { a.counts["7"] = 1 }},
	{"the count of the orders of a service is right", func(a *audit) { a.counts["1"] = 1 }},
	{"the count of the orders of a service is right", func(a *audit) { delete(a.counts, "7") }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events = a.orders[1].events[:9] }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events = a.orders[1].events[:6] }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[2].events[3].sequence = 5 }},
	{"each change of an order is an event, once and without a gap", func(a *audit) { a.orders[1].events[4].kind = "order.released" }},
	{"an event reached the receiver", func(a *audit) { a.delivered = a.delivered[1:] }},
	{"an event reached the receiver", func(a *audit) { a.delivered[0].Fate = fateHungUp }},
	{"an event reached the receiver after the one before it", func(a *audit) {
		a.delivered[0], a.delivered[1] = a.delivered[1], a.delivered[0]
	}},
	{"a request to the receiver was signed as it should be", func(a *audit) { a.delivered = append(a.delivered, entry{Fate: fateForged}) }},
	{"a submission is confirmed, cancelled in time, or refused by the partner", func(a *audit) { a.orders[1].submission = "pending" }},
	{"a cancellation is confirmed, or refused by the partner", func(a *audit) { a.orders[2].cancellation = "pending" }},
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
	early.orders[2].shows.Name = "Susan [label pdf]"
	early.contents["WB2"] = early.orders[2].shows
	early.calls["WB2"][0].in.Name, early.calls["WB2"][1].in.Name = early.orders[2].shows.Name, early.orders[2].shows.Name
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
	if err := errors.Join(j.write(entry{EventID: "evt_3", Fate: fateLost}), j.file.Close()); err != nil {
		t.Fatal(err)
	}
	entries, err := readJournal[entry](path)
	if want := []entry{{EventID: "evt_1", Fate: fateTaken}, {EventID: "evt_3", Fate: fateLost}}; err != nil || !slices.Equal(entries, want) {
		t.Errorf("%v, %v; want %v", entries, err, want)
	}
}
