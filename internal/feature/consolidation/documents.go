package consolidation

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/importer"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// keeping charges the request of a context for rows of a document.
func keeping(ctx context.Context, with *printing.Service) (context.Context, func(int64) error) {
	held := with.Hold(ctx)
	return store.WithMeter(ctx, func(int) error { return nil }), held.Add
}

// name is the name of the file of a manifest, without its ending.
func (m *Paper) name() string {
	return fmt.Sprintf("%s-manifest-%d", m.Consignment.Number(), m.Version)
}

// Spreadsheet is the newest version of the manifest of a consignment as XLSX. Returns what Newest does.
func (s *Service) Spreadsheet(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	reading, keep := keeping(ctx, with)
	m, err := s.Newest(reading, id, keep)
	return orders.Spreadsheet(m.name(), string(importer.XLSX), func(_ context.Context, w io.Writer) error {
		headings := each.Of(m.columns, func(c manifestColumn) string { return c.heading })
		return importer.WriteTexts(w, importer.XLSX, headings, func(yield func([]string, error) bool) {
			for _, row := range m.Rows {
				if !yield(row, nil) {
					return
				}
			}
		})
	}), err
}

// Print is the newest version of the manifest of a consignment as PDF. Returns what Newest does.
func (s *Service) Print(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	reading, keep := keeping(ctx, with)
	m, err := s.Newest(reading, id, keep)
	if err != nil {
		return orders.Document{}, err
	}
	list := listOf("Manifest", &m.Consignment)
	list.Landscape, list.Rows = true, m.Rows
	list.About = append(list.About, [2]string{"Version", fmt.Sprintf("%d of %s", m.Version, dated(m.MadeOn))})
	list.Columns = each.Of(m.columns, func(c manifestColumn) label.ListColumn {
		return label.ListColumn{Title: c.heading, Share: c.share, Number: c.isNumber}
	})
	values := each.Of(m.Values, func(v stored.Value) string { return v.Currency + " " + v.Amount })
	list.Sums = append(sumsOf("Pieces (bags)", m.Pieces, m.Parcels, m.Net, m.Gross), strings.Join(values, "   "))
	return with.Listing(m.name(), list), nil
}

// listOf is a list about a consignment.
func listOf(title string, c *stored.Consignment) label.Listing {
	by := [2]string{"Air waybill", c.AWB}
	if c.AWB == "" {
		by = [2]string{"Truck", c.Truck}
	} else {
		by[1] = c.AWB[:3] + "-" + c.AWB[3:]
	}
	return label.Listing{Title: title, Number: c.Number(), About: [][2]string{by, {"Destination", c.Destination.Name()}, {"Broker", c.Broker}}}
}

// sumsOf are the sums below a list.
func sumsOf(bags string, count, parcels int64, net, gross shipment.Thousandths) []string {
	return []string{fmt.Sprintf("%s: %d   Parcels: %d   Net: %s kg   Gross: %s kg", bags, count, parcels, kilograms(net), kilograms(gross))}
}

func kilograms(n shipment.Thousandths) string { return thousandths(big.NewInt(int64(n))) }

func dated(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// loading are the columns of a list of bags.
var loading = []label.ListColumn{
	{Title: "No.", Share: 9, Number: true},
	{Title: "Bag", Share: 34},
	{Title: "Seal", Share: 60},
	{Title: "Parcels", Share: 22, Number: true},
	{Title: "Net kg", Share: 25, Number: true},
	{Title: "Gross kg", Share: 25, Number: true},
}

// LoadingList is the bags on a leg of a consignment as PDF. Returns store.ErrNotFound.
func (s *Service) LoadingList(ctx context.Context, with *printing.Service, id, legNo int64) (orders.Document, error) {
	c, err := s.Stored.Consignment(ctx, id)
	if err == nil && (legNo < 1 || legNo > int64(len(c.Legs))) {
		err = store.ErrNotFound
	}
	if err != nil {
		return orders.Document{}, err
	}
	bags, err := s.Stored.LegBags(ctx, id, legNo)
	if err != nil {
		return orders.Document{}, err
	}
	leg, list := &c.Legs[legNo-1], listOf("Loading list", &c)
	list.Columns, list.About[2] = loading, [2]string{"Planned departure", dated(leg.PlannedDeparture)}
	list.About = append(list.About, [2]string{"Flight", fmt.Sprintf("%s %s-%s", leg.Flight, leg.From, leg.To)})
	var parcels int64
	var net, gross shipment.Thousandths
	for i := range bags {
		b := &bags[i]
		parcels, net, gross = parcels+b.Parcels, net+b.Weight, gross+b.Weight+b.Tare
		list.Rows = append(list.Rows, []string{
			fmt.Sprint(i + 1), b.Number(), b.Seal, fmt.Sprint(b.Parcels), kilograms(b.Weight), kilograms(b.Weight + b.Tare),
		})
	}
	list.Sums = sumsOf("Bags", int64(len(bags)), parcels, net, gross)
	return with.Listing(fmt.Sprintf("%s-leg-%d", c.Number(), legNo), list), nil
}

// BagLabel is the label of a bag as PDF. Returns store.ErrNotFound.
func (s *Service) BagLabel(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	b, err := s.Stored.Bag(ctx, id)
	if err != nil {
		return orders.Document{}, err
	}
	l := label.BagLabel{
		Number: b.Number(), Seal: b.Seal, Parcels: fmt.Sprint(b.Parcels), Tare: kilograms(b.Tare) + " kg", Dated: "Opened " + dated(b.OpenedOn),
		Weight: kilograms(cmp.Or(b.Gross, b.Weight+b.Tare)) + " kg", Service: "All services",
	}
	if l.From, err = s.hubName(ctx, b.HubID); err == nil {
		l.To, err = s.hubName(ctx, b.ToHubID)
	}
	if err == nil && b.ConsignmentID != 0 {
		var c stored.Consignment
		c, err = s.Stored.Consignment(ctx, b.ConsignmentID)
		if l.Consignment = c.Number(); l.To == "" {
			l.To = c.Destination.Name()
		}
	}
	if err == nil && b.ServiceID != 0 {
		var service shipment.Service
		service, err = s.orders.Store.MasterData.ServiceOf(ctx, b.ServiceID)
		l.Service = service.Name
	}
	return with.BagLabel(l), err
}

// hubName is where a hub is; "" for none.
func (s *Service) hubName(ctx context.Context, id int64) (string, error) {
	if id == 0 {
		return "", nil
	}
	hub, err := s.orders.Store.HubPlace(ctx, id)
	return strings.TrimSpace(hub.Name + " " + hub.Country.Name()), err
}

// BagList is the parcels of a bag as PDF. Returns store.ErrNotFound.
func (s *Service) BagList(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	b, err := s.Stored.Bag(ctx, id)
	if err != nil {
		return orders.Document{}, err
	}
	list := label.Listing{Title: "Bag", Number: b.Number(), Columns: []label.ListColumn{
		{Title: "No.", Share: 12, Number: true},
		{Title: "Tracking number", Share: 70},
		{Title: "Weight kg", Share: 25, Number: true},
		{Title: "Scanned", Share: 40},
	}, About: [][2]string{{"Seal", b.Seal}, {"State", string(b.State)}, {"Tare", kilograms(b.Tare) + " kg"}}}
	reading, keep := keeping(ctx, with)
	sum := shipment.Thousandths(0)
	for after, more := (stored.Place{}), true; more; {
		found, err := s.Stored.BagParcels(reading, id, after, parcelsAtOnce)
		if err == nil {
			err = keep(int64(len(found)) << 8)
		}
		if err != nil {
			return orders.Document{}, err
		}
		for i := range found {
			after, sum = found[i].Place(), sum+found[i].Weight
			list.Rows = append(list.Rows, []string{
				fmt.Sprint(len(list.Rows) + 1), found[i].TrackingNo, kilograms(found[i].Weight), dated(found[i].ScannedOn),
			})
		}
		more = len(found) == parcelsAtOnce
	}
	list.Sums = sumsOf("Bags", 1, int64(len(list.Rows)), sum, sum+b.Tare)
	return with.Listing(b.Number(), list), nil
}
