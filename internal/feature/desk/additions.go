package desk

import (
	"errors"

	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// newAdditions are what pages of the core show of packers.
func newAdditions(c feature.Core) web.Additions {
	pg := &pages{New(c.Orders)}
	return web.Additions{
		Home:     []func(today string) web.HomePart{home},
		Timeline: []func(*web.Visit, int64) ([]web.TimelineEntry, error){pg.timeline},
		Polls:    []string{"/api/print/take/"},
	}
}

// home has what packers have done and have to do today.
func home(today string) web.HomePart {
	return web.HomePart{HourName: web.Key("Packed by hour"), HourOf: "packed", Steps: []web.Step{
		{
			Done: web.Figure{Name: web.Key("Packed"), Filter: []string{"packed", today}},
			Left: web.Figure{Name: web.Key("to pack"), Filter: web.InQueue(shipment.QueuePack)},
		},
		{
			Done: web.Figure{Name: web.Key("Handed over"), Filter: []string{"handed-over", today}},
			Left: web.Figure{Name: web.Key("to hand over"), Filter: web.InQueue(shipment.QueueHandOver)},
		},
	}}
}

// timeline says when the parcel of an order was packed.
func (pg *pages) timeline(v *web.Visit, orderID int64) ([]web.TimelineEntry, error) {
	packed, err := pg.Parcels.PackingOf(v.Context(), v.Account.AccountID, orderID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil || packed.On.IsZero() {
		return nil, err
	}
	entry := web.TimelineEntry{Text: v.T("Packed"), On: packed.On, By: packed.By}
	if packed.Weight != 0 {
		entry.Note = v.T("on the scale: %s", v.Weight(packed.Weight.String()))
	}
	return []web.TimelineEntry{entry}, nil
}
