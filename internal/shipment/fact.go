package shipment

import "time"

// FactKind is the kind of a fact.
type FactKind string

// HandedOver says that a driver has taken the parcel over.
const HandedOver FactKind = "handed_over"

// Fact is what people of the operator did with a parcel, as a feature saw it. The order follows it in the same transaction.
type Fact struct {
	Kind    FactKind
	OrderID int64
	On      time.Time
	Subject string // the number of the list on which it is, for example
}

// Event is the tracking event of the fact.
func (f *Fact) Event() TrackingEvent {
	return TrackingEvent{Status: PickedUp, OccurredOn: f.On, Source: SourceHandover, SourceEventID: f.Subject}
}
