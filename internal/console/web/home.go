package web

import (
	"net/url"
	"time"
)

// Figure is a number of today, and of the days before with it.
type Figure struct {
	Name        string // a key of texts
	Today, Days int64
	Path        string // of the list behind the days; "" if there is none
	TodayPath   string
	Tone        string
}

// HomePart is what a feature shows on the home of an account.
type HomePart struct {
	Title    string // a key of texts
	Figures  []Figure
	HourName string // a key of texts: what Hours counts
	Hours    []Hour
}

// Hour is a number of an hour.
type Hour struct {
	From   time.Time
	Number int64
}

// TimelineEntry is a line of what happened to an order, on its page.
type TimelineEntry struct {
	Tone, Text, Note, By string
	On                   time.Time
	NoteID               int64  // 0: it is no note that the user may delete
	Path                 string // that deletes the note
}

// Additions are what features add to pages of the core.
type Additions struct {
	// Home has their parts of the home of an account, by what they counted, see store.Part; nil: it shows nothing today.
	Home []func(v *Visit, counts map[string][]int64, today time.Time) *HomePart
	// Timeline has their lines of an order of the account.
	Timeline []func(v *Visit, orderID int64) ([]TimelineEntry, error)
}

// StatusNotPickedUp is the parameter status of the list of orders for parcels that were not picked up, and for cancelled orders.
const StatusNotPickedUp = "not-picked-up"

// OrdersBehind is the list of orders with parameters, "" if there is none.
func (v *Visit) OrdersBehind(pairs ...string) string {
	if !v.MayOpen(AccountPath + "orders") {
		return ""
	}
	query := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return v.URL("orders") + "?" + query.Encode()
}

// StartOfDay is the begin of the day of a time, in its time zone.
func StartOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
