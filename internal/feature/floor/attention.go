package floor

import (
	"context"
	"net/url"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/kept"
	"waybill/internal/shipment"
	"waybill/internal/throttle"
)

const (
	// countedEvery is how long the overview shows counts before they are counted again, and countLimit how long that may take.
	countedEvery, countLimit = 15 * time.Second, 30 * time.Second
	// lanesLooked is the time between two looks whether the lanes are to be measured.
	lanesLooked = time.Hour
)

// attentionWords are the reasons why a parcel needs attention.
var attentionWords = map[shipment.Attention]struct{ tone, name string }{
	shipment.AttentionCustoms:     {"warn", web.Key("At customs")},
	shipment.AttentionFailed:      {"bad", web.Key("Failed or with an exception")},
	shipment.AttentionLost:        {"bad", web.Key("Lost")},
	shipment.AttentionUnmoved:     {"bad", web.Key("Recorded but not moved")},
	shipment.AttentionSilent:      {"warn", web.Key("Silent for longer than usual")},
	shipment.AttentionPartnerDown: {"warn", web.Key("Wait for a partner that is down")},
}

// counted are the parcels that need attention, and when they were counted.
type counted struct {
	counts map[shipment.Attention]int64
	on     time.Time
}

// newOverview makes what the overview of the operator shows of parcels: each number opens its list.
func newOverview(c feature.Core) func(*web.Visit) (web.OverviewPart, error) {
	read := kept.For(countedEvery, countLimit, c.Orders.Now, func(ctx context.Context) (of counted, err error) {
		of.on = c.Orders.Now()
		of.counts, err = c.Orders.Store.Attention(ctx)
		return of, err
	})
	return func(v *web.Visit) (part web.OverviewPart, err error) {
		of, err := read(v.Context())
		for _, a := range shipment.Attentions() {
			figure := web.Figure{Name: attentionWords[a].name}
			if figure.Orders = int(of.counts[a]); figure.Orders > 0 {
				figure.Tone = attentionWords[a].tone
			}
			if path := v.Allowed(parcelsPath); path != "" {
				figure.Path = path + "?" + url.Values{"attention": {string(a)}}.Encode()
			}
			part.Figures = append(part.Figures, figure)
		}
		part.CountedOn = of.on
		return part, err
	}
}

// attentionOptions are the reasons, for a filter.
func attentionOptions(v *web.Visit) []web.Option {
	return web.Options(v.T("Any attention"), shipment.Attentions(), func(a shipment.Attention) web.Option {
		return web.Option{Value: string(a), Text: v.T(attentionWords[a].name)}
	})
}

// measureLanes is the worker that measures each night what is usual on each lane, and deletes what is old.
func measureLanes(ctx context.Context, p feature.Process) {
	for throttle.Sleep(ctx, lanesLooked) {
		_, err := p.Store.MeasureLanes(ctx)
		throttle.LogFailure(ctx, p.Log, "measure the lanes", err)
		throttle.LogFailure(ctx, p.Log, "purge unknown codes", (&stored.Store{Store: p.Store}).PurgeUnknown(ctx))
	}
}
