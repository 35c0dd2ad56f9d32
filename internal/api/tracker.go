package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// unknownCost is how much an unknown tracking number counts against the limit. Numbers are scattered,
// so that a caller who tries one after another finds few.
const unknownCost = 10

// queryTracking shows the tracking of some numbers to everyone who knows them: the response has no
// personal data. Related orders are shown to their account only.
func (a *API) queryTracking(ctx context.Context, c shell.Call, query request.TrackerQuery) (shell.Response, error) {
	return a.respondWithTracks(ctx, c.Caller, query, func(w *shell.Rows, tracks map[string][]store.Track) {
		if query.Flatten {
			writeUpdates(w, updatesOf(distinctTracks(query.TrackingNos, tracks)))
		} else {
			writeByNumber(w, query.TrackingNos, tracks)
		}
	})
}

// respondWithTracks responds with what write writes of the tracks of a query.
func (a *API) respondWithTracks(
	ctx context.Context, caller masterdata.Caller, query request.TrackerQuery, write func(*shell.Rows, map[string][]store.Track),
) (shell.Response, error) {
	tracks, header, err := a.track(ctx, caller, query)
	return shell.Response{Status: http.StatusOK, Header: header, Rows: func(w *shell.Rows) error {
		write(w, tracks)
		return nil
	}}, err
}

// relatedUpdates is queryTracking as clients of the original interface call it, without a body: it shows an element for each number.
func (a *API) relatedUpdates(ctx context.Context, r *http.Request) (shell.Response, error) {
	query, problems := request.ReadTrackedNumbers(request.ParseQuery(r.URL.RawQuery))
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	ctx, cancel := context.WithTimeout(ctx, shell.ReadTimeout)
	defer cancel()
	caller, err := a.FindCaller(ctx, r)
	if err != nil {
		return shell.Response{}, err
	}
	return a.respondWithTracks(a.Metered(ctx), caller, query, func(w *shell.Rows, tracks map[string][]store.Track) {
		w.ArrStart()
		for _, no := range query.TrackingNos {
			w.ObjStart()
			text(w.Encoder, "tracking_no", no)
			w.FieldStart("status_updates")
			writeUpdates(w, updatesOf(tracks[no]))
			w.ObjEnd()
		}
		w.ArrEnd()
	})
}

// track finds the tracks of a query by its numbers, and counts them against the limit of the caller.
func (a *API) track(
	ctx context.Context, caller masterdata.Caller, query request.TrackerQuery,
) (tracks map[string][]store.Track, header http.Header, err error) {
	key, limit := a.LimitOf(ctx, caller, a.TrackingLimit)
	if header, err = a.tracked.Take(key, limit, len(query.TrackingNos)); err != nil {
		return nil, header, err
	}
	var relatedOf int64
	if query.Related && caller.May(shipment.ScopeOrdersRead) {
		relatedOf = caller.AccountID
	}
	if tracks, err = a.Store.TrackCodes(ctx, query.TrackingNos, relatedOf, a.TrackPartnerNumbers); err != nil {
		return nil, header, err
	}
	if unknown := each.Count(query.TrackingNos, func(no string) bool { return len(tracks[no]) == 0 }); unknown > 0 {
		header = a.tracked.Charge(key, limit, unknown*(unknownCost-1))
	}
	return tracks, header, nil
}

// trackPage is the shell of a tracking page. It counts as a query for the numbers that its path has.
func (a *API) trackPage(page http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), shell.ReadTimeout)
		defer cancel()
		key, limit := a.LimitOf(ctx, masterdata.Caller{}, a.TrackingLimit)
		numbers := 1 + strings.Count(r.PathValue("number"), ",")
		header, err := a.tracked.Take(key, limit, numbers)
		if err != nil {
			a.Respond(w, r, shell.Response{Header: header}, err)
			return
		}
		metered, err := a.Reading(ctx)
		if err != nil {
			a.Respond(w, r, shell.Response{}, err)
			return
		}
		page.ServeHTTP(w, r.WithContext(metered))
		if shell.StatusOf(ctx) == http.StatusNotFound {
			a.tracked.Charge(key, limit, numbers*(unknownCost-1))
		}
	}
}

// writeByNumber writes an object with the updates of each number, under the number as it was sent.
func writeByNumber(w *shell.Rows, sent []string, tracks map[string][]store.Track) {
	written := make(map[string]bool, len(sent))
	w.ObjStart()
	for _, no := range sent {
		if !written[no] {
			written[no] = true
			w.FieldStart(no)
			writeUpdates(w, updatesOf(tracks[no]))
		}
	}
	w.ObjEnd()
}

// distinctTracks are the tracks of all numbers, each once: an order may be related to several.
func distinctTracks(numbers []string, tracks map[string][]store.Track) []store.Track {
	var all []store.Track
	seen := make(map[string]bool, len(numbers))
	for _, no := range numbers {
		for _, track := range tracks[no] {
			if !seen[track.TrackingNo] {
				seen[track.TrackingNo] = true
				all = append(all, track)
			}
		}
	}
	return all
}

// update is an event with the tracking number of its order.
type update struct {
	trackingNo string
	shipment.TrackingEvent
}

// updatesOf are the events of tracks, newest first.
func updatesOf(tracks []store.Track) []update {
	var updates []update
	for _, track := range tracks {
		for _, e := range track.Events {
			updates = append(updates, update{track.TrackingNo, e})
		}
	}
	if len(tracks) > 1 { // a single track is sorted: its creation is last, whatever its time
		slices.SortStableFunc(updates, func(a, b update) int {
			return cmp.Or(b.OccurredOn.Compare(a.OccurredOn), strings.Compare(a.trackingNo, b.trackingNo))
		})
	}
	return updates
}

func writeUpdates(w *shell.Rows, updates []update) {
	e := w.Encoder
	e.ArrStart()
	for _, u := range updates {
		e.ObjStart()
		text(e, "tracking_no", u.trackingNo)
		text(e, "status", string(u.Status))
		timestamp(e, "updated_on", u.OccurredOn)
		text(e, "description", u.Description())
		text(e, "country", u.Country.Name())
		text(e, "address", u.Place)
		e.ObjEnd()
		w.Flush()
	}
	e.ArrEnd()
}
