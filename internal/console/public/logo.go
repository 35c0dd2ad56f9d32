package public

import (
	"log/slog"
	"net/http"
	"strconv"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Logo is the logo of a parcel's shipper, for the tracking page. Browsers keep it for a day: its address has the
// revision of the shipper's settings.
type Logo struct {
	store *store.Store
	log   *slog.Logger
}

// NewLogo returns the logo. Its route has a {number}.
func NewLogo(s *store.Store, log *slog.Logger) *Logo { return &Logo{s, log} }

// ServeHTTP implements http.Handler.
func (l *Logo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number := shipment.TrackingKey(r.PathValue("number"))
	tracks, err := l.store.TrackOrders(r.Context(), []string{number}, 0)
	var labels shipment.AccountLabels
	if found := tracks[number]; err == nil && len(found) > 0 {
		labels, err = l.store.MasterData.AccountLabels(r.Context(), found[0].AccountID)
	}
	switch {
	case err != nil:
		l.log.ErrorContext(r.Context(), "show the logo of a shipper", "error", err)
		http.Error(w, "The service is not available now. Try again shortly.", http.StatusServiceUnavailable)
		return
	case labels.Logo == nil:
		http.NotFound(w, r)
		return
	}
	picture, header := labels.Logo.PNG(), w.Header()
	header.Set("Content-Type", "image/png")
	header.Set("Content-Length", strconv.Itoa(len(picture)))
	header.Set("Content-Security-Policy", "default-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(picture) // net/http drops that of HEAD; a client that has gone away is not an error
}
