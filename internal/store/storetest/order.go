package storetest

import (
	"fmt"

	"waybill/internal/shipment"
	"waybill/test/harness"
)

// Order returns an order with three items and a value in every field that a request can set. Fields that
// differ between orders contain n.
func Order(n int) shipment.Order {
	o := shipment.Order{
		ServiceID: 1, ServiceType: "PICKUP", ShipperOrderID: fmt.Sprintf("REF-%06d", n), ForwardTrackingNo: "FW-1",
		Length: 4050, Width: 1001, Height: 5, Weight: 1250,
		PaymentType: "cod", CODAmountToCollect: 12345678, Incoterm: "DDP",
		IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "3174-096112900001",
		Consignee: shipment.Party{
			Name: fmt.Sprintf("Budi 🚚 Santoso %d", n), Number: "+6281234567890", Email: "budi@example.com", Country: "ID",
			Address: "Jl. \"Sudirman\" 1\nBlok <B> & 𝒞", Postal: "01234", State: "DKI", City: "Jakarta", Province: "Jawa",
		},
		Pickup: shipment.Party{
			Name: "Ong's", Number: "+6591234567", Email: "ong@example.com", Country: "SG",
			Address: "1 Raffles Place", Postal: "048616", State: "SG", City: "Singapore", Province: "Central",
		},
		PickupDate: "2026-02-05", PickupNotes: "Ring\ttwice", DeliveryNote: "Leave at the 門",
		Items: []shipment.Item{
			{Desc: "Shirt 👕", Category: "Fashion", ProductID: "P1", SKU: "S1", Quantity: 2147483647, PriceValue: 999999999999, PriceCurrency: "IDR"},
			{Desc: "Sock", Category: "Fashion", Quantity: 1, PriceCurrency: "IDR"},
			{
				Desc: "Hat", Category: "Hats", ProductID: "P3", SKU: "S3", Quantity: 3, PriceValue: 1, PriceCurrency: "SGD",
				Trade: &shipment.ItemTrade{
					HSCode: "650500", OriginCountry: "VN", Weight: 125, CustomsDesc: "Hat, knitted",
					URL: "https://a.example/", ImageURL: "https://a.example/i",
				},
			},
		},
		Trade: &shipment.OrderTrade{
			ExportReason: "sale", InvoiceNo: "INV 7", InvoiceDate: "2026-02-01", FreightAmount: 12_500, InsuranceAmount: 50, AmountCurrency: "SGD",
			TaxIDs: []shipment.TaxID{
				{Party: "shipper", Type: "IOSS", Country: "DE", Number: "IM1"}, {Party: "consignee", Type: "NPWP", Number: "2"},
			},
			Metadata: []shipment.Metadata{{Key: "shop", Value: "門 7"}},
		},
	}
	fill(shipment.OrderFields, &o)
	fill(shipment.ItemFields, &o.Items[2])
	return o
}

// fill sets the texts and numbers of a table that have no value, such as those of a field that was added.
func fill[T any](fields []shipment.Field[T], of *T) {
	for _, f := range fields {
		switch {
		case f.Name == "tracking_no" || !f.IsZero(of): // the service issues a number
		case f.TextAt != nil && f.Type.Name == shipment.TypeCountry:
			*f.TextAt(of) = "TH"
		case f.TextAt != nil:
			*f.TextAt(of) = harness.TextFor(f.Name, f.Type.MaxLength)
		case f.NumberAt != nil:
			*f.NumberAt(of) = 7
		}
	}
}

// HSFile is a nomenclature of 1001 HS codes as waybill customs load reads it: that of hot-air balloons, which the real one does
// not have, and 200000 to 200999.
func HSFile() []byte {
	file := []byte("hscode,description\n980100,Balloons; hot-air\n")
	for code := 200000; code < 201000; code++ {
		file = fmt.Appendf(file, "%d,Goods\n", code)
	}
	return file
}
