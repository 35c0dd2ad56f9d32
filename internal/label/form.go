package label

import "waybill/internal/label/typeset"

// Text on forms, in points and mm.
const (
	captionSize  = 5.0
	captionSpace = 2.6 // from a field's top to the lower end of its caption
	cellPadding  = 0.8
	fieldFloor   = 4.0
	thinRule     = 0.25
)

// frame draws the outline of a box.
func (d *drawer) frame(b box) {
	for _, l := range [4][4]float64{
		{b.x, b.y, b.x + b.w, b.y},
		{b.x, b.y + b.h, b.x + b.w, b.y + b.h},
		{b.x, b.y, b.x, b.y + b.h},
		{b.x + b.w, b.y, b.x + b.w, b.y + b.h},
	} {
		d.canvas.Line(d.dx+l[0], d.dy+l[1], d.dx+l[2], d.dy+l[3], thinRule)
	}
}

// field draws a framed field with its caption and its value below. An empty value leaves space for writing by
// hand.
func (d *drawer) field(b box, caption string, want float64, t text) {
	bottom := d.titled(b, caption)
	t.caption = caption
	d.block(box{b.x + cellPadding, bottom, b.w - 2*cellPadding, b.y + b.h - bottom - 0.3}, sizes{want, fieldFloor}, t)
}

// titled draws the frame of a box and the caption in it, and returns where the caption ends.
func (d *drawer) titled(b box, caption string) (bottom float64) {
	d.frame(b)
	return d.captionIn(b, captionSize, caption)
}

// captionIn sets a field's caption and returns its lower end.
func (d *drawer) captionIn(b box, size float64, caption string) float64 {
	inner := box{b.x + cellPadding, b.y + 0.4, b.w - 2*cellPadding, b.h - 0.6}
	bottom := d.block(inner, sizes{size, 3.5}, text{value: caption})
	return max(bottom, b.y+captionSpace)
}

// tick draws a check box, ticked when on, with its caption on the right, and returns the end of the caption.
func (d *drawer) tick(x, y, size float64, caption string, on bool) (end float64) {
	const side = 2.5
	d.frame(box{x, y, side, side})
	if on {
		d.line(box{x, y - 0.6, side, side + 1.2}, sizes{8, 8}, text{value: "X", weight: typeset.Bold, align: centre})
	}
	x += side + 0.8
	return x + d.caption(x, y+side-0.4, size, typeset.Regular, caption)
}
