package request

import (
	"net/url"

	"waybill/internal/problem"
)

// MaxTracked is how many tracking numbers a tracker query may name.
const MaxTracked = 1000

// TrackerQuery asks for the tracking of parcels.
type TrackerQuery struct {
	TrackingNos []string // as they were sent, without blanks around them
	Related     bool     // also the caller's other orders with the same reference
	Flatten     bool     // one list for all
}

// TrackerQueryFields are the fields of a tracker query beside its tracking numbers.
func TrackerQueryFields() []Field { return trackerTable.fields() }

var trackerTable = newTable(
	bind(field("get_related_updates", optional, Type{Name: TypeBoolean},
		"Also those of the newest orders with the same shipper_order_id; only of the account of the key."), readBoolean,
		func(q *TrackerQuery) *bool { return &q.Related }),
	bind(field("flatten_data", optional, Type{Name: TypeBoolean}, "One list for all numbers."), readBoolean,
		func(q *TrackerQuery) *bool { return &q.Flatten }),
)

// TrackerQueryShape is the shape of a tracker query.
func TrackerQueryShape() *Shape { return trackerQueryShape }

var trackerQueryShape = bodyShape(trackerTable.keys...).withList(trackingNos, MaxTracked, numberShape).noting()

// ReadTrackerQuery reads a tracker query.
func ReadTrackerQuery(f *Form) (TrackerQuery, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return TrackerQuery{}, problems
	}
	var q TrackerQuery
	numbers, wrong := readElements(f, readNumberElement)
	problems := Problems(nil).with(trackingNos, wrong)
	problems = append(problems, trackerTable.read(f, &q)...)
	q.TrackingNos = numbers
	return q, problems
}

// ReadTrackedNumbers reads a tracker query without a body: its tracking numbers are a parameter, separated by commas.
func ReadTrackedNumbers(query url.Values) (TrackerQuery, Problems) {
	list := Field{Name: trackingNos, Type: Type{Name: TypeNumberList, Max: MaxTrackingNos}}
	numbers, messages := readTrackingNos(queryValues(query).get(trackingNos), &list)
	if messages == nil && len(numbers) == 0 {
		messages = Messages{problem.Required}
	}
	if messages != nil {
		return TrackerQuery{}, Problems{{trackingNos, messages}}
	}
	return TrackerQuery{TrackingNos: numbers, Related: true}, nil
}
