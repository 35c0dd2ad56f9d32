package desk

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// station says what packers do with each parcel. It is in the address of the page, so that a bookmark keeps it.
type station struct {
	Items    bool                 // pieces are scanned or ticked
	Weigh    bool                 // the parcel is put on a scale
	Warnings bool                 // they do not stop a parcel
	Tare     shipment.Thousandths // kg that a scale shows more than the parcel: that of a tray
	Printer  string               // of a print agent; "": labels are printed by hand
}

func stationOf(v *web.Visit) station {
	query := v.Request.URL.Query()
	tare, _ := shipment.WeightOf(query.Get("tare"))
	return station{query.Get("items") != "", query.Get("weigh") != "", query.Get("warnings") != "", tare, query.Get("printer")}
}

// query is the station in an address.
func (s station) query() string {
	query := url.Values{"items": web.Ticked(s.Items), "weigh": web.Ticked(s.Weigh), "warnings": web.Ticked(s.Warnings)}
	if s.Printer != "" {
		query.Set("printer", s.Printer)
	}
	if s.Tare != 0 {
		query.Set("tare", s.Tare.String()+" kg")
	}
	return query.Encode()
}

// parcel is the order of a packing, with what a person has to look at before it is packed.
type parcel struct {
	parcels.Packing
	Order    shipment.Order
	Stale    bool // a label was printed, and has changed since
	Warnings []string
	Printed  store.LabelPrint
}

// packedItem is an item with the pieces that were ticked.
type packedItem struct {
	shipment.Item
	Index  int
	Ticked int64
}

// Items are the items of the order, with the pieces that were ticked.
func (p *parcel) Items() []packedItem {
	items := make([]packedItem, len(p.Order.Items))
	for i, item := range p.Order.Items {
		items[i] = packedItem{Item: item, Index: i}
		if i < len(p.Ticked) {
			items[i].Ticked = min(p.Ticked[i], item.Quantity)
		}
	}
	return items
}

// Left is how many pieces were not ticked.
func (p *parcel) Left() (pieces int64) {
	for _, item := range p.Items() {
		pieces += item.Quantity - item.Ticked
	}
	return pieces
}

// tick ticks a piece of an item. It reports false if all were ticked.
func (p *parcel) tick(i int) bool {
	items := p.Items()
	if i < 0 || i >= len(items) || items[i].Ticked == items[i].Quantity {
		return false
	}
	p.Ticked = each.Of(items, func(item packedItem) int64 { return item.Ticked })
	p.Ticked[i]++
	return true
}

// Stops reports whether something is to be decided before the parcel is packed.
func (p *parcel) Stops(s station) bool { return p.Stale || !s.Warnings && len(p.Warnings) > 0 }

// missing says what is to be done before a parcel is packed, "" for nothing.
func (p *parcel) missing(v *web.Visit, s station) string {
	switch left := p.Left(); {
	case p.Stops(s):
		return v.T("Look at the screen: something is to be decided.")
	case s.Items && left > 0:
		return v.T("Scan or tick %d more pieces.", left)
	case s.Weigh && p.Weight == 0:
		return v.T("Put the parcel on the scale.")
	}
	return ""
}

// weightWarning says that the weight on the scale is far from the stated one, "" if it is not.
func weightWarning(v *web.Visit, p *parcel) string {
	if p.Weight == 0 || !v.Account.WeightTolerance.Exceeded(p.Weight, p.Order.Weight) {
		return ""
	}
	return v.T("It weighs %[1]s, and %[2]s is stated.", v.Weight(p.Weight.String()), v.Weight(p.Order.Weight.String()))
}

// readParcel reads the order of a packing.
func readParcel(v *web.Visit, p parcels.Packing) (*parcel, error) {
	viewed, err := v.Console.Orders.View(v.Context(), v.Reader(), p.TrackingNo, nil)
	if err != nil {
		return nil, err
	}
	return parcelOf(v, p, viewed)
}

// parcelOf is a packing with its order.
func parcelOf(v *web.Visit, p parcels.Packing, viewed orders.Viewed) (*parcel, error) {
	read := &parcel{Packing: p, Order: viewed.Order}
	prints, err := v.Console.Store.Prints.LabelPrints(v.Context(), v.Account.AccountID, []int64{p.OrderID})
	if err != nil {
		return nil, err
	}
	read.Printed = prints[p.OrderID]
	read.Stale = read.Printed.OrderID != 0 && viewed.LabelStale
	f := orderform.New(orderform.Edit)
	f.Fill(orderform.OfOrder(&viewed.Order), v.Names())
	for _, w := range f.Order(v.Names()).Warnings(f, viewed.Warnings, v.Words()) {
		read.Warnings = append(read.Warnings, strings.TrimPrefix(v.Words().Place(f, w.Input)+": "+w.Message, ": "))
	}
	return read, nil
}

// packPage is the station with the parcel on it, or the one that was packed last.
type packPage struct {
	web.Bench
	Station    station
	Query      template.URL // of the station, as it stands in addresses
	Notice     string
	Open, Last *parcel
	Other      bool       // the last scan was not of the parcel that is shown: its label is not offered
	Print      labelPrint // of the last one
	Printers   []web.Option
	Packed     int64  // today
	Weight     string // what is to be said about the weight of the open one
	Day        day
	Printer    printjobs.Printer // that of the station
}

// day is what all packers have done today, and have left to do.
type day struct {
	Packed, Whole int64
	ToGo          string // with + if there are more
	Bars          []hourBar
}

// hourBar is the bar of an hour in a picture that is barHeight high and has barWidth for each.
type hourBar struct {
	From                 time.Time
	Number, X, Y, Height int64
}

const barHeight, barWidth = 40, 12

// Width is that of a picture of some bars.
func (hourBar) Width(bars int) int { return max(bars, 12) * barWidth }

// today reads the day of the account.
func (pg *pages) today(v *web.Visit, begin time.Time) (d day, err error) {
	hours, err := pg.Parcels.PackedByHour(v.Context(), v.Account.AccountID, begin)
	if err != nil {
		return d, err
	}
	counts, err := v.Console.Glances.Queues(v.Context(), v.Account.AccountID)
	toGo := counts[shipment.QueuePack]
	d.ToGo = v.AtLeast(toGo)
	first := slices.IndexFunc(hours, func(n int64) bool { return n > 0 })
	for i, n := range hours[max(0, first):] {
		height := n * barHeight / slices.Max(hours)
		from := begin.Add(time.Duration(first+i) * time.Hour)
		d.Packed += n
		d.Bars = append(d.Bars, hourBar{from, n, int64(i) * barWidth, barHeight - height, height})
	}
	d.Whole = d.Packed + int64(toGo.Orders)
	return d, err
}

// viewPack shows the station, or answers a script with what changes on the page.
func (pg *pages) viewPack(v *web.Visit) error { return pg.showPack(v, http.StatusOK, "") }

func (pg *pages) showPack(v *web.Visit, status int, notice string) error {
	p := &packPage{Station: stationOf(v), Notice: notice}
	p.Query = template.URL(p.Station.query()) //nolint:gosec // it is encoded
	now := v.Console.Now().In(v.Zone)
	today := web.StartOfDay(now)
	open, last, packed, err := pg.Parcels.Station(v.Context(), v.Account.AccountID, today)
	r := web.Reading{Err: err}
	p.Packed = packed
	if open.OrderID != 0 {
		if p.Open = web.Read2(&r, readParcel, v, open); r.Err == nil {
			p.Weight = weightWarning(v, p.Open)
		}
	} else if last.OrderID != 0 && last.On.After(today) {
		p.Last, p.Print = web.Read2(&r, readParcel, v, last), web.Read2(&r, pg.printOf, v, last)
	}
	if scanned := v.Request.URL.Query().Get("scanned"); scanned != "" {
		p.Other = !strings.HasSuffix(scanned, "/"+url.PathEscape(cmp.Or(open.TrackingNo, last.TrackingNo)))
	}
	p.Day, p.Printer = web.Read2(&r, pg.today, v, today), web.Read2(&r, pg.printer, v, p.Station.Printer)
	if r.Err == nil && (strings.HasSuffix(v.Request.URL.Path, "/now") || v.Request.PostForm.Get("now") != "") {
		return v.Fragment(status, "pack.html", "station", p)
	}
	p.Printers = web.Read2(&r, pg.printers, v, p.Station.Printer)
	return v.Show(r.Err, status, "pack.html", p)
}

// printer is the printer of the station. It has no name if there is none.
func (pg *pages) printer(v *web.Visit, name string) (printer printjobs.Printer, err error) {
	if name == "" {
		return printer, nil
	}
	known, err := pg.Prints.Printers(v.Context(), v.Account.AccountID)
	return each.By(known, func(p printjobs.Printer) string { return p.Name })[name], err
}

// scaleReading is what the scale beside the printer of a station shows: a line as scales send it, "" if its agent is not there. Another
// reading has another time.
type scaleReading struct {
	Line string `json:"line"`
	On   int64  `json:"on"`
}

func (pg *pages) readScale(v *web.Visit) (scaleReading, error) {
	printer, err := pg.printer(v, stationOf(v).Printer)
	if err != nil || !printer.IsThere {
		return scaleReading{}, err
	}
	return scaleReading{"ST,GS,+" + printer.Weight.String() + "kg", printer.WeighedOn.UnixMicro()}, nil
}

// printers are those of the print agents of the account, and the one that is chosen; none if there is none.
func (pg *pages) printers(v *web.Visit, chosen string) ([]web.Option, error) {
	known, err := pg.Prints.Printers(v.Context(), v.Account.AccountID)
	if err != nil || len(known) == 0 && chosen == "" {
		return nil, err
	}
	names := each.Of(known, func(p printjobs.Printer) string { return p.Name })
	if chosen != "" && !slices.Contains(names, chosen) {
		names = append(names, chosen)
	}
	return web.Options(v.T("Print by hand"), names, web.Itself), nil
}
