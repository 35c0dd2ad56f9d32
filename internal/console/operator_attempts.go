package console

import (
	"slices"
	"time"

	"waybill/internal/store"
)

// attemptRow is a line of the history of a submission.
type attemptRow struct {
	store.Attempt
	What string        // a key of texts
	How  statusView    // the outcome
	Took time.Duration // 0: it is no call, or it has not ended
}

// attemptKinds say what was tried.
var attemptKinds = map[store.AttemptKind]string{
	store.AttemptSubmit:  key("Order sent to the partner"),
	store.AttemptFind:    key("Partner asked whether it has the order"),
	store.AttemptCancel:  key("Partner asked to cancel"),
	store.AttemptLabel:   key("Label fetched"),
	store.AttemptRetry:   key("Retried by an operator"),
	store.AttemptResolve: key("Decided by an operator"),
	store.AttemptReport:  key("Reported by the partner"),
}

// attemptOutcomes are the outcomes of calls.
var attemptOutcomes = map[string]statusView{
	"accepted":      {"good", key("Accepted")},
	"refused":       {"bad", key("Refused")},
	"temporary":     {"warn", key("Not now")},
	"unknown":       {"warn", key("No usable reply")},
	"not_submitted": {"", key("The partner does not have it")},
	"not_ready":     {"", key("Not ready")},
	"cancelling":    {"active", key("Being cancelled")},
	"":              {"active", key("Under way")},
}

// outcomeOf is the badge of the outcome of a call, or of the state that a decision set.
func outcomeOf(word string) statusView {
	if known, ok := attemptOutcomes[word]; ok {
		return known
	}
	return ledgerState(word)
}

// attemptRows are the lines of a history, the newest first.
func attemptRows(history []store.Attempt) []attemptRow {
	views := make([]attemptRow, len(history))
	for i, a := range history {
		views[i] = attemptRow{Attempt: a, What: attemptKinds[a.Kind], How: outcomeOf(a.Outcome)}
		if a.Kind == store.AttemptRetry || a.Kind == store.AttemptResolve {
			views[i].How = ledgerState(a.Outcome)
		}
		if !a.EndedOn.IsZero() {
			views[i].Took = a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond)
		}
	}
	slices.Reverse(views)
	return views
}
