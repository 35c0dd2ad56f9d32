package label

import (
	_ "embed"
	"io"
	"strings"

	"waybill/internal/label/typeset"
)

// specimenTSV holds a name and an address in each script: script, country, name, address, postal code, city,
// state.
//
//go:embed specimen.tsv
var specimenTSV string

// Specimen prints a name and an address in each script of the embedded fonts, on an A4 page, to check a
// printer with.
func (p *Printer) Specimen(w io.Writer, o Options) (Report, error) {
	return p.draw(w, o, func(d *parcels) (title string, err error) {
		d.begin(a4Width, a4Height)
		d.caption(15, 20, 16, typeset.Bold, "Scripts")
		y := 25.0
		for row := range strings.Lines(specimenTSV) {
			f := strings.Split(strings.TrimSpace(row), "\t")
			if f[0] == "script" {
				continue
			}
			d.rule(15, y, 195, y)
			d.line(box{15, y, 26, 9.6}, sizes{8, 8}, text{value: f[0]})
			d.line(box{41, y, 57, 9.6}, sizes{12, 7}, text{value: f[2], field: f[0], weight: typeset.Bold})
			d.block(box{100, y + 0.6, 95, 9}, sizes{9, 6}, text{value: f[3] + "\n" + f[5] + ", " + f[6] + " " + f[4], field: f[0]})
			y += 10.2
		}
		return "Scripts", nil
	})
}
