package shipment

import (
	_ "embed"
	"slices"
	"sync"
	"time"
)

//go:embed journeys.csv
var journeysCSV string

// Journey is a scripted journey of a parcel, for testing programs against the service.
type Journey struct {
	Name  string
	About string
	Steps []JourneyStep
}

// JourneyStep is one report of a journey.
type JourneyStep struct {
	Status TrackerStatus
	Text   string // "" is the status's own
	Place  string
	Abroad bool // in the country of destination, else in the country of origin
}

// Journeys are all journeys, the default first.
var Journeys = sync.OnceValue(func() (all []Journey) {
	for _, row := range Rows("journeys.csv", journeysCSV)[1:] {
		if last := len(all) - 1; last < 0 || all[last].Name != row[0] {
			all = append(all, Journey{Name: row[0], About: row[1]})
		}
		j := &all[len(all)-1]
		j.Steps = append(j.Steps, JourneyStep{Status: TrackerStatus(row[2]), Text: row[3], Place: row[4], Abroad: row[5] != ""})
	}
	return all
})

// JourneyNames are the names of the journeys, the default first.
func JourneyNames() []string {
	var names []string
	for _, j := range Journeys() {
		names = append(names, j.Name)
	}
	return names
}

// JourneyByName finds a journey.
func JourneyByName(name string) (Journey, bool) {
	all := Journeys()
	i := slices.IndexFunc(all, func(j Journey) bool { return j.Name == name })
	if i < 0 {
		return Journey{}, false
	}
	return all[i], true
}

// Event is the event that a step reports for an order at a time.
func (s JourneyStep) Event(o *Order, now time.Time) TrackingEvent {
	country := o.Pickup.Country
	if s.Abroad {
		country = o.Consignee.Country
	}
	return TrackingEvent{Status: s.Status, Text: s.Text, Country: country, Place: s.Place, OccurredOn: now, Source: SourceSimulated}
}
