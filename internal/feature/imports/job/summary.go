package job

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// firstOrders is how many orders are shown as they will be.
	firstOrders = 5
	// shownItems is how many items of them are.
	shownItems = 5
	// recentOrders is with how many of the account's last orders a file is compared.
	recentOrders = 1000
	// leastRecent is how many of their values are needed: fewer say nothing about what is usual.
	leastRecent = 20

	weightPlaces, moneyPlaces = 3, 2
)

// Kinds of ranges.
const (
	RangeWeight = "weight"
	RangePieces = "pieces"
	RangePrice  = "price"
	RangeCOD    = "cod"
)

// FirstOrder is one of the first valid orders as it will be.
type FirstOrder struct {
	Row   int64           `json:"row"`
	Words problem.Message `json:"words"`
}

// Range is how far the values of the valid orders reach.
type Range struct {
	What     string `json:"what"`     // weight, in kg; pieces of an order; price of an item; cod
	Currency string `json:"currency"` // of price and cod, else ""
	Smallest string `json:"smallest"`
	Largest  string `json:"largest"`
	Sum      string `json:"sum"`

	Recent  *Recent `json:"recent"`  // null: the account has no such value
	Outside int64   `json:"outside"` // values below or above those of Recent
	Row     int64   `json:"row"`     // the first of them; 0: there is none
}

// Recent is how far the values of the account's last orders reach.
type Recent struct {
	Smallest string `json:"smallest"`
	Largest  string `json:"largest"`
	Orders   int64  `json:"orders"` // that were looked at
}

// measure says which values are compared: their kind and their currency.
type measure struct {
	what, currency string
	places         int
}

// extent is the values of a measure.
type extent struct {
	smallest, largest, sum, values int64

	outside, row int64 // values beyond the recent ones, and the row of the first
}

// extents are those of several orders.
type extents struct {
	all   map[measure]*extent
	order []measure // as they were seen
}

// add adds a value.
func (e *extents) add(m measure, value int64) *extent {
	if e.all == nil {
		e.all = make(map[measure]*extent)
	}
	of := e.all[m]
	if of == nil {
		of = &extent{smallest: value, largest: value}
		e.all[m], e.order = of, append(e.order, m)
	}
	of.smallest, of.largest, of.sum, of.values = min(of.smallest, value), max(of.largest, value), of.sum+value, of.values+1
	return of
}

// eachValue calls see with the values of an order that are compared.
func eachValue(o *shipment.Order, see func(m measure, value int64)) {
	see(measure{RangeWeight, "", weightPlaces}, int64(o.Weight))
	if o.PaymentType == shipment.PaymentCOD {
		see(measure{RangeCOD, o.Consignee.Country.Currency(), moneyPlaces}, int64(o.AmountToCollect()))
	}
	pieces := int64(0)
	for i := range o.Items {
		see(measure{RangePrice, o.Items[i].PriceCurrency, moneyPlaces}, int64(o.Items[i].PriceValue))
		pieces += o.Items[i].Quantity
	}
	see(measure{RangePieces, "", 0}, pieces)
}

// summing collects what a person sees before the orders are created.
type summing struct {
	recent extents
	looked int64 // recent orders
	file   extents
	first  []FirstOrder
}

// readRecent reads the values of the account's last orders.
func (s *summing) readRecent(ctx context.Context, from *store.Store, accountID int64) error {
	f := store.OrderFilter{AccountID: accountID, Filter: shipment.Filter{WithItems: true}}
	for after, read := (store.Cursor{}), 0; read < recentOrders; {
		orders, more, err := from.OrdersAfter(ctx, f, after)
		if err != nil {
			return err
		}
		for i := range orders {
			if o := &orders[i]; !o.Return {
				eachValue(o, func(m measure, value int64) { s.recent.add(m, value) })
				s.looked++
			}
		}
		if !more || len(orders) == 0 {
			break
		}
		read += len(orders)
		last := &orders[len(orders)-1]
		after = store.CursorOf(f, last.CreatedOn, last.UpdatedOn, last.OrderID)
	}
	maps.DeleteFunc(s.recent.all, func(_ measure, e *extent) bool { return e.values < leastRecent })
	return nil
}

// add adds a valid order, which begins in a row.
func (s *summing) add(o *shipment.Order, row int64) {
	eachValue(o, func(m measure, value int64) {
		of, recent := s.file.add(m, value), s.recent.all[m]
		if recent != nil && (value < recent.smallest || recent.largest < value) {
			of.outside, of.row = of.outside+1, cmp.Or(of.row, row)
		}
	})
	if len(s.first) < firstOrders {
		s.first = append(s.first, FirstOrder{row, inWords(o)})
	}
}

// inWords is an order as it will be.
func inWords(o *shipment.Order) problem.Message {
	to, goods := o.Consignee.Name, make([]string, 0, shownItems)
	if place := cmp.Or(o.Consignee.City, o.Consignee.Country.Name()); place != "" {
		to += ", " + place
	}
	for _, item := range o.Items[:min(shownItems, len(o.Items))] {
		goods = append(goods, fmt.Sprintf("%d × %s", item.Quantity, shorten(item.Desc)))
	}
	what, weight := strings.Join(goods, ", "), o.Weight.String()
	if o.PaymentType == shipment.PaymentCOD {
		return problem.WillCollect.With(o.Consignee.Country.Currency(), o.AmountToCollect().String(), to, what, weight)
	}
	return problem.WillSend.With(to, what, weight)
}

// ranges are the extents of the file, with the recent ones.
func (s *summing) ranges() []Range {
	ranges := make([]Range, len(s.file.order))
	for i, m := range s.file.order {
		text := func(value int64) string { return string(shipment.AppendScaled(nil, value, m.places)) }
		e := s.file.all[m]
		r := Range{What: m.what, Currency: m.currency, Smallest: text(e.smallest), Largest: text(e.largest), Sum: text(e.sum)}
		if recent := s.recent.all[m]; recent != nil {
			r.Recent = &Recent{text(recent.smallest), text(recent.largest), s.looked}
		}
		r.Outside, r.Row = e.outside, e.row
		ranges[i] = r
	}
	return ranges
}

// LetterRow is a row with letters outside ASCII.
type LetterRow struct {
	Row   int64    `json:"row"`
	Cells []string `json:"cells"` // those with such letters
}

// describeLetters adds the first rows with letters outside ASCII, and says which may have been read in a wrong charset.
func (r *Report) describeLetters(t *importer.Table) {
	for _, row := range t.Rows() {
		shown := LetterRow{Row: int64(row.Number)}
		for _, c := range row.Cells {
			if strings.IndexFunc(c.Text, func(r rune) bool { return r > 127 }) >= 0 {
				shown.Cells = append(shown.Cells, shorten(strings.Clone(c.Text)))
			}
		}
		if t.Format == importer.CSV && shown.Cells != nil && len(r.Letters) < previewRows {
			r.Letters = append(r.Letters, shown)
		}
	}
	if note := t.WrongLetters(); !note.IsZero() {
		r.Notes = append(r.Notes, note)
	}
}

// describingRow is why a row is left out that says what the headings mean.
const describingRow = "a description of the headings"

// LeftOutWhy is how many orders a column leaves out for a reason.
type LeftOutWhy struct {
	Heading string `json:"heading"`
	Reason  string `json:"reason"`
	Orders  int64  `json:"orders"`
}

// addLeftOut counts an order that is left out.
func (r *Report) addLeftOut(why *importer.LeftOut) {
	r.LeftOut++
	at := slices.IndexFunc(r.LeftOutWhy, func(w LeftOutWhy) bool { return w.Heading == why.Heading && w.Reason == why.Reason })
	if at < 0 {
		at, r.LeftOutWhy = len(r.LeftOutWhy), append(r.LeftOutWhy, LeftOutWhy{Heading: why.Heading, Reason: why.Reason})
	}
	r.LeftOutWhy[at].Orders++
}
