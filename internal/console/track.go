package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

//go:embed templates
var templates embed.FS

// TrackPage is the public page that shows where a parcel is to everyone who has its tracking number, in the
// language of the browser. It shows nothing about a person.
type TrackPage struct {
	store  *store.Store
	log    *slog.Logger
	page   *template.Template
	style  template.CSS
	policy string
}

// NewTrackPage returns the page. Its route has a {number}.
func NewTrackPage(s *store.Store, log *slog.Logger) *TrackPage {
	style := readTemplate("track.css")
	sum := sha256.Sum256([]byte(style))
	return &TrackPage{
		store: s, log: log,
		page:  template.Must(template.New("track").Parse(readTemplate("track.html"))),
		style: template.CSS(style), //nolint:gosec // it is embedded in this program
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	}
}

func readTemplate(name string) string {
	text, err := templates.ReadFile("templates/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// trackView is the data of the template.
type trackView struct {
	Words
	Tag     string
	Style   template.CSS
	Number  string // "" if the path has no valid number: a page must not repeat the text of a link
	Found   bool
	Status  string
	Tone    string // good, bad or "", the meaning of the status for the reader
	Route   string // the countries of origin and destination
	Updates []updateView
}

// updateView is a line of the history.
type updateView struct {
	Status, Note, Place string
	On, ISO             string
}

// ServeHTTP implements http.Handler.
func (p *TrackPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lang := localeOf(r.Header.Get("Accept-Language"))
	number := shipment.TrackingKey(r.PathValue("number"))
	view := trackView{Words: lang.words, Tag: lang.tag.String(), Style: p.style}
	status := http.StatusNotFound
	if shipment.IsTrackingNo(number) {
		view.Number = number
		tracks, err := p.store.TrackOrders(r.Context(), []string{number}, 0)
		if err != nil {
			p.log.ErrorContext(r.Context(), "show a parcel's track", "error", err)
			http.Error(w, "The service is not available now. Try again shortly.", http.StatusServiceUnavailable)
			return
		}
		if found := tracks[number]; len(found) > 0 {
			status = http.StatusOK
			view.show(found[0], lang)
		}
	}
	p.write(w, r, status, view)
}

func (v *trackView) show(track store.Track, lang locale) {
	v.Found = true
	v.Status = lang.words.Statuses[track.Status]
	v.Tone = tones[track.Status]
	v.Route = lang.route(track.Origin, track.Destination)
	for _, e := range track.Events {
		v.Updates = append(v.Updates, updateView{
			Status: lang.words.Statuses[e.Status], Note: e.Text, Place: lang.place(e.Place, e.Country),
			On: e.OccurredOn.UTC().Format("2006-01-02 15:04"), ISO: e.OccurredOn.UTC().Format(time.RFC3339),
		})
	}
}

// tones are the meanings of statuses for the consignee.
var tones = map[shipment.TrackerStatus]string{
	shipment.Success:        "good",
	shipment.FailedPickup:   "bad",
	shipment.FailedDelivery: "bad",
	shipment.Exception:      "bad",
	shipment.ReturnToSender: "bad",
	shipment.Returned:       "bad",
	shipment.Cancelled:      "bad",
}

func (p *TrackPage) write(w http.ResponseWriter, r *http.Request, status int, view trackView) {
	var body bytes.Buffer
	if err := p.page.Execute(&body, view); err != nil {
		panic(err) // the template does not match the view: a bug
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", view.Tag)
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	header.Set("Content-Security-Policy", p.policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "no-cache")
	header.Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body.Bytes()) // a client that has gone away is not an error
	}
}
