package shipment

import "time"

// Fact is that a driver has taken a parcel over, as a feature saw it. The order follows it in the same transaction.
type Fact struct {
	OrderID int64
	On      time.Time
	Subject string // the number of the list on which it is, for example
}

// Event is the tracking event of the fact.
func (f *Fact) Event() TrackingEvent {
	return TrackingEvent{Status: PickedUp, OccurredOn: f.On, Source: SourceHandover, SourceEventID: f.Subject}
}
