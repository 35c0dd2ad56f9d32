package main

import (
	"slices"
	"strings"
	"testing"
)

// told are calls one after another, each with its response; begun is one that overlaps all that follow.
type told struct {
	in    input
	out   output
	begun bool
}

var (
	first  = values{"R1", "A", "Susan", "N", "1", "7"}
	second = values{City: "B"}

	created = statuses[0]
	ruled   = values{"R1", "A", ruleWord + " Susan", "N", "1", "7"}

	create = told{in: input{act: actCreate, key: "k", partner: true, values: first}, out: output{outcome: done}}
	submit = told{in: input{act: actSubmit, values: first}, out: output{outcome: done}}
)

func edit(version int64, outcome string) told {
	return told{in: input{act: actEdit, version: version, values: second}, out: output{outcome: outcome}}
}

func cancel(outcome string) told {
	return told{in: input{act: actCancel}, out: output{outcome: outcome}}
}

func hold(outcome string) told {
	return told{in: input{act: actHold, version: anyVersion, reason: "why"}, out: output{outcome: outcome}}
}

func release(outcome string) told {
	return told{in: input{act: actRelease, version: anyVersion}, out: output{outcome: outcome}}
}

func view(shown values, version int64, status, tracker string) told {
	return told{in: input{act: actView}, out: output{outcome: done, row: row{shown, version, status, tracker}}}
}

func track(status string) told {
	return told{in: input{act: actTrack, status: status}, out: output{outcome: done}}
}

// at is a call at the partner.
func at(act act, outcome string) told {
	return told{in: input{act: act, values: first}, out: output{outcome: outcome}}
}

func begun(c told) told {
	c.begun = true
	return c
}

// historyOf is the history of an order: each call begins when the one before it has ended, or has begun if that overlaps.
func historyOf(calls ...told) *history {
	h := newHistory()
	for i, c := range calls {
		ended := int64(2*i + 1)
		if isPartner := c.in.act == actSubmit; c.begun || c.out.outcome == lost && !isPartner {
			ended = int64(2 * len(calls))
		}
		h.calls["NO"] = append(h.calls["NO"], call{i, int64(2 * i), ended, c.in, c.out})
	}
	return h
}

// TestModel checks small histories, right ones and those of products that break a promise.
func TestModel(t *testing.T) {
	edited := first.with(second)
	for _, test := range []struct {
		what  string
		right bool
		calls []told
	}{
		{"an order's life", true, []told{
			create, view(first, 0, "", created), edit(0, done), view(edited, 1, "", created), edit(0, changed),
			{in: input{act: actSubmit, values: edited}, out: output{outcome: temporary}},
			{in: input{act: actSubmit, values: edited}, out: output{outcome: done}},
			edit(1, atPartner), view(edited, 1, "SUBMITTED", created), cancel(asked),
			{in: input{act: actTakeBack}, out: output{outcome: done}},
			view(edited, 1, "CANCELLED", "CANCELLED"), cancel(isOver),
		}},
		{"a hold", true, []told{
			create, hold(done), hold(unchanged), edit(1, done), view(edited, 2, "", created), release(done), release(unchanged),
			{in: input{act: actSubmit, values: edited}, out: output{outcome: done}},
			hold(done), edit(anyVersion, atPartner),
		}},
		{"a submission of a held order", false, []told{create, hold(done), submit}},
		{"a submission after a hold that was lost", true, []told{create, hold(lost), submit}},
		{"a hold that a view does not have", false, []told{create, hold(done), {in: input{act: actHeld}, out: output{outcome: done}}}},
		{"a lost edit that was done", true, []told{create, edit(anyVersion, lost), view(edited, 1, "", created)}},
		{"a lost edit that was not done", true, []told{create, edit(anyVersion, lost), view(first, 0, "", created)}},
		{"a lost edit that is undone", false, []told{create, edit(anyVersion, lost), view(edited, 1, "", created), view(first, 0, "", created)}},
		{"an edit and a view at the same time", true, []told{
			create, begun(edit(0, done)), view(first, 0, "", created), view(edited, 1, "", created),
		}},
		{"an acknowledged create that is gone", false, []told{create, {in: input{act: actView}, out: output{outcome: notFound}}}},
		{"an old view", false, []told{create, edit(0, done), view(first, 0, "", created)}},
		{"a view of a new version with old values", false, []told{create, edit(0, done), view(first, 1, "", created)}},
		{"two edits of a version", false, []told{create, edit(0, done), edit(0, done)}},
		{"an edit of what the partner has", false, []told{create, submit, edit(anyVersion, done)}},
		{"a partner that got old values", false, []told{create, edit(0, done), submit}},
		{"a submission of a cancelled order", false, []told{create, cancel(isOver), submit}},
		{"two submissions", false, []told{create, submit, submit}},
		{"a cancellation that the partner never heard of", false, []told{
			create, submit, cancel(asked), view(first, 0, "CANCELLED", "CANCELLED"),
		}},
		{"a number that is created twice", false, []told{create, {
			in: input{act: actCreate, key: "other", values: first}, out: output{outcome: done},
		}}},
		{"an order's journey", true, []told{
			create, track("PICKED_UP"), track(delivered), track("CROSS_BORDER_TRANSIT"), edit(0, pickedUp), hold(refused), submit,
			view(first, 0, "SUBMITTED", delivered),
		}},
		{"a report that turned an order back", false, []told{
			create, track(delivered), track("PICKED_UP"), view(first, 0, "", "PICKED_UP"),
		}},
		{"an edit of a parcel that was picked up", false, []told{create, track("PICKED_UP"), edit(0, done)}},
		{"an order that the rule holds", true, []told{
			{in: input{act: actCreate, key: "k", values: ruled}, out: output{outcome: done}},
			view(ruled, 0, "", created),
			{in: input{act: actHeld}, out: output{outcome: done, detail: detail{hold: ruleReason}}},
			release(done), view(ruled, 1, "SUBMITTED", created),
		}},
		{"an order that the rule did not hold", false, []told{
			{in: input{act: actCreate, key: "k", partner: true, values: ruled}, out: output{outcome: done}},
			{in: input{act: actSubmit, values: ruled}, out: output{outcome: done}},
		}},
		{"a service in house of an order of a partner", true, []told{create, {
			in: input{act: actEdit, version: anyVersion, values: values{Service: "8"}}, out: output{outcome: invalid},
		}}},
		{"another fulfilment by an edit", false, []told{create, {
			in: input{act: actEdit, version: anyVersion, values: values{Service: "8"}}, out: output{outcome: done},
		}}},
		{"a create that was repeated", true, []told{create, {
			in: input{act: actCreate, key: "k", partner: true, values: first}, out: output{outcome: replayed},
		}}},
		{"a submission without a response that was done", true, []told{create, at(actSubmit, lost), at(actFind, done), cancel(asked)}},
		{"a submission without a response that was not done", true, []told{create, at(actSubmit, lost), at(actFind, notFound), submit}},
		{"a submission after one without a response that was done", false, []told{
			create, at(actSubmit, lost), at(actFind, done), submit,
		}},
	} {
		if bad := historyOf(test.calls...).check(); (bad == nil) != test.right {
			t.Errorf("%s: linearizable is %t", test.what, bad == nil)
		}
	}
}

func TestExplainMarksTheCall(t *testing.T) {
	h := historyOf(create, edit(0, done), view(first, 0, "", created))
	bad := h.check()
	if len(bad) != 1 {
		t.Fatalf("%d orders are not linearizable", len(bad))
	}
	want := []byte{'N', ' ', ' ', '*'} // the number, and the calls
	var marks []byte
	for line := range strings.Lines(bad[0].explain()) {
		marks = append(marks, line[0])
	}
	if !slices.Equal(marks, want) {
		t.Errorf("marks %q, want %q:\n%s", marks, want, bad[0].explain())
	}
}
