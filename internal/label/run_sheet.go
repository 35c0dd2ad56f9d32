package label

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// RunSheet lists the stops of a pickup run for its driver: lists and counts, and no parcels.
type RunSheet struct {
	Number, Van, Driver, Place, Date string
	Lines                            []RunLine
	GivenBy, TakenBy                 string       // "" until the run is signed on a screen
	Signature                        [][2]float64 // see Manifest
}

// RunLine is a hand-over list of a run, or a stop without one.
type RunLine struct {
	Shipper, Place, Service, List string
	Parcels                       int64
	Weight                        shipment.Thousandths // kg
}

const (
	runTop  = 42.0
	runRow  = 9.0
	runRows = 22 // on a page: below is space for the names
)

var runColumns = []column{
	{"No.", 9, right},
	{"Shipper", 48, start},
	{"Place", 38, start},
	{"Service", 34, start},
	{"List", 22, start},
	{"Parcels", 14, right},
	{"kg", 15, right},
}

// PrintRunSheet writes a run as PDF.
func (p *Printer) PrintRunSheet(w io.Writer, m RunSheet) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		pages := slices.Collect(slices.Chunk(m.Lines, runRows))
		if pages == nil {
			pages = [][]RunLine{nil}
		}
		for i, lines := range pages {
			d.runPage(&m, i*runRows, lines, fmt.Sprintf("Page %d of %d", i+1, len(pages)))
		}
		d.runTail(&m)
		return "Pickup run " + m.Number, nil
	})
}

// runPage draws one page with lines. first is the index of the first line in the sheet, from 0.
func (d *drawer) runPage(m *RunSheet, first int, lines []RunLine, foot string) {
	d.begin(a4Width, a4Height)
	d.trackingNo = ""
	d.line(box{invoiceLeft, 284, invoiceWidth, 5}, sizes{8, 8}, text{value: foot, align: right})
	d.caption(invoiceLeft, 19, 20, typeset.Bold, "Pickup run "+m.Number)
	for i, about := range [][2]string{{"Van", m.Van}, {"Driver", m.Driver}, {"Place", m.Place}, {"Date", m.Date}} {
		quarter := invoiceWidth / 4
		d.field(box{invoiceLeft + float64(i)*quarter, 25, quarter, 11}, about[0], 10, text{value: about[1], weight: typeset.Bold})
	}
	t := table{drawer: d, x: invoiceLeft, heading: manifestHead, headSize: 7, columns: runColumns}
	y := t.head(runTop)
	for i, line := range lines {
		x := invoiceLeft
		for j, value := range []string{
			strconv.Itoa(first + i + 1), line.Shipper, line.Place, line.Service, line.List, grouped(big.NewInt(line.Parcels)),
			kilograms(big.NewInt(int64(line.Weight))),
		} {
			b := box{x, y, runColumns[j].width, runRow}
			d.frame(b)
			inner := box{b.x + cellPadding, b.y + 0.6, b.w - 2*cellPadding, b.h - 1.2}
			d.block(inner, sizes{8.5, 5.5}, text{value: value, align: runColumns[j].align, whole: j == 0 || j > 3})
			x += b.w
		}
		y += runRow
	}
}

// runTail draws the sum, and the names and the signature or the fields for them, on the last page.
func (d *drawer) runTail(m *RunSheet) {
	var parcels, weight int64
	for i := range m.Lines {
		parcels, weight = parcels+m.Lines[i].Parcels, weight+int64(m.Lines[i].Weight)
	}
	const y, height = runTop + manifestHead + runRows*runRow + 2, 16.0
	sum := "Total: " + grouped(big.NewInt(parcels)) + " parcels, " + kilograms(big.NewInt(weight)) + string(noBreak) + "kg"
	d.line(box{invoiceLeft, y, invoiceWidth, 6}, sizes{11, 8}, text{value: sum, weight: typeset.Bold, align: right})
	third := invoiceWidth / 3
	for i, field := range [][2]string{{"Handed over by", m.GivenBy}, {"Name of the driver", m.TakenBy}, {"Signature of the driver", ""}} {
		b := box{invoiceLeft + float64(i)*third, y + 8, third, height}
		d.field(b, field[0], 9, text{value: field[1]})
		if i == 2 {
			d.penned(box{b.x + 6, b.y + 2.5, (height - 3) * 3, height - 3}, m.Signature)
		}
	}
}
