package label

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"waybill/internal/label/typeset"
)

// Listing is a table below what it is about, on as many A4 pages as it needs: a manifest, the parcels of a bag, the bags of a flight.
type Listing struct {
	Title, Number string
	About         [][2]string // captions and values, at most four
	Columns       []ListColumn
	Rows          [][]string
	Sums          []string // lines below the table
	Landscape     bool
}

// ListColumn is a column of a Listing. The columns have its width by their shares.
type ListColumn struct {
	Title  string
	Share  float64
	Number bool // its texts are numbers
}

const (
	listingRow  = 9.0
	listingTail = 22.0
)

// PrintListing writes a list as PDF.
func (p *Printer) PrintListing(w io.Writer, l Listing) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		page := d.listing(&l, listingTail)
		sums := text{value: strings.Join(l.Sums, "\n"), weight: typeset.Bold, align: right}
		d.block(box{invoiceLeft, page.h - listingTail + 1, page.w - 2*invoiceLeft, listingTail - 14}, sizes{9, 5}, sums)
		return l.Title + " " + l.Number, nil
	})
}

// listing draws the pages of a list, which leave some space below the rows, and returns the size of one.
func (d *drawer) listing(l *Listing, tail float64) (page box) {
	page = box{w: a4Width, h: a4Height}
	if l.Landscape {
		page = box{w: a4Height, h: a4Width}
	}
	t, width, all := table{drawer: d, x: invoiceLeft, heading: manifestHead, headSize: 7}, page.w-2*invoiceLeft, 0.0
	for _, c := range l.Columns {
		all += c.Share
	}
	for _, c := range l.Columns {
		t.columns = append(t.columns, column{c.Title, c.Share / all * width, map[bool]align{true: right}[c.Number]})
	}
	pages := slices.Collect(slices.Chunk(l.Rows, int((page.h-runTop-manifestHead-tail)/listingRow)))
	if pages == nil {
		pages = [][][]string{nil}
	}
	for i, rows := range pages {
		d.begin(page.w, page.h)
		d.trackingNo = ""
		foot := fmt.Sprintf("Page %d of %d", i+1, len(pages))
		d.line(box{invoiceLeft, page.h - 13, width, 5}, sizes{8, 8}, text{value: foot, align: right})
		d.caption(invoiceLeft, 19, 20, typeset.Bold, l.Title+" "+l.Number)
		share := width / float64(len(l.About))
		for i, about := range l.About {
			d.field(box{invoiceLeft + float64(i)*share, 25, share, 11}, about[0], 10, text{value: about[1], weight: typeset.Bold})
		}
		y := t.head(runTop)
		for _, values := range rows {
			x := invoiceLeft
			for j, c := range t.columns {
				d.frame(box{x, y, c.width, listingRow})
				inner := box{x + cellPadding, y + 0.6, c.width - 2*cellPadding, listingRow - 1.2}
				d.block(inner, sizes{8.5, 4.5}, text{value: values[j], align: c.align, whole: c.align == right})
				x += c.width
			}
			y += listingRow
		}
	}
	return page
}

// BagLabel is what is on the label of a bag, 100 × 150 mm.
type BagLabel struct {
	Number                             string // also as a bar code
	From, To, Service, Consignment     string
	Seal, Weight, Tare, Parcels, Dated string
}

// PrintBagLabel writes the label of a bag as PDF.
func (p *Printer) PrintBagLabel(w io.Writer, l BagLabel) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		const left, width, half = 5.0, 90.0, 45.0
		d.begin(100, 150)
		d.trackingNo = ""
		d.line(box{left, 5, width, 14}, sizes{34, 12}, text{value: l.Number, weight: typeset.Bold, align: centre, whole: true})
		if err := d.code(box{left, 21, width, 26}, l.Number); err != nil {
			return "", err
		}
		d.field(box{left, 52, width, 20}, "To", 24, text{value: l.To, weight: typeset.Bold})
		d.field(box{left, 72, width, 13}, "From hub", 14, text{value: l.From})
		for i, f := range [][2]string{
			{"Service", l.Service},
			{"Consignment", l.Consignment},
			{"Seal", l.Seal},
			{"Parcels", l.Parcels},
			{"Gross weight", l.Weight},
			{"Tare", l.Tare},
		} {
			d.field(box{left + float64(i%2)*half, 85 + float64(i/2)*17, half, 17}, f[0], 15, text{value: f[1], weight: typeset.Bold})
		}
		d.line(box{left, 138, width, 6}, sizes{9, 7}, text{value: l.Dated, align: right})
		return "Bag " + l.Number, nil
	})
}
