package label

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
)

// The CN 22 in mm: the largest size that the form may have, or 4 × 6 inches for label printers, on which
// everything is larger by a factor.
const (
	cn22Width  = 74.0
	cn22Height = 105.0
	cn22Factor = 1.2
)

// Positions on the CN 22, in mm of the small form.
const (
	cn22Left   = 2.0
	cn22Refs   = 24.6 // top of the references
	cn22Table  = 33.6 // top of the table, below references of two lines
	cn22Refer  = 9.0  // how much further down it begins at most, for longer ones
	cn22Head   = 8.6  // of the table
	cn22Row    = 8.0  // the least height of the goods: a row, and how many do not fit
	cn22More   = 3.4
	cn22Next   = 2.4  // height of the words that there is a further page
	cn22Below  = 23.6 // from the sums to the lower edge
	cn22Total  = 8.4  // the sums with one currency
	cn22Line   = 3.8  // a line of the sums
	cn22Weight = 20.0 // width of the weight below the table
	cn22Signed = 9.0  // height of the signature
	cn22Ref    = 29.0 // width of our number beside it
	cn22Others = 45.2 // width of the columns that are not the description
)

// cn22Sizes are the sizes of the letters of goods.
var cn22Sizes = sizes{6.5, leastLetters / cn22Factor}

// enlarged is a canvas that enlarges pages, lines and text. The CN 22 has no codes.
type enlarged struct {
	canvas.Canvas
	factor float64
}

func (e enlarged) Page(width, height float64) { e.Canvas.Page(width*e.factor, height*e.factor) }

func (e enlarged) Line(x1, y1, x2, y2, thickness float64) {
	e.Canvas.Line(x1*e.factor, y1*e.factor, x2*e.factor, y2*e.factor, thickness)
}

func (e enlarged) Text(x, y, size float64, line typeset.Line) {
	e.Canvas.Text(x*e.factor, y*e.factor, size*e.factor, line)
}

// cn22 draws a CN 22 of a size.
type cn22 struct {
	*drawer
	*declaration
	width, height float64 // mm
	table         float64 // top of the table, mm
}

// drawCN22 draws the CN 22 on one page, and what does not fit on further pages: totals in many currencies, and texts.
func (d *drawer) drawCN22(of *declaration, sheet paper) {
	c, least := cn22{d, of, cn22Width, cn22Height, cn22Table}, leastLetters
	if sheet.size == Size4x6 {
		onto := *d
		onto.canvas = enlarged{d.canvas, cn22Factor}
		c, least = cn22{&onto, of, sheet.width / cn22Factor, sheet.height / cn22Factor, cn22Table}, leastLetters/cn22Factor
	}
	c.table += min(max(0, c.lacking(least)), cn22Refer)
	continued := box{c.width/2 + 1, c.table - cn22Next, c.width/2 - cn22Left - 2, cn22Next}
	_ = c.form("CN 22", c.width, c.height, least, continued, c.draw) // draw returns no error
}

func (c *cn22) draw() error {
	sums := c.value(0, len(c.goods))
	most := (c.height - cn22Below - c.table - cn22Head - cn22Row - cn22Total + cn22Line) / cn22Line
	first := min(len(sums), 2*int(most))
	c.head()
	if c.aboveCN22 {
		c.line(box{c.width - 31, 17.6, 28, 3.6}, sizes{6, 5}, text{value: "Above 300 SDR: see CN 23", weight: typeset.Bold, align: right})
		c.report.add(c.trackingNo, "items", AboveCN22)
	}
	c.reasons(cn22Left+1, 11.6, 24, 3.2, captionSize, box{cn22Left + 1, 21.2, c.width - 2*cn22Left - 2, 3.2}, c.declaration)
	end := c.height - cn22Below - sumsHeight(first)
	c.rows(end)
	c.sums(end, sums[:first], len(sums) > first)
	b := box{cn22Left + 1, c.height - cn22Below + 0.4, c.width - 2*cn22Left - 2, 12.4}
	c.certify(b, 4.5, "cn22", c.declaration)
	c.field(box{cn22Left, c.height - cn22Left - cn22Signed, c.width - 2*cn22Left - cn22Ref, cn22Signed},
		"Date and sender's signature (8)\nDate et signature de l'expéditeur", 8, text{value: c.signature(), field: "signer_name"})
	for sums = sums[first:]; len(sums) > 0; {
		c.head()
		n := min(len(sums), 2*int((c.height-c.table-cn22Left-cn22Signed-cn22Total)/cn22Line))
		c.sums(c.table, sums[:n], len(sums) > n)
		sums = sums[n:]
	}
	return nil
}

// head begins a page.
func (c *cn22) head() {
	c.begin(c.width, c.height)
	c.frame(box{cn22Left, cn22Left, c.width - 2*cn22Left, c.height - 2*cn22Left})
	end := c.width - cn22Left - 1
	c.caption(3, 6.2, 9, typeset.Bold, "CUSTOMS DECLARATION")
	c.caption(3, 9.6, 7, typeset.Regular, "DÉCLARATION EN DOUANE")
	c.line(box{end - 21, 2.5, 21, 4.4}, sizes{11, 11}, text{value: "CN 22", weight: typeset.Bold, align: right})
	c.line(box{end - 31, 6.6, 31, 2.6}, sizes{5, 5}, text{value: "May be opened officially", align: right})
	c.line(box{end - 31, 8.7, 31, 2.6}, sizes{5, 5}, text{value: "Peut être ouvert d'office", align: right})
	half := (c.width - 2*cn22Left) / 2
	c.field(box{cn22Left, cn22Refs, half, c.table - cn22Refs}, "Customs reference / Réf. en douane", 7, text{value: c.references()})
	b := box{cn22Left + half, cn22Refs, half, c.table - cn22Refs}
	bottom := c.titled(b, "No. of item / N° de l'envoi")
	if no := itemNumber(c.order); no != "" {
		c.line(box{b.x + cellPadding, bottom, half - 2*cellPadding, b.y + b.h - bottom - cn22Next}, sizes{9, 5},
			text{value: no, weight: typeset.Bold, align: right, whole: true})
	}
	c.field(box{end + 1 - cn22Ref, c.height - cn22Left - cn22Signed, cn22Ref, cn22Signed},
		"Sender's reference / Réf. de l'expéditeur", 7, text{value: c.order.TrackingNo})
}

// references returns the numbers of the exporter and of the export filing in one line.
func (c *cn22) references() string { return strings.ReplaceAll(c.customsReference(), "\n", ", ") }

// lacking returns the height that the references need beyond that of their field with two lines, in the smallest letters.
func (c *cn22) lacking(least float64) float64 {
	const free = cn22Table - cn22Refs - captionSpace - 0.3
	needs, _ := c.measure(c.shaper.Text(c.references(), typeset.Regular), c.width/2-cn22Left-2*cellPadding, least)
	return needs - free
}

// rows draws the goods down to end. The last row gives the number of goods that do not fit.
func (c *cn22) rows(end float64) {
	described := c.width - 2*cn22Left - cn22Others
	t := table{drawer: c.drawer, x: cn22Left, heading: cn22Head, headSize: captionSize, sizes: cn22Sizes, padding: 0.35, columns: []column{
		{"Quantity and detailed description of contents (1)\nQuantité et description détaillée du contenu", described, start},
		{"Net kg (2)\nPoids net", 9, right},
		{"Value and currency (3)\nValeur et monnaie", 15, right},
		{"HS tariff No. (4)\nN° tarifaire du SH", 13.7, start},
		{"Origin (5)\nOrigine", 7.5, start},
	}}
	goods := make([]row, len(c.goods))
	for i := range c.goods {
		goods[i] = row{caption: itemCaption(i), cells: c.cells(&c.goods[i])}
	}
	body := box{y: c.table, h: end - c.table}
	rows, _ := t.shorten(goods, nil, body.h-cn22Head, func(left int) row {
		return row{columns: []column{{"", c.width - 2*cn22Left, start}}, sizes: cn22Sizes, height: cn22More, cells: []text{
			{value: fmt.Sprintf("+ %d: see invoice / voir facture", left)},
		}}
	})
	t.page(body, rows, nil)
}

func (c *cn22) cells(g *goods) []text {
	wider := func(value string, column float64) bool {
		return float64(c.shaper.Paragraph(value, typeset.Regular).Width())*max(c.least, cn22Sizes.floor)*unit > column-2*cellPadding+slack
	}
	value, hsCode := g.value.String(), g.hsCode
	if wider(value, 15) {
		value = strings.Replace(value, string(noBreak), "\n", 1) // the code, and the number below it
	}
	if wider(hsCode, 13.7) {
		hsCode = hsCode[:6] + "\n" + hsCode[6:] // the digits of all countries, and those of one below them
	}
	return []text{
		{value: strconv.FormatInt(g.quantity, 10) + " × " + g.text(), field: "items.item_desc"},
		{value: g.weight()},
		{value: value},
		{value: hsCode, whole: true},
		{value: string(g.origin)},
	}
}

// sumsHeight returns the height of the totals of n currencies. Up to two have a line each, more have two columns.
func sumsHeight(n int) float64 {
	lines := n
	if n > 2 {
		lines = (n + 1) / 2
	}
	return cn22Total + cn22Line*float64(max(0, lines-1))
}

// sums draws the total weight and totals of the value.
func (c *cn22) sums(y float64, sums []total, more bool) {
	height := sumsHeight(len(sums))
	weighed := box{cn22Left, y, cn22Weight, height}
	bottom := c.titled(weighed, "Total weight in kg (6)\nPoids total")
	c.line(box{weighed.x + cellPadding, bottom, weighed.w - 2*cellPadding, min(height, cn22Total) - (bottom - y) - 0.2}, sizes{9, 7},
		text{value: weight(c.order, ""), caption: "Total weight", weight: typeset.Bold, align: right, whole: true})
	value := box{cn22Left + cn22Weight, y, c.width - 2*cn22Left - cn22Weight, height}
	caption := "Total value (7) / Valeur totale"
	if more {
		caption += ": continued on the next sheet / suite page suivante"
	}
	bottom = c.titled(value, caption)
	columns, size := 1, 9.0
	if len(sums) > 2 {
		columns, size = 2, 7.5
	}
	width := (value.w - 2*cellPadding) / float64(columns)
	height = (y + height - bottom - 0.3) / math.Ceil(float64(len(sums))/float64(columns))
	for i, sum := range sums {
		b := box{value.x + cellPadding + width*float64(i%columns) + 1, bottom + height*float64(i/columns), width - 1, height}
		c.line(b, sizes{size, 5.5}, text{
			value: sum.String(), field: "items.item_price_value", caption: "Total value", weight: typeset.Bold, align: right, whole: true,
		})
	}
}
