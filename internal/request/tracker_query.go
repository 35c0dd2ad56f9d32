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

// QueryTracking is the body of a tracker query.
var QueryTracking = bodyOf[TrackerQuery]("query_tracking").
	withNumbers(MaxTracked, func(q *TrackerQuery) *[]string { return &q.TrackingNos }).lenient()

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
