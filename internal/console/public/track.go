package public

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TrackPage is the public page that shows where a parcel is to everyone who has its tracking number, in the
// language of the reader. It shows nothing about a person. Without a number it is a search.
type TrackPage struct {
	PartnerNumbers bool // numbers that partners gave are taken, too

	store *store.Store
	log   *slog.Logger
	page  page
}

// NewTrackPage returns the page. Its route has a {number}, or none for the search.
func NewTrackPage(s *store.Store, log *slog.Logger) *TrackPage {
	return &TrackPage{store: s, log: log, page: newPage("track.html")}
}

// trackView is the data of the template.
type trackView struct {
	frame
	TrackingNo string // "" if the request has no valid number: a page must not repeat the text of a link
	Searched   bool   // for a number
	Parcel     *parcelView
	Parcels    []parcelLink // if there are several numbers
	Logo       string       // path of the shipper's logo; "": it has none
	Other      string       // number of the order that replaces this one; "": none
	OtherPath  string
}

// parcelLink is one of several parcels: its status, and the page that has its history.
type parcelLink struct {
	TrackingNo, Path string
	Parcel           *parcelView // nil: the number is unknown
}

// maxNumbers is how many parcels a page shows: the largest selection of clients of the original interface.
const maxNumbers = 500

// ServeHTTP implements http.Handler.
func (p *TrackPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, lang := p.page.frame(r)
	view := trackView{frame: f}
	number := r.PathValue("number")
	if number == "" {
		p.search(w, r, view, lang)
		return
	}
	view.Searched = true
	if strings.Contains(number, ",") {
		p.several(w, r, view, lang)
		return
	}
	status := http.StatusNotFound
	if known := p.numberOf(number); known != "" {
		if shipment.IsTrackingNo(known) {
			view.TrackingNo = known
		}
		tracks, err := p.store.TrackCodes(r.Context(), []string{number}, 0, p.PartnerNumbers)
		if err != nil {
			p.unavailable(w, r, err)
			return
		}
		if found := tracks[number]; len(found) > 0 {
			status, number = http.StatusOK, found[0].TrackingNo
			view.TrackingNo = number
			view.Parcel = newParcelView(&found[0], lang)
			if found[0].Status == shipment.Cancelled {
				if view.Other, err = p.store.Replacement(r.Context(), number); err != nil {
					p.log.WarnContext(r.Context(), "show what replaces an order", "error", err) // the page is good without
				}
				view.OtherPath = lang.link("/track/"+view.Other, view.Chosen != "")
			}
			labels, err := p.store.MasterData.AccountLabels(r.Context(), found[0].AccountID)
			if err != nil {
				p.log.WarnContext(r.Context(), "show the logo of a shipper", "error", err) // the page is good without
			}
			if labels.Logo != nil {
				view.Logo = "/track/" + number + "/logo.png?" + strconv.FormatInt(labels.Revision, 10)
			}
		}
	}
	p.page.write(w, status, view.Tag, view)
}

func (p *TrackPage) unavailable(w http.ResponseWriter, r *http.Request, err error) {
	p.log.ErrorContext(r.Context(), "show a parcel's track", "error", err)
	http.Error(w, "The service is not available now. Try again shortly.", http.StatusServiceUnavailable)
}

// several shows the parcels of a list of numbers with commas. The status is 404 if one of them is unknown, which costs its caller more.
func (p *TrackPage) several(w http.ResponseWriter, r *http.Request, view trackView, lang *locale) {
	numbers := p.splitNumbers(r.PathValue("number"))
	if numbers == nil || slices.ContainsFunc(numbers, func(no string) bool { return !shipment.IsTrackingNo(no) }) { // the page repeats them
		p.page.write(w, http.StatusNotFound, view.Tag, view)
		return
	}
	view.TrackingNo = strings.Join(numbers, ",")
	tracks, err := p.store.TrackCodes(r.Context(), numbers, 0, p.PartnerNumbers)
	if err != nil {
		p.unavailable(w, r, err)
		return
	}
	status := http.StatusOK
	for _, number := range numbers {
		parcel := parcelLink{TrackingNo: number, Path: lang.link("/track/"+number, view.Chosen != "")}
		if found := tracks[number]; len(found) > 0 {
			parcel.Parcel = newParcelView(&found[0], lang)
		} else {
			status = http.StatusNotFound
		}
		view.Parcels = append(view.Parcels, parcel)
	}
	p.page.write(w, status, view.Tag, view)
}

// numberOf is the number of a parcel that a typed or scanned code stands for; "" if it stands for none.
func (p *TrackPage) numberOf(code string) string {
	for _, number := range shipment.Spellings(code) {
		if number == shipment.TrackingKey(number) && shipment.IsTrackingNo(number) {
			return number
		}
	}
	if code = strings.TrimSpace(code); p.PartnerNumbers && shipment.IsHAWBNo(code) {
		return code
	}
	return ""
}

// splitNumbers are the numbers of a list with commas, each once; nil if there is none, if there are too many, or if one of several is
// no number.
func (p *TrackPage) splitNumbers(list string) (numbers []string) {
	for code := range strings.SplitSeq(list, ",") {
		number := p.numberOf(code)
		if number != "" && !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
		if number == "" && strings.TrimSpace(code) != "" || len(numbers) > maxNumbers {
			return nil
		}
	}
	return numbers
}

// search leads to the page of the number, or the numbers with commas, that was typed in. Spaces in it do not count.
func (p *TrackPage) search(w http.ResponseWriter, r *http.Request, view trackView, lang *locale) {
	typed, sent := r.URL.Query()["number"]
	if !sent {
		p.page.write(w, http.StatusOK, view.Tag, view)
		return
	}
	numbers := p.splitNumbers(strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, typed[0]))
	if numbers == nil {
		view.Searched = true
		p.page.write(w, http.StatusBadRequest, view.Tag, view)
		return
	}
	w.Header().Set("Location", lang.link("/track/"+strings.Join(each.Of(numbers, url.PathEscape), ","), view.Chosen != ""))
	w.WriteHeader(http.StatusSeeOther)
}
