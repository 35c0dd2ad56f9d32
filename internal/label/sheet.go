package label

import "waybill/internal/label/canvas"

// smallest is how much smaller a partner's page may become on a sheet: 4 × 6 inches are 97 % on a quarter of A4. A page
// that would become smaller has a sheet of its own.
const smallest = 0.9

// placeOnSheets draws the pages of a partner's label on sheets, beside the labels that Waybill draws.
func (d *parcels) placeOnSheets(to canvas.Placer, encoded []byte) error {
	forms, err := to.Forms(encoded)
	if err != nil {
		return err
	}
	for _, f := range forms {
		position := box{w: d.paper.width / float64(d.paper.columns), h: d.paper.height / float64(d.paper.rows)}
		if scale, _ := fitted(f, position); scale >= smallest {
			position = d.position()
		} else {
			position = box{w: d.paper.width, h: d.paper.height}
			d.canvas.Page(position.w, position.h)
			d.used = 0 // the next label begins a new sheet
		}
		scale, turned := fitted(f, position)
		width, height := f.Width*scale, f.Height*scale
		if turned {
			width, height = height, width
		}
		to.Place(f, position.x+(position.w-width)/2, position.y+(position.h-height)/2, scale, turned)
	}
	return nil
}

// fitted returns how much smaller a page must become to fit a box, at most 1, and whether it is turned for that.
func fitted(f canvas.Form, b box) (scale float64, turned bool) {
	upright := min(1, b.w/f.Width, b.h/f.Height)
	lying := min(1, b.w/f.Height, b.h/f.Width)
	return max(upright, lying), lying > upright
}
