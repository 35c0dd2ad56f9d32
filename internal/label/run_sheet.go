package label

import (
	"io"
	"math/big"
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
	runTail = 52.0 // height of the space for the sum and the names
)

var runColumns = []ListColumn{
	{"No.", 9, true},
	{"Shipper", 48, false},
	{"Place", 38, false},
	{"Service", 34, false},
	{"List", 22, false},
	{"Parcels", 14, true},
	{"kg", 15, true},
}

// PrintRunSheet writes a run as PDF.
func (p *Printer) PrintRunSheet(w io.Writer, m RunSheet) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		list := Listing{
			Title: "Pickup run", Number: m.Number, Columns: runColumns,
			About: [][2]string{{"Van", m.Van}, {"Driver", m.Driver}, {"Place", m.Place}, {"Date", m.Date}},
		}
		for i, line := range m.Lines {
			list.Rows = append(list.Rows, []string{
				strconv.Itoa(i + 1), line.Shipper, line.Place, line.Service, line.List, grouped(big.NewInt(line.Parcels)),
				kilograms(big.NewInt(int64(line.Weight))),
			})
		}
		d.listing(&list, runTail)
		d.runTail(&m)
		return "Pickup run " + m.Number, nil
	})
}

// runTail draws the sum, and the names and the signature or the fields for them, on the last page.
func (d *drawer) runTail(m *RunSheet) {
	var parcels, weight int64
	for i := range m.Lines {
		parcels, weight = parcels+m.Lines[i].Parcels, weight+int64(m.Lines[i].Weight)
	}
	const y, height = a4Height - runTail + 2, 16.0
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
