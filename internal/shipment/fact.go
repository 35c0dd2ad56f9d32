package shipment

import "time"

// FactKind is the kind of a fact.
type FactKind string

// The kinds of facts.
const (
	HandedOver FactKind = "handed_over" // a driver has taken the parcel over
	Scanned    FactKind = "scanned"     // in a hub of the operator
)

// Fact is what people of the operator did with a parcel, as a feature saw it. The order follows it in the same transaction.
type Fact struct {
	Kind    FactKind
	OrderID int64
	On      time.Time
	Subject string // the number of the list on which it is, or the name of the scan
	// Of a scan: where the parcel is on its journey, what was seen of it, and where.
	Status  TrackerStatus
	Text    string
	Country Country
	Place   string
}

// Event is the tracking event of the fact.
func (f *Fact) Event() TrackingEvent {
	if f.Kind == Scanned {
		return TrackingEvent{
			Status: f.Status, Text: f.Text, Country: f.Country, Place: f.Place, OccurredOn: f.On, Source: SourceHub, SourceEventID: f.Subject,
		}
	}
	return TrackingEvent{Status: PickedUp, OccurredOn: f.On, Source: SourceHandover, SourceEventID: f.Subject}
}
