package request

import "waybill/internal/problem"

// MaxEdited is how many orders a request may change.
const MaxEdited = 200

const (
	changesField = "changes"
	dryRunField  = "dry_run"
)

// EditManyShape is the shape of a request to change orders.
func EditManyShape() *Shape { return editManyShape }

var editManyShape = func() *Shape {
	s := ownShape(changesField, dryRunField).withList(trackingNos, MaxEdited, numberShape)
	s.whole.add(s.slots[changesField])
	return s
}()

// EditMany is a request to change orders.
type EditMany struct {
	TrackingNos []string // as they were sent
	Changes     []byte   // the patch of each: see ReadEditOfMany
	DryRun      bool     // nothing is changed
}

// ReadEditMany reads a request to change orders. The changes are a JSON object; ReadEditOfMany reads it for each order.
func ReadEditMany(f *Form) (EditMany, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return EditMany{}, problems
	}
	var m EditMany
	var wrong Node
	m.TrackingNos, wrong = readElements(f, readNumberElement)
	problems := Problems(nil).with(trackingNos, wrong)
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
		problems = problems.with(dryRunField, wrong.node())
	}
	return m, problems
}
