package label_test

import (
	"os"
	"strings"
	"time"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

// sample is a consignee with a name and an address in one script.
type sample struct {
	script string
	party  shipment.Party
}

// samples are the rows of the specimen sheet.
var samples = readSamples()

func readSamples() []sample {
	data, err := os.ReadFile("specimen.tsv")
	if err != nil {
		panic(err)
	}
	var read []sample
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[0] == "script" {
			continue
		}
		read = append(read, sample{f[0], shipment.Party{
			Country: shipment.Country(f[1]), Name: f[2], Address: f[3], Postal: f[4], City: f[5], State: f[6],
		}})
	}
	return read
}

// sampleShipment returns a parcel of two items from Singapore to the party.
func sampleShipment(to shipment.Party) label.Shipment {
	to.Number, to.Email = "+66812345678", "consignee@example.com"
	return label.Shipment{
		Order: shipment.Order{
			OrderID: 1, TrackingNo: "WB48210739526" + string(to.Country), ShipperOrderID: "SO-2026-000123",
			Length: 3000, Width: 2050, Height: 1000, Weight: 1250, PaymentType: "cod", CODAmountToCollect: 12_345_050,
			Incoterm: "DDP", HAWBNo: "618-12345675", Consignee: to,
			IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "1-2345-67890-12-3",
			Pickup: shipment.Party{
				Name: "Merlion Trading Pte Ltd", Number: "+6561234567", Country: "SG",
				Address: "10 Anson Road, #20-05 International Plaza", Postal: "079903", State: "Singapore", City: "Singapore",
			},
			DeliveryNote: "Leave with the guard",
			CreatedOn:    time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC),
			Items: []shipment.Item{
				{Desc: "Cotton shirt, blue", Category: "Fashion", SKU: "SH-BL-42", Quantity: 2, PriceValue: 2990, PriceCurrency: "SGD"},
				{Desc: "Phone case", Category: "Electronics", ProductID: "392690", Quantity: 1, PriceValue: 1250, PriceCurrency: "SGD"},
			},
		},
		Service: shipment.Service{ServiceID: 8, Name: "SG-Worldwide Pickup", Origin: "SG"},
	}
}
