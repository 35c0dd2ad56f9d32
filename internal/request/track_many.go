package request

import "waybill/internal/shipment"

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

// MaxParcels is how many parcels of any account a request may change.
const MaxParcels = 1000

// fieldsOfActions are the fields that each action takes.
var fieldsOfActions = map[string][]string{
	"hold": {"reason"}, "release": {"reason"}, "cancel": nil, "correct": {"status", lostField, "reason"},
	"report": {"status", "description", "country", "address", "occurred_on"},
}

// ParcelActions are what may be done with parcels of any account.
func ParcelActions() []string { return []string{"hold", "release", "cancel", "report", "correct"} }

// FieldsOfAction are the fields that an action takes.
func FieldsOfAction(action string) []string { return fieldsOfActions[action] }
