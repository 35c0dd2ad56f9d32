package web

import (
	"net/url"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Figure is a number of orders that opens their list. It is counted as the list is, so that both are the same.
type Figure struct {
	Name   string // a key of texts; of a problem with %d for the number
	Tone   string
	Button string   // a key of texts: what a person does about a problem
	Filter []string // pairs of a parameter of the list of orders and its value
	Path   string   // of the list; "" if there is none
	store.Count
}

// Step is a step of the work of a day: how many orders are done, and how many wait. If Left.Name is "", no order waits for the step.
type Step struct {
	Done, Left Figure
	Percent    int // of the step with the most orders
}

// HomePart is what a feature adds to the home of an account.
type HomePart struct {
	Steps []Step
	// HourName is a key of texts for what is counted by the hour: orders by the parameter HourOf of their list, whose value is a time.
	HourName, HourOf string
}

// OverviewPart is what a feature adds to the overview of the operator: numbers of parcels, and when they were counted.
type OverviewPart struct {
	Figures   []Figure
	CountedOn time.Time
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
	// Home has their parts of the home of an account, of a day as time.DateOnly.
	Home []func(today string) HomePart
	// Overview has their parts of the overview of the operator.
	Overview []func(v *Visit) (OverviewPart, error)
	// Timeline has their lines of an order of the account.
	Timeline []func(v *Visit, orderID int64) ([]TimelineEntry, error)
	// Polls are routes of the API that programs ask again and again. The log of requests hides them, unless they fail.
	Polls []string
}

// Parameters of the list of orders.
const (
	StatusNotPickedUp  = "not-picked-up" // the value of status for parcels that wait here
	StatusNotCancelled = "not-cancelled" // the value of status for all orders but the cancelled ones
)

// InQueue is the filter of the list of orders for those of a queue.
func InQueue(queue shipment.Queue) []string { return []string{"queue", string(queue)} }

// OrdersBehind is the list of orders with parameters, "" if there is none.
func (v *Visit) OrdersBehind(pairs ...string) string {
	if !v.MayOpen(AccountPath + "orders") {
		return ""
	}
	return v.URL("orders") + "?" + ValuesOf(pairs).Encode()
}

// ValuesOf are pairs of a parameter and its value.
func ValuesOf(pairs []string) url.Values {
	query := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return query
}

// StartOfDay is the begin of the day of a time, in its time zone.
func StartOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
