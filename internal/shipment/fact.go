package shipment

import (
	"cmp"
	"time"
)

// Fact is what people of the operator did with a parcel, as a feature saw it: without a status, a driver has taken it over. The order
// follows it in the same transaction.
type Fact struct {
	OrderID int64
	On      time.Time
	Subject string // the number of the list on which it is, or the name of its scan
	// Of a scan in a hub: where the parcel is on its journey, what was seen of it, and where.
	Status  TrackerStatus
	Source  string // "": SourceHub
	Text    string
	Country Country
	Place   string
}

// Event is the tracking event of the fact.
func (f *Fact) Event() TrackingEvent {
	if f.Status != "" {
		return TrackingEvent{
			Status: f.Status, Text: f.Text, Country: f.Country, Place: f.Place, OccurredOn: f.On, Source: cmp.Or(f.Source, SourceHub),
			SourceEventID: f.Subject,
		}
	}
	return TrackingEvent{Status: PickedUp, OccurredOn: f.On, Source: SourceHandover, SourceEventID: f.Subject}
}
