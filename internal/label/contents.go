package label

import (
	"fmt"
	"sort"
	"strings"

	"waybill/internal/each"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// The bottom of a label.
const (
	bottomTop  = 126.2
	bottomEnd  = 147.2
	factHeight = 3.7
)

var factSizes = sizes{8.5, 5.5}

// contents draws the QR code, and what the parcel contains right of it.
func (d *parcels) contents(s *Shipment) error {
	o := s.Order
	if s.AccountLabels.HideContents {
		o.Items = nil
	}
	// The quiet zone reaches into the margin of the label.
	corner := func(_, quiet float64) (x, y float64) { return left, bottomTop + quiet }
	side, quiet, err := d.qrAt(labelHeight-bottomTop, o.TrackingNo, corner)
	if err != nil {
		return err
	}
	x := left + side + quiet
	b := box{x, bottomTop + 0.7, d.edge - x, bottomEnd - bottomTop - 0.7}
	if marks := marksOf(s); len(marks) > 0 {
		const height = 5.4
		b.h -= height
		d.marks(box{x, b.y + b.h, b.w, height}, marks, s.Order.BatteryNumbers())
	}
	d.facts(&o, b)
	return nil
}

// facts draws the delivery note, the items, and further fields of the order. The note has as many lines as it
// needs, and leaves one to the items.
func (d *parcels) facts(o *shipment.Order, b box) {
	rows := d.rows(o, b.w)
	rowHeight := min(factHeight, 0.65*b.h/float64(len(rows)+1))
	b.h -= rowHeight * float64(len(rows))
	note := text{value: prefixed("Note: ", o.DeliveryNote), field: "delivery_note", weight: typeset.Bold}
	if note.value != "" {
		items := d.shaper.Text(itemList(o.Items, listable(o.Items)), typeset.Regular)
		oneLine, _ := d.measure(items, 1e6, factSizes.floor)
		bottom := d.block(box{b.x, b.y, b.w, b.h - oneLine - 0.3}, sizes{10, 5.5}, note) + 0.3
		b.y, b.h = bottom, b.y+b.h-bottom
	}
	y := d.items(b, o.Items)
	for _, row := range rows {
		d.row(box{b.x, y, b.w, rowHeight}, row)
		y += rowHeight
	}
}

// rows returns the facts in rows: facts that are short stand beside one another.
func (d *parcels) rows(o *shipment.Order, width float64) (rows [][]text) {
	free := 0.0
	hawb := o.HAWBNo
	if hawb == d.barcode {
		hawb = ""
	}
	for _, t := range []text{
		{value: prefixed("Value: ", values(o.Items)), weight: typeset.Bold},
		{value: prefixed("Ref: ", o.ShipperOrderID), field: "shipper_order_id"},
		{value: prefixed("HAWB: ", hawb)},
		{value: prefixed("Forward: ", o.ForwardTrackingNo), field: "forward_tracking_no"},
	} {
		if t.value == "" {
			continue
		}
		needs := d.factWidth(t)
		if needs > free {
			rows = append(rows, nil)
			free = width
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], t)
		free -= needs
	}
	return rows
}

// factWidth returns the width of a fact with the space behind it, in mm.
func (d *parcels) factWidth(t text) float64 {
	return float64(d.shaper.Paragraph(t.value, t.weight).Width())*factSizes.want*unit + 3
}

// row draws facts beside one another; the last one may be cut.
func (d *parcels) row(b box, row []text) {
	end := b.x + b.w
	for i, t := range row {
		b.w = end - b.x
		if i < len(row)-1 {
			b.w = d.factWidth(t)
		}
		d.line(b, factSizes, t)
		b.x += b.w
	}
}

// items draws as many items as fit into the box, and the number of the others. It returns the lower end.
func (d *parcels) items(b box, items []shipment.Item) (bottom float64) {
	fits := func(n int) bool { return d.holds(b, factSizes.floor, text{value: itemList(items, n)}) }
	shown := sort.Search(listable(items), func(i int) bool { return !fits(i + 1) })
	if shown > 0 || len(items) < 2 {
		return d.block(b, factSizes, text{value: itemList(items, max(shown, min(1, len(items)))), field: "items"})
	}
	// Not even the first item fits: its name is cut, the number of the others is not.
	const space = 8
	count := text{value: others(len(items) - 1), align: right, whole: true}
	d.line(box{b.x + b.w - space, b.y, space, min(factHeight, b.h)}, factSizes, count)
	return d.block(box{b.x, b.y, b.w - space - 1, b.h}, factSizes, text{value: itemList(items[:1], 1), field: "items"})
}

// maxItemList is about how many bytes of item names a label can show.
const maxItemList = 600

// listable returns how many items are worth a try.
func listable(items []shipment.Item) (n int) {
	for size := 0; n < len(items) && size < maxItemList; n++ {
		size += len(items[n].Desc)
	}
	return n
}

// itemList returns the first n items, "2 × Shirt; 1 × Shoes; + 3", with the number of the others. No line ends
// between a quantity and its item.
func itemList(items []shipment.Item, n int) string {
	parts := each.Of(items[:n], func(item shipment.Item) string {
		return fmt.Sprintf("%d\u00a0×\u00a0%s", item.Quantity, strings.TrimSpace(item.Desc))
	})
	if n < len(items) {
		parts = append(parts, others(len(items)-n))
	}
	return strings.Join(parts, "; ")
}

// others says how many items are not listed.
func others(n int) string { return fmt.Sprintf("+\u00a0%d", n) }
