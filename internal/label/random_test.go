package label

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"waybill/internal/shipment"
)

// randomText returns up to 60 characters from all of Unicode, mostly those that are hard to shape: letters of
// complex scripts, marks, joiners and bidirectional controls.
func randomText(r *rand.Rand) string {
	ranges := [][2]rune{
		{0x20, 0x7E},
		{0x00, 0x24F},
		{0x300, 0x36F},
		{0x590, 0x6FF},
		{0x900, 0xDFF},
		{0xE00, 0xEFF},
		{0x1000, 0x109F},
		{0x1780, 0x17FF},
		{0x2000, 0x206F},
		{0x3000, 0x30FF},
		{0x4E00, 0x9FFF},
		{0xAC00, 0xD7A3},
		{0xFB1D, 0xFDFF},
		{0xFE70, 0xFEFF},
		{0x1F300, 0x1F6FF},
		{0xE0000, 0xE01EF},
		{0x0, 0x10FFFF},
	}
	var b strings.Builder
	span := ranges[r.IntN(len(ranges))]
	for range r.IntN(60) {
		if r.IntN(6) == 0 {
			span = ranges[r.IntN(len(ranges))]
		}
		c := span[0] + r.Int32N(span[1]-span[0]+1)
		if !utf8.ValidRune(c) {
			b.WriteByte(byte(c)) // including broken UTF-8
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

func randomShipment(r *rand.Rand) Shipment {
	party := func() shipment.Party {
		return shipment.Party{
			Name: randomText(r), Number: randomText(r), Country: "TH", Address: randomText(r) + randomText(r) + "\n" + randomText(r),
			Postal: randomText(r), State: randomText(r), City: randomText(r), Province: randomText(r),
		}
	}
	o := shipment.Order{
		TrackingNo: "WB48210739526TH", ShipperOrderID: randomText(r), PaymentType: "cod", CODAmountToCollect: 100,
		Consignee: party(), Pickup: party(), DeliveryNote: randomText(r), ConsigneeIdentificationNumber: randomText(r),
	}
	for range 3 {
		o.Items = append(o.Items, shipment.Item{
			Desc: randomText(r), Category: randomText(r), SKU: randomText(r),
			Quantity: 2, PriceValue: 1, PriceCurrency: "THB",
		})
	}
	return Shipment{Order: o, Service: shipment.Service{Name: randomText(r)}}
}

// TestRandomUnicodeDoesNotPanic prints 10,000 labels of random text, a hundred a file, or 20 with -short.
func TestRandomUnicodeDoesNotPanic(t *testing.T) {
	t.Parallel()
	files, labels := 100, 100
	if testing.Short() {
		files, labels = 1, 20
	}
	p := SharedPrinter
	r := rand.New(rand.NewPCG(1, 2))
	random := func(yield func(Shipment, error) bool) {
		for range labels {
			if !yield(randomShipment(r), nil) {
				return
			}
		}
	}
	for file := range files {
		o := Options{}
		if file%10 == 9 {
			o.Format = ZPL
		}
		if _, err := p.PrintAll(io.Discard, random, o); err != nil {
			t.Fatalf("file %d: %v", file, err)
		}
	}
}

func TestRandomUnicodeStaysOnThePage(t *testing.T) {
	t.Parallel()
	n := 2000
	if testing.Short() {
		n = 20
	}
	p := SharedPrinter
	r := rand.New(rand.NewPCG(3, 4))
	for i := range n {
		drawOn(t, p, randomShipment(r), Options{Document: documents[i%len(documents)]}, onPage(t))
	}
}

func FuzzPrint(f *testing.F) {
	for _, row := range specimenRows() {
		f.Add(row[2], row[3])
	}
	p := SharedPrinter
	f.Fuzz(func(t *testing.T, name, address string) {
		to := shipment.Party{Country: "TH", Name: name, Address: address, City: name}
		s := Shipment{Order: shipment.Order{TrackingNo: "WB48210739526TH", Consignee: to, Pickup: to}}
		if _, err := p.Print(io.Discard, s, Options{}); err != nil {
			t.Fatal(err)
		}
	})
}
