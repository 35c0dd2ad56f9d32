package request

import (
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// TrackMany is a request about the tracking of orders of an account.
type TrackMany[T any] struct {
	What        T        // of each order
	TrackingNos []string // as they were sent
	DryRun      bool     // nothing is changed
}

func trackMany[T any](t table[T]) Body[TrackMany[T]] {
	columns := append(within(t, func(m *TrackMany[T]) *T { return &m.What }),
		boolean(dryRunField, "Whether nothing is changed. Default false.", func(m *TrackMany[T]) *bool { return &m.DryRun }))
	return newBody(columns...).withNumbers(MaxHeld, func(m *TrackMany[T]) *[]string { return &m.TrackingNos })
}

var (
	// CorrectOrders is the body of a request that corrects the status of orders of an account.
	CorrectOrders = trackMany(correctionTable).also(func(_ *Form, m *TrackMany[shipment.Correction], problems Problems) Problems {
		return checkCorrection(&m.What, problems)
	})
	// ReportOrders is the body of a request that reports on orders of an account.
	ReportOrders = trackMany(eventTable.without("event_id")).
			also(func(_ *Form, m *TrackMany[shipment.TrackingEvent], problems Problems) Problems {
			m.What.Source = shipment.SourceOperator
			return problems
		})
)

// MaxParcels is how many parcels of any account a request may name to change them.
const MaxParcels = 1000

const filterField = "filter"

// ParcelChange is a request to change parcels of any account.
type ParcelChange struct {
	Kind   string         // of the jobs that change them
	Fields map[string]any // of the request that does the same with orders of one account
	Codes  []string       // that name the parcels, as they were sent
	Filter *ParcelFilter  // that selects the parcels, in place of Codes
	DryRun bool           // nothing is changed

	Status string // of Fields, to check them, as are the next
	shipment.Correction
	shipment.TrackingEvent
}

// fieldsOfActions are the fields that each action takes.
var fieldsOfActions = map[string][]string{
	"hold": {"reason"}, "release": {"reason"}, "cancel": nil, "correct": {"status", lostField, "reason"},
	"report": {"status", "description", "country", "address", "occurred_on"},
}

// ParcelActions are what may be done with parcels of any account.
func ParcelActions() []string { return []string{"hold", "release", "cancel", "report", "correct"} }

// FieldsOfAction are the fields that an action takes.
func FieldsOfAction(action string) []string { return fieldsOfActions[action] }

// ChangeParcels is the body of a request to change parcels of any account.
var ChangeParcels = func() Body[ParcelChange] {
	b := newBody(append(columnsOf[ParcelChange]("change_parcels", required),
		within(eventTable.without("status", "event_id"), func(c *ParcelChange) *shipment.TrackingEvent { return &c.TrackingEvent })...)...)
	b.shape.withList(trackingNos, MaxParcels, newShape(trackingNoField))
	return b.also(readParcelChange, filterField)
}()

// readParcelChange reads which parcels are changed, and keeps the fields of the action as they were sent.
func readParcelChange(f *Form, c *ParcelChange, problems Problems) Problems {
	c.Fields = map[string]any{}
	for _, name := range slices.Concat(fieldsOfActions["report"], fieldsOfActions["correct"]) {
		switch v := f.get(name); {
		case !v.given():
		case !slices.Contains(fieldsOfActions[c.Kind], name) && c.Kind != "":
			problems = problems.with(name, Messages{problem.NotOfKind.With(c.Kind)})
		case v.Kind == Bool:
			c.Fields[name] = c.Lost
		default:
			c.Fields[name] = v.Text
		}
	}
	var wrong Node
	switch filter := f.get(filterField); {
	case (filter.Kind == Absent) == (f.list().Kind == Absent):
		wrong = Messages{problem.CodesOrFilter}
	case filter.Kind == Absent:
		c.Codes, wrong = readElements(f, readNumberElement)
		return problems.with(trackingNos, wrong)
	case filter.Kind != Object:
		wrong = Messages{problem.NotDictionary.With(filter.TypeName())}
	default:
		form, _ := Decode([]byte(filter.Text), filterOfChange) // it was an object
		c.Filter = &ParcelFilter{}
		wrong = asNode(append(form.unknownOf(0, 0), checkParcelFilter(c.Filter, ParcelQuery.table.read(form, c.Filter))...))
	}
	return problems.with(filterField, wrong)
}

// filterOfChange is the shape of the filter of a ParcelChange.
var filterOfChange = ParcelQuery.table.ownShape()
