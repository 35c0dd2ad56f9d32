package operator

import (
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/store"
)

// attemptRow is a line of the history of a submission.
type attemptRow struct {
	store.Attempt
	What string         // a key of texts
	How  web.StatusView // the outcome
}

// attemptKinds say what was tried.
var attemptKinds = map[store.AttemptKind]string{
	store.AttemptSubmit:  web.Key("Order sent to the partner"),
	store.AttemptFind:    web.Key("Partner asked whether it has the order"),
	store.AttemptCancel:  web.Key("Partner asked to cancel"),
	store.AttemptLabel:   web.Key("Label fetched"),
	store.AttemptRetry:   web.Key("Retried by an operator"),
	store.AttemptResolve: web.Key("Decided by an operator"),
	store.AttemptReport:  web.Key("Reported by the partner"),
}

// attemptOutcomes are the outcomes of calls.
var attemptOutcomes = map[string]web.StatusView{
	"accepted":      {Tone: "good", Text: web.Key("Accepted")},
	"refused":       {Tone: "bad", Text: web.Key("Refused")},
	"temporary":     {Tone: "warn", Text: web.Key("Not now")},
	"unknown":       {Tone: "warn", Text: web.Key("No usable reply")},
	"not_submitted": {Tone: "", Text: web.Key("The partner does not have it")},
	"not_ready":     {Tone: "", Text: web.Key("Not ready")},
	"cancelling":    {Tone: "active", Text: web.Key("Being cancelled")},
	"":              {Tone: "active", Text: web.Key("Under way")},
}

// outcomeOf is the badge of the outcome of a call, or of the state that a decision set.
func outcomeOf(word string) web.StatusView {
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
	}
	slices.Reverse(views)
	return views
}
