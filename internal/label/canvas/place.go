package canvas

import (
	"strconv"

	"waybill/internal/label/pages"
)

// Placer is a canvas that accepts finished pages as parts of its own pages.
type Placer interface {
	// Forms inserts encoded forms, which Place then draws. It returns an error for damaged ones.
	Forms(encoded []byte) ([]Form, error)
	// Place draws a form with its upper left corner at x, y, in mm, scale times as large. A turned form is turned to the
	// left, so that its width is its height on the page.
	Place(f Form, x, y, scale float64, turned bool)
}

// Form is a finished page that a canvas can draw.
type Form struct {
	Width, Height float64 // mm
	object        int
}

// Forms implements Placer.
func (p *PDF) Forms(encoded []byte) ([]Form, error) {
	copied, err := pages.Decode(pages.AsForms, encoded)
	if err != nil {
		return nil, err
	}
	forms := make([]Form, len(copied.Sizes))
	for i, object := range p.write(copied, "", "") {
		size := copied.Sizes[i]
		forms[i] = Form{float64(size.Width) / 100 / points, float64(size.Height) / 100 / points, object}
		p.forms = append(p.forms, object)
	}
	return forms, nil
}

// Place implements Placer.
func (p *PDF) Place(f Form, x, y, scale float64, turned bool) {
	left, height := x*mm, f.Height*scale
	factors := [4]float64{scale, 0, 0, scale} // of the matrix
	if turned {
		left, height = left+f.Height*scale*points, f.Width*scale
		factors = [4]float64{0, scale, -scale, 0}
	}
	bottom := p.fromTop(y) - height*points
	p.op("q ")
	for _, factor := range factors {
		p.page = appendPrecise(p.page, factor)
	}
	p.op("cm ", left, bottom)
	p.page = strconv.AppendInt(append(p.page, "/X"...), int64(f.object), 10)
	p.op(" Do Q\n")
}
