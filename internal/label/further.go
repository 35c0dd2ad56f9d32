package label

import (
	"slices"
	"strings"

	"waybill/internal/label/typeset"
)

// leastLetters is the size of the smallest letters of what an order says on a form, in points. What needs smaller ones is cut off
// and stands in full on a further page.
const leastLetters = 6.0

// legible raises the sizes of what an order says to the least of the form.
func (d *drawer) legible(s sizes, t text) sizes {
	if t.caption == "" {
		return s
	}
	return sizes{max(s.want, d.least), max(s.floor, d.least)}
}

// keepForFurtherPage keeps a text for a further page, once.
func (d *drawer) keepForFurtherPage(t text) {
	if !slices.ContainsFunc(d.rest, func(kept text) bool { return kept.caption == t.caption && kept.value == t.value }) {
		d.rest = append(d.rest, t)
	}
}

// form draws a form, and what it has no room for on further pages of its size. continued is where the form says so.
func (d *drawer) form(name string, width, height, least float64, continued box, drawing func() error) error {
	d.least, d.rest = least, nil
	err := drawing()
	rest := d.rest
	d.least, d.rest = 0, nil
	if err != nil || len(rest) == 0 {
		return err
	}
	d.line(continued, sizes{captionSize, captionSize}, text{value: "See next page / Voir page suivante", align: right})
	const top, edge, between = 13.0, 3.0, 1.5
	size := sizes{8 * least / leastLetters, least}
	y, inner := height, width-2*edge
	for _, t := range rest {
		needs, _ := d.measure(d.shaper.Text(t.value, typeset.Regular), inner, size.want)
		if y+captionSpace+needs > height-edge && y > top {
			d.begin(width, height)
			d.line(box{edge, edge, inner, 4.5}, sizes{9, 7}, text{value: name + ", continued / suite", weight: typeset.Bold})
			d.line(box{edge, edge + 4.5, inner, 4}, sizes{8, 5}, text{value: d.trackingNo, whole: true})
			y = top
		}
		d.line(box{edge, y, inner, captionSpace}, sizes{captionSize, captionSize}, text{value: strings.ReplaceAll(t.caption, "\n", " / ")})
		y += captionSpace
		y = d.block(box{edge, y, inner, height - edge - y}, size, text{value: t.value, field: t.field}) + between
	}
	return nil
}
