package desk

import (
	"errors"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/store"
)

// newAdditions are what pages of the core show of packers.
func newAdditions(c feature.Core) web.Additions {
	pg := &pages{New(c.Orders)}
	return web.Additions{
		Home:     []func(*web.Visit, map[string][]int64, time.Time) *web.HomePart{home},
		Timeline: []func(*web.Visit, int64) ([]web.TimelineEntry, error){pg.timeline},
	}
}

// home shows what packers have done and have to do today.
func home(v *web.Visit, counts map[string][]int64, today time.Time) *web.HomePart {
	sum := func(name string) (n int64) {
		for _, of := range counts[name] {
			n += of
		}
		return n
	}
	toPack, toHandOver, left, packed := sum(parcels.ToPack), sum(parcels.ToHandOver), sum(parcels.Left), sum(parcels.PackedBy)
	if toPack+toHandOver+left+packed == 0 {
		return nil
	}
	from := today.AddDate(0, 0, 1-web.GlanceDays).Format(time.DateOnly)
	waiting := v.OrdersBehind("packed", "yes", "status", web.StatusNotPickedUp, "from", from)
	part := &web.HomePart{Title: web.Key("Packing today"), HourName: web.Key("Packed by hour"), Figures: []web.Figure{
		{Name: web.Key("To pack"), Today: toPack, TodayPath: v.OrdersBehind("packed", "no", "status", web.StatusNotPickedUp, "from", from)},
		{Name: web.Key("Packed today"), Today: packed},
		{Name: web.Key("To hand over"), Today: toHandOver + left, TodayPath: waiting},
		{Name: web.Key("Packed before today and still here"), Today: left, TodayPath: waiting, Tone: "warn"},
	}}
	for i, n := range counts[parcels.PackedBy] {
		if n > 0 {
			part.Hours = append(part.Hours, web.Hour{From: today.Add(time.Duration(i) * time.Hour), Number: n})
		}
	}
	return part
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
