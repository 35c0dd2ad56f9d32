package public

import (
	"cmp"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// parcelView is a parcel as its page shows it.
type parcelView struct {
	Account string
	Route   string // the countries of origin and destination
	Tone    string // good, warn, bad or "", the meaning of the status for the reader
	Now     updateView
	Stages  []stageView
	Updates []updateView // newest first
}

// updateView is a line of the history.
type updateView struct {
	Status, Note, Place string
	Foreign             bool // the note may be in another language than the page
	On, ISO             string
}

// stageView is a part of the bar of stages.
type stageView struct {
	Name    string
	State   string // in words
	Class   string
	Current bool
}

// tones are the meanings of statuses for the consignee.
var tones = map[shipment.TrackerStatus]string{
	shipment.Success:        "good",
	shipment.FailedPickup:   "warn",
	shipment.FailedDelivery: "warn",
	shipment.Exception:      "warn",
	shipment.ReturnToSender: "bad",
	shipment.Returned:       "bad",
	shipment.Cancelled:      "bad",
}

func newParcelView(track *store.Track, lang *locale) *parcelView {
	v := &parcelView{Account: track.Account, Route: lang.route(track.Origin, track.Destination), Tone: tones[track.Status]}
	current := false
	for _, e := range track.Events {
		if e.Corrected || len(v.Updates) == shipment.MaxEvents {
			continue
		}
		update := newUpdateView(e, track.Origin, lang)
		v.Updates = append(v.Updates, update)
		if !current && e.Moved && e.Status == track.Status {
			current, v.Now = true, update
			if lost(e) {
				v.Tone = "bad"
			}
		}
	}
	if !current { // cancelled without a report
		v.Now.Status = lang.words.Statuses[track.Status]
	}
	v.addStages(track, lang)
	return v
}

// lost reports whether an event says that the parcel is lost, which no status says.
func lost(e shipment.TrackingEvent) bool {
	return e.Status == shipment.Exception && e.Text == shipment.LostText
}

// newUpdateView shows an event. One without a country is shown in the time of the origin.
func newUpdateView(e shipment.TrackingEvent, origin shipment.Country, lang *locale) updateView {
	local := localTime(e.OccurredOn, e.Place, cmp.Or(e.Country, origin))
	v := updateView{
		Status: lang.words.Statuses[e.Status], Place: lang.place(e.Place, e.Country),
		On: lang.moment(local), ISO: local.Format(time.RFC3339),
	}
	v.Note, v.Foreign = lang.words.note(e.Status, e.Text)
	if lost(e) {
		v.Status, v.Note = v.Note, ""
	}
	return v
}

func (v *parcelView) addStages(track *store.Track, lang *locale) {
	journey, now := journeyOf(track)
	for i, s := range journey {
		part := stageView{Name: lang.words.Stages[s], State: lang.words.Done, Class: "done"}
		switch {
		case i == now:
			part.State, part.Class, part.Current = lang.words.Now, "now", true
		case i > now:
			part.State, part.Class = lang.words.Later, "later"
		}
		v.Stages = append(v.Stages, part)
	}
}
