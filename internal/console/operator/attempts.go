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
var attemptKinds = web.Texts[store.AttemptKind]("attempt of a submission")

// attemptOutcomes are the outcomes of calls.
var attemptOutcomes = web.Badges[string]("attempt outcome")

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
