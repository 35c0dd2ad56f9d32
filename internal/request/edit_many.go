package request

import "waybill/internal/problem"

// MaxEdited is how many orders a request may change.
const MaxEdited = 200

const (
	changesField = "changes"
	dryRunField  = "dry_run"
)

// EditMany is a request to change orders.
type EditMany struct {
	TrackingNos []string // as they were sent
	Changes     []byte   // the patch of each: see ReadEditOfMany
	DryRun      bool     // nothing is changed
}

// EditOrders is the body of a request to change orders. The changes are a JSON object; ReadEditOfMany reads it for each order.
var EditOrders = newBody[EditMany]().also(readChanges, changesField, dryRunField).
	withNumbers(MaxEdited, func(m *EditMany) *[]string { return &m.TrackingNos })

func readChanges(f *Form, m *EditMany, problems Problems) Problems {
	switch v := f.get(changesField); v.Kind {
	case Absent:
		problems = problems.with(changesField, Messages{problem.Required})
	case Object:
		m.Changes = []byte(v.Text)
	default:
		problems = problems.with(changesField, Messages{problem.NotDictionary.With(v.TypeName())})
	}
	if v := f.get(dryRunField); v.given() {
		var wrong Messages
		m.DryRun, wrong = readBoolean(v, nil)
		problems = problems.with(dryRunField, asNode(wrong))
	}
	return problems
}
