package label

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Listing is a table below what it is about, on as many A4 pages as it needs: the parcels that a driver takes over, a manifest, the bags of
// a flight.
type Listing struct {
	Title, Number string
	Place         string          // caption of From
	From          *shipment.Party // an address on the first page; nil: none
	About         [][2]string     // captions and values, at most four
	Columns       []ListColumn
	Rows          iter.Seq2[[]string, error] // valid until the next one; an error ends the file
	Count         int                        // of the rows
	Sums          []string                   // lines below the table
	Note          string                     // what people sign
	Fields        [][2]string                // captions and values below the note, three in a row; those without a value are filled in by hand
	Signature     [][2]float64               // dots of the lines in the last field but one, in a box of 600 by 200
	Landscape     bool
}

// ListColumn is a column of a Listing. The columns have its width by their shares.
type ListColumn struct {
	Title string
	Share float64
	Kind  byte // IsNumber, IsCode, or 0 for texts
}

// What the texts of a column are.
const (
	IsNumber = '#'
	IsCode   = '*' // they have bar codes above them
)

// Columns are columns by their titles, kinds and shares, such as "No.# 9|Tracking number* 58|Consignee 38".
func Columns(text string) (columns []ListColumn) {
	for words := range strings.SplitSeq(text, "|") {
		at := strings.LastIndexByte(words, ' ')
		c := ListColumn{Title: strings.TrimRight(words[:at], "#*")}
		if c.Title != words[:at] {
			c.Kind = words[at-1]
		}
		c.Share, _ = strconv.ParseFloat(words[at+1:], 64)
		columns = append(columns, c)
	}
	return columns
}

// Fill sets rows that are in memory.
func (l *Listing) Fill(rows [][]string) {
	l.Count, l.Rows = len(rows), func(yield func([]string, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Positions on a page of a list, in mm.
const (
	listAbout = 42.0 // top of the table on the first page
	listFrom  = 58.0 // likewise, below an address
	listNext  = 22.0 // top of the table on the other pages
	listFoot  = 15.0 // below the table and what is below that
	listHead  = 5.0
	listRow   = 9.0
	listCode  = 12.5 // height of a row with a bar code
	listSum   = 5.0
	listField = 14.0
)

// PrintListings writes lists as PDF, each with its own pages, in their order. It holds one page at a time.
func (p *Printer) PrintListings(w io.Writer, lists ...Listing) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		for i := 0; i < len(lists) && err == nil; i++ {
			err = d.listing(&lists[i])
		}
		return lists[0].name(), err
	})
}

func (l *Listing) name() string { return strings.TrimSpace(l.Title + " " + l.Number) }

// pages returns how many rows each page has, from a top on the first one to a bottom: at least one, if there are any, and on the last page
// so many that there is space for the tail.
func (l *Listing) pages(top, bottom, row, tail float64) (counts []int) {
	for n := l.Count; ; {
		space := bottom - top - listHead
		if n <= int((space-tail)/row) {
			return append(counts, n)
		}
		taken := min(int(space/row), n-1)
		counts, n, top = append(counts, taken), n-taken, listNext
	}
}

// listing draws a list.
func (d *drawer) listing(l *Listing) error {
	page, top, height := box{w: a4Width, h: a4Height}, listAbout, listRow
	if l.Landscape {
		page = box{w: a4Height, h: a4Width}
	}
	if l.From != nil {
		top = listFrom
	}
	t, width, all := table{drawer: d, x: invoiceLeft, heading: listHead, headSize: 7}, page.w-2*invoiceLeft, 0.0
	for _, c := range l.Columns {
		if all += c.Share; c.Kind == IsCode {
			height = listCode
		}
	}
	for _, c := range l.Columns {
		t.columns = append(t.columns, column{c.Title, c.Share / all * width, map[byte]align{IsNumber: right}[c.Kind]})
	}
	tail := 5 + float64(len(l.Sums)+len(l.Note)/max(len(l.Note), 1))*listSum + float64((len(l.Fields)+2)/3)*listField
	counts, at := l.pages(top, page.h-listFoot, height, tail), 0
	d.beginListing(l, page, at, len(counts))
	y, left := t.head(top), counts[0]
	for values, err := range l.Rows {
		if left == 0 && err == nil {
			if at++; at == len(counts) {
				return errors.New("rows were added while they were read")
			}
			d.beginListing(l, page, at, len(counts))
			y, left = t.head(listNext), counts[at]
		}
		if err == nil {
			err = t.listed(l, y, height, values)
		}
		if err != nil {
			return err
		}
		y, left = y+height, left-1
	}
	d.listingTail(l, box{invoiceLeft, page.h - listFoot - tail + 4, width, listSum})
	return nil
}

// listed draws a row.
func (t *table) listed(l *Listing, y, height float64, values []string) (err error) {
	x := t.x
	for i, c := range t.columns {
		t.frame(box{x, y, c.width, height})
		if l.Columns[i].Kind == IsCode {
			err = t.listedCode(box{x, y, c.width, height}, values[i])
		} else {
			inner := box{x + cellPadding, y + 0.6, c.width - 2*cellPadding, height - 1.2}
			t.block(inner, sizes{8.5, 4.5}, text{value: values[i], align: c.align, whole: c.align == right})
		}
		if err != nil {
			return err
		}
		x += c.width
	}
	return nil
}

// listedCode draws a text as a bar code above it, or, when it is too long for that, as a QR code beside it.
func (d *drawer) listedCode(b box, value string) error {
	_, width, err := bars(value)
	if err != nil {
		return err
	}
	number := text{value: value, weight: typeset.Bold, align: centre, whole: true}
	if _, fits := d.module(width+2*quiet128, b.w, maxBar); !fits {
		d.block(box{b.x + b.h, b.y + 3, b.w - b.h - 1, 7}, sizes{8, 5}, number)
		return d.qr(box{b.x + 0.5, b.y + 0.5, b.h - 1, b.h - 1}, value)
	}
	d.line(box{b.x, b.y + 8.6, b.w, 3.6}, sizes{9, 6}, number)
	return d.code(box{b.x, b.y + 1.2, b.w, 7.2}, value)
}

// beginListing begins a page, numbered from 0.
func (d *drawer) beginListing(l *Listing, page box, at, pages int) {
	d.begin(page.w, page.h)
	d.trackingNo = ""
	width, foot := page.w-2*invoiceLeft, fmt.Sprintf("Page %d of %d", at+1, pages)
	d.line(box{invoiceLeft, page.h - 13, width, 5}, sizes{8, 8}, text{value: foot, align: right})
	if at > 0 {
		d.caption(invoiceLeft, 18, 12, typeset.Bold, l.name())
		about := ""
		for _, a := range l.About {
			about = joined("  ·  ", about, a[1])
		}
		d.line(box{85, 13.5, page.w - 85 - invoiceLeft, 6}, sizes{9, 6}, text{value: about, align: right})
		return
	}
	d.caption(invoiceLeft, 19, 20, typeset.Bold, l.name())
	if l.From != nil {
		d.party(box{invoiceLeft, 24, width / 2, 30}, l.Place, "pickup", party{Party: l.From})
	}
	for i, a := range l.About {
		share := width / float64(len(l.About))
		b := box{invoiceLeft + float64(i)*share, 25, share, 11}
		if l.From != nil { // beside the address: two below each other, and two below them
			row, half := min(i, 2), width/4
			b = box{invoiceLeft + 2*half + float64(i-row)*half, 24 + float64(row)*10, half * float64(2-row/2), 10}
		}
		d.field(b, a[0], 10, text{value: a[1], weight: typeset.Bold})
	}
}

// listingTail draws what is below the table on the last page, from a line on: the sums, and the fields that people fill in and sign.
func (d *drawer) listingTail(l *Listing, b box) {
	for _, sum := range l.Sums {
		d.line(b, sizes{10, 5}, text{value: sum, weight: typeset.Bold, align: right})
		b.y += b.h
	}
	if l.Note != "" {
		d.block(b, sizes{8, 6}, text{value: l.Note})
		b.y += b.h
	}
	const pen, high, third = 0.3, listField - 3, 3
	for i, f := range l.Fields {
		at := box{b.x + float64(i%third)*b.w/third, b.y + float64(i/third)*listField, b.w / third, listField}
		d.field(at, f[0], 9, text{value: f[1]})
		for _, dot := range l.Signature {
			if x, y := at.x+6+dot[0]/200*high, at.y+2.5+dot[1]/200*high; i == len(l.Fields)-2 {
				d.rule(x, y, x+pen, y)
			}
		}
	}
}

// BagLabel is what is on the label of a bag, 100 × 150 mm.
type BagLabel struct {
	Number, From, To, Dated string      // the number also as a bar code
	Fields                  [][2]string // captions and values, at most six
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
		for i, f := range l.Fields {
			d.field(box{left + float64(i%2)*half, 85 + float64(i/2)*17, half, 17}, f[0], 15, text{value: f[1], weight: typeset.Bold})
		}
		d.line(box{left, 138, width, 6}, sizes{9, 7}, text{value: l.Dated, align: right})
		return "Bag " + l.Number, nil
	})
}
