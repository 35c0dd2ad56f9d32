package consolidation

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/importer"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// heldBytes is what a request is charged that reads the parcels of a consignment: some orders, and of each parcel its digest twice.
const heldBytes = bytesAtOnce + 4<<20

// charge charges the request for reading the parcels of a consignment. Returns store.ErrNotFound.
func (s *Service) charge(ctx context.Context, with *printing.Service, id int64) error {
	if _, err := s.Stored.Consignment(ctx, id); err != nil {
		return err
	}
	return with.Hold(ctx).Add(heldBytes)
}

// held is the newest version of the manifest of a consignment, for which the request is charged. Returns what Newest does.
func (s *Service) held(ctx context.Context, with *printing.Service, id int64) (Paper, error) {
	if err := s.charge(ctx, with, id); err != nil {
		return Paper{}, err
	}
	return s.Newest(ctx, id)
}

// name is the name of the file of a manifest, without its ending.
func (m *Paper) name() string {
	return fmt.Sprintf("%s-manifest-%d", m.Consignment.Number(), m.Version)
}

// Spreadsheet is the newest version of the manifest of a consignment as XLSX. Returns what Newest does.
func (s *Service) Spreadsheet(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	m, err := s.held(ctx, with, id)
	return orders.Spreadsheet(m.name(), string(importer.XLSX), func(ctx context.Context, w io.Writer) error {
		headings := each.Of(m.columns, func(c manifestColumn) string { return c.heading })
		return importer.WriteTexts(w, importer.XLSX, headings, m.Rows(ctx))
	}), err
}

// Print is the newest version of the manifest of a consignment as PDF. Returns what Newest does.
func (s *Service) Print(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	m, err := s.held(ctx, with, id)
	list := listOf("Manifest", &m.Consignment)
	list.Landscape, list.Count = true, m.count
	list.About = append(list.About, [2]string{"Version", fmt.Sprintf("%d of %s", m.Version, dated(m.MadeOn))})
	list.Columns = each.Of(m.columns, func(c manifestColumn) label.ListColumn {
		return label.ListColumn{Title: c.heading, Share: c.share, Kind: c.kind}
	})
	values := each.Of(m.Values, func(v stored.Value) string { return v.Currency + " " + v.Amount })
	list.Sums = []string{sumOf(m.Pieces, m.Parcels, m.Net, m.Gross), strings.Join(values, "  ·  ")}
	d := with.Listing(m.name())
	d.Write = func(ctx context.Context, w io.Writer) error {
		list.Rows = m.Rows(ctx)
		return with.Listing("", list).Write(ctx, w)
	}
	return d, err
}

// listOf is a list about a consignment.
func listOf(title string, c *stored.Consignment) label.Listing {
	by := [2]string{"Truck", c.Truck}
	if c.AWB != "" {
		by = [2]string{"Air waybill", c.AWB[:3] + "-" + c.AWB[3:]}
	}
	return label.Listing{Title: title, Number: c.Number(), About: [][2]string{by, {"Destination", c.Destination.Name()}, {"Broker", c.Broker}}}
}

// sumOf is the sum below a list.
func sumOf(pieces, parcels int64, net, gross shipment.Thousandths) string {
	return fmt.Sprintf("Pieces (bags): %d  ·  Parcels: %d  ·  Net: %s kg  ·  Gross: %s kg", pieces, parcels, kilograms(net), kilograms(gross))
}

func kilograms(n shipment.Thousandths) string { return thousandths(big.NewInt(int64(n))) }

func dated(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// LoadingList is the bags on a leg of a consignment as PDF. Returns store.ErrNotFound.
func (s *Service) LoadingList(ctx context.Context, with *printing.Service, id, legNo int64) (orders.Document, error) {
	list, err := s.bagsOf(ctx, id, legNo, "Loading list", "Bag 34|Seal 69")
	return with.Listing(fmt.Sprintf("%s-leg-%d", list.Number, legNo), list), err
}

// TransferSlip is the bags on a leg of a consignment as PDF, which who hands them over and who takes them over sign: a hub, and the next
// one or the carrier. Returns store.ErrNotFound.
func (s *Service) TransferSlip(ctx context.Context, with *printing.Service, id, legNo int64) (orders.Document, error) {
	list, err := s.bagsOf(ctx, id, legNo, "Transfer slip", "Bag* 58|Seal 45")
	list.Note = "Both have counted the bags listed above, and their seals are intact, but for what is written below."
	list.Fields = [][2]string{{"Handed over by"}, {"Signature"}, {"Date and time"}, {"Taken over by, company"}, {"Signature"}, {"Vehicle"}}
	list.Fields = append(list.Fields, [2]string{"Bags taken over"}, [2]string{"Missing or damaged"})
	return with.Listing(fmt.Sprintf("%s-slip-%d", list.Number, legNo), list), err
}

// bagsOf lists the bags on a leg of a consignment, which columns begin with. Returns store.ErrNotFound.
func (s *Service) bagsOf(ctx context.Context, id, legNo int64, title, columns string) (list label.Listing, err error) {
	c, err := s.Stored.Consignment(ctx, id)
	if err == nil && (legNo < 1 || legNo > int64(len(c.Legs))) {
		err = store.ErrNotFound
	}
	if err != nil {
		return list, err
	}
	bags, err := s.Stored.LegBags(ctx, id, legNo)
	leg := &c.Legs[legNo-1]
	list = listOf(title, &c)
	list.Columns = label.Columns("No.# 9|" + columns + "|Parcels# 18|Net kg# 25|Gross kg# 25")
	list.About[2] = [2]string{"Planned departure", dated(leg.PlannedDeparture)}
	list.About = append(list.About, [2]string{"Flight", fmt.Sprintf("%s %s-%s", leg.Flight, leg.From, leg.To)})
	var parcels int64
	var net, tare shipment.Thousandths
	list.Fill(each.Of(bags, func(b stored.Bag) []string {
		parcels, net, tare = parcels+b.Parcels, net+b.Weight, tare+b.Tare
		list.Count++
		return []string{fmt.Sprint(list.Count), b.Number(), b.Seal, fmt.Sprint(b.Parcels), kilograms(b.Weight), kilograms(b.Weight + b.Tare)}
	}))
	list.Sums = []string{sumOf(int64(len(bags)), parcels, net, net+tare)}
	return list, err
}

// Invoices are the commercial invoices of the parcels of a consignment in one PDF, which is drawn while they are read. Returns
// store.ErrNotFound, a conflict if there are too many, and printing.ErrNothing.
func (s *Service) Invoices(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	c, err := s.Stored.Consignment(ctx, id)
	if err == nil {
		err = with.Hold(ctx).Add(heldBytes)
	}
	if err != nil {
		return orders.Document{}, err
	}
	parcels, err := s.Stored.CheckSize(ctx, s.Stored.DB.Reads, id, 0)
	if err == nil && parcels == 0 {
		err = printing.ErrNothing
	}
	return with.Invoices(c.Number()+"-invoices", func(ctx context.Context) iter.Seq2[*shipment.Order, error] {
		return pushed(func(visit func(*shipment.Order) error) error {
			return s.eachParcel(ctx, id, func(found []parcel) (err error) {
				for i := 0; i < len(found) && err == nil; i++ {
					err = visit(found[i].order)
				}
				return err
			})
		})
	}), err
}

// BagLabel is the label of a bag as PDF. Returns store.ErrNotFound.
func (s *Service) BagLabel(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	var r web.Reading
	b := web.Read2(&r, s.Stored.Bag, ctx, id)
	from, to := web.Read2(&r, s.hubName, ctx, b.HubID), web.Read2(&r, s.hubName, ctx, b.ToHubID)
	consignment, service := "", "All services"
	if b.ConsignmentID != 0 {
		c := web.Read2(&r, s.Stored.Consignment, ctx, b.ConsignmentID)
		consignment, to = c.Number(), cmp.Or(to, c.Destination.Name())
	}
	if b.ServiceID != 0 {
		service = web.Read2(&r, s.orders.Store.MasterData.ServiceOf, ctx, b.ServiceID).Name
	}
	fields := [][2]string{{"Service", service}, {"Consignment", consignment}, {"Seal", b.Seal}, {"Parcels", fmt.Sprint(b.Parcels)}}
	fields = append(fields, [2]string{"Gross weight", kilograms(cmp.Or(b.Gross, b.Weight+b.Tare)) + " kg"},
		[2]string{"Tare", kilograms(b.Tare) + " kg"})
	return with.BagLabel(label.BagLabel{
		Number: b.Number(), From: from, To: to, Dated: "Opened " + dated(b.OpenedOn), Fields: fields,
	}), r.Err
}

// hubName is where a hub is; "" for none.
func (s *Service) hubName(ctx context.Context, id int64) (string, error) {
	if id == 0 {
		return "", nil
	}
	hub, err := s.orders.Store.HubPlace(ctx, id)
	return strings.TrimSpace(hub.Name + " " + hub.Country.Name()), err
}

// BagList is the parcels of a bag as PDF. Returns store.ErrNotFound, and a conflict if there are too many.
func (s *Service) BagList(ctx context.Context, with *printing.Service, id int64) (orders.Document, error) {
	b, err := s.Stored.Bag(ctx, id)
	if err == nil {
		err = with.Hold(ctx).Add(heldBytes)
	}
	if err == nil {
		_, err = s.Stored.CheckSize(ctx, s.Stored.DB.Reads, 0, id)
	}
	if err != nil {
		return orders.Document{}, err
	}
	found, err := s.Stored.BagParcels(ctx, id, stored.Place{}, math.MaxInt32)
	list := label.Listing{
		Title: "Bag", Number: b.Number(), Columns: label.Columns("No.# 12|Tracking number 70|Weight kg# 25|Scanned 40"),
		About: [][2]string{{"Seal", b.Seal}, {"State", string(b.State)}, {"Tare", kilograms(b.Tare) + " kg"}},
	}
	sum := shipment.Thousandths(0)
	list.Fill(each.Of(found, func(p stored.Listed) []string {
		sum, list.Count = sum+p.Weight, list.Count+1
		return []string{fmt.Sprint(list.Count), p.TrackingNo, kilograms(p.Weight), dated(p.ScannedOn)}
	}))
	list.Sums = []string{sumOf(1, int64(len(found)), sum, sum+b.Tare)}
	return with.Listing(b.Number(), list), err
}
