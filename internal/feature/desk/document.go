package desk

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// ordersAtOnce is how many orders of a hand-over list are read at once.
const ordersAtOnce = 200

// document is a hand-over list of the caller's account as PDF, with times in the time zone of the account. What is printed of its orders is
// in memory, and charged for. Returns store.ErrNotFound.
func (s *Service) document(ctx context.Context, with *printing.Service, by orders.Caller, id int64) (orders.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, with.ReadWithin)
	defer cancel()
	var r web.Reading
	h := web.Read3(&r, s.Parcels.Handover, ctx, by.AccountID, id)
	m := web.Read3(&r, s.manifest, ctx, with, &h)
	return with.Listing(h.Number(), m.Listing()), r.Err
}

// manifest is what is printed of a list.
func (s *Service) manifest(ctx context.Context, with *printing.Service, h *parcels.Handover) (label.Manifest, error) {
	var r web.Reading
	account := web.Read2(&r, s.orders.Store.MasterData.Account, ctx, h.AccountID)
	services := web.Read1(&r, s.orders.Store.MasterData.ServicesByID, ctx)
	m := label.Manifest{
		Account: account.Name, Service: services[h.ServiceID].Name, Number: h.Number(), GivenBy: h.GivenBy, TakenBy: h.TakenBy,
		Pickup: shipment.Party{Name: h.Place}, Date: h.OpenedOn, Signature: dotsOf(h.Signature),
	}
	if !h.ClosedOn.IsZero() {
		m.Date = h.ClosedOn
	}
	if zone, err := time.LoadLocation(account.Timezone); err == nil {
		m.Date = m.Date.In(zone)
	}
	m.Parcels = web.Read3(&r, s.parcelsOf, ctx, with, h)
	return m, r.Err
}

// parcelsOf reads the parcels of a list, some at a time, and charges the request for what is printed of them.
func (s *Service) parcelsOf(ctx context.Context, with *printing.Service, h *parcels.Handover) (listed []label.ManifestParcel, err error) {
	unmetered, held := store.WithMeter(ctx, func(int) error { return nil }), with.Hold(ctx)
	for after, more := int64(0), true; more; {
		read, err := s.Parcels.HandoverOrders(unmetered, h.AccountID, h.HandoverID, after, ordersAtOnce)
		if err != nil {
			return nil, err
		}
		kept := int64(0)
		for i := range read {
			p, size := printing.ParcelOf(&read[i])
			listed, after, kept = append(listed, p), read[i].OrderID, kept+size
		}
		if err := held.Add(kept); err != nil {
			return nil, err
		}
		more = len(read) == ordersAtOnce
	}
	return listed, nil
}

// dotsOf are the dots of a signature, close to each other.
func dotsOf(signature string) (dots [][2]float64) {
	const step = 2.5
	for line := range strings.SplitSeq(signature, "M") {
		var last [2]float64
		for i, point := range strings.Split(line, "L") {
			var p [2]float64
			if n, _ := fmt.Sscanf(point, "%g %g", &p[0], &p[1]); n != 2 {
				continue
			}
			if i == 0 {
				last = p
			}
			steps := math.Ceil(math.Hypot(p[0]-last[0], p[1]-last[1])/step) + 1
			for s := 1.0; s <= steps; s++ {
				dots = append(dots, [2]float64{last[0] + (p[0]-last[0])*s/steps, last[1] + (p[1]-last[1])*s/steps})
			}
			last = p
		}
	}
	return dots
}
