package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"
)

// told are calls one after another, each with its response; begun is one that overlaps all that follow.
type told struct {
	in    input
	out   output
	begun bool
}

var (
	first  = values{"R1", "A", "Susan", "N"}
	second = values{city: "B"}

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

func begun(c told) told {
	c.begun = true
	return c
}

// historyOf is the history of an order: each call begins when the one before it has ended, or has begun if that overlaps.
func historyOf(calls ...told) *history {
	h := newHistory()
	for i, c := range calls {
		ended := int64(2*i + 1)
		if c.begun || c.out.outcome == lost {
			ended = int64(2 * len(calls))
		}
		h.calls["NO"] = append(h.calls["NO"], porcupine.Operation{ClientId: i, Input: c.in, Call: int64(2 * i), Output: c.out, Return: ended})
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
			create, view(first, 0, "", "X"), edit(0, done), view(edited, 1, "", "X"), edit(0, changed),
			{in: input{act: actSubmit, values: edited}, out: output{outcome: temporary}},
			{in: input{act: actSubmit, values: edited}, out: output{outcome: done}},
			edit(1, atPartner), view(edited, 1, "SUBMITTED", "X"), cancel(asked),
			{in: input{act: actTakeBack}, out: output{outcome: done}},
			view(edited, 1, "CANCELLED", "CANCELLED"), cancel(isOver),
		}},
		{"a hold", true, []told{
			create, hold(done), hold(unchanged), edit(1, done), view(edited, 2, "", "X"), release(done), release(unchanged),
			{in: input{act: actSubmit, values: edited}, out: output{outcome: done}},
			hold(done), edit(anyVersion, atPartner),
		}},
		{"a submission of a held order", false, []told{create, hold(done), submit}},
		{"a submission after a hold that was lost", true, []told{create, hold(lost), submit}},
		{"a hold that a view does not have", false, []told{create, hold(done), {in: input{act: actHeld}, out: output{outcome: done}}}},
		{"a lost edit that was done", true, []told{create, edit(anyVersion, lost), view(edited, 1, "", "X")}},
		{"a lost edit that was not done", true, []told{create, edit(anyVersion, lost), view(first, 0, "", "X")}},
		{"a lost edit that is undone", false, []told{create, edit(anyVersion, lost), view(edited, 1, "", "X"), view(first, 0, "", "X")}},
		{"an edit and a view at the same time", true, []told{create, begun(edit(0, done)), view(first, 0, "", "X"), view(edited, 1, "", "X")}},
		{"an acknowledged create that is gone", false, []told{create, {in: input{act: actView}, out: output{outcome: notFound}}}},
		{"an old view", false, []told{create, edit(0, done), view(first, 0, "", "X")}},
		{"a view of a new version with old values", false, []told{create, edit(0, done), view(first, 1, "", "X")}},
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
	} {
		if bad := historyOf(test.calls...).check(); (bad == nil) != test.right {
			t.Errorf("%s: linearizable is %t", test.what, bad == nil)
		}
	}
}

func TestExplainMarksTheCall(t *testing.T) {
	h := historyOf(create, edit(0, done), view(first, 0, "", "X"))
	bad := h.check()
	if len(bad) != 1 {
		t.Fatalf("%d orders are not linearizable", len(bad))
	}
	want := []byte{'N', ' ', ' ', '*'} // the number, and the calls
	var marks []byte
	for line := range strings.Lines(h.explain(bad[0])) {
		marks = append(marks, line[0])
	}
	if !slices.Equal(marks, want) {
		t.Errorf("marks %q, want %q:\n%s", marks, want, h.explain(bad[0]))
	}
}
