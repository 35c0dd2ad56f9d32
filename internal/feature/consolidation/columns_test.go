package consolidation_test

import (
	"strings"
	"testing"

	"waybill/internal/feature/consolidation/stored"
	floorstored "waybill/internal/feature/floor/stored"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestColumnsOfManifests: each column shows its field of the order. All fields have different values. The weight of a parcel is only in its
// first row.
func TestColumnsOfManifests(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, f *storetest.Fixture) {
		b := newBagTest(t, f, 1)
		o := shipment.Order{
			ServiceID: 1, ShipperOrderID: "REF-1", Weight: 1250, Incoterm: "DDP",
			Consignee: shipment.Party{
				Name: "Budi", Number: "+62811", Email: "budi@example.com", Country: "ID", Address: "Jl. Sudirman 1\n Blok B", Postal: "10220",
				State: "DKI", City: "Jakarta", Province: "Jawa",
			},
			Pickup: shipment.Party{
				Name: "Ong", Number: "+6591", Email: "ong@example.com", Country: "SG", Address: "1 Raffles Place", Postal: "048616", City: "Singapura",
			},
			Items: []shipment.Item{
				{Desc: "Hat", Quantity: 3, PriceValue: 150, PriceCurrency: "SGD", Trade: &shipment.ItemTrade{
					HSCode: "650500", OriginCountry: "VN", Weight: 125, CustomsDesc: "Hat, knitted", UNNumber: "UN3481",
				}},
				{Desc: "Sock", Quantity: 2, PriceValue: 99, PriceCurrency: "EUR"},
			},
			Trade: &shipment.OrderTrade{
				ShipperCompany: "Ong Pte Ltd", ConsigneeCompany: "PT Budi", ImporterReference: "IMP-3",
				TaxIDs: []shipment.TaxID{
					{Party: "shipper", Type: "IOSS", Country: "DE", Number: "IM1"}, {Party: "consignee", Type: "NPWP", Number: "22"},
				},
			},
		}
		without := o
		without.Trade, without.Pickup, without.Items = nil, shipment.Party{Country: "SG"}, nil
		made := b.createOf(o, without)
		c := b.consign("61812345675")
		b.put(c, 0, b.fill(1, made)...)
		columns := []string{
			"bag", "tracking_no", "reference", "hawb_no", "weight", "shipper", "shipper_address", "shipper_country", "shipper_tax_ids", "consignee",
			"consignee_company", "consignee_address", "consignee_city", "consignee_postal", "consignee_country", "consignee_phone",
			"consignee_email", "consignee_tax_ids", "importer_reference", "incoterm", "description", "hs_code", "origin", "un_number", "quantity",
			"item_weight", "currency", "value",
		}
		must[request.Template](t)(b.bags.SaveTemplate(byAnn(t), request.Template{
			Broker: "Broker", Columns: strings.Join(columns, ","), Rows: request.RowsOfItems,
		}))
		must[stored.Manifest](t)(b.bags.MakeManifest(byAnn(t), c.ConsignmentID))
		newest, err := b.bags.Newest(byAnn(t), c.ConsignmentID)
		noError(t, err)
		var rows []string
		for row, err := range newest.Rows(t.Context()) {
			noError(t, err)
			rows = append(rows, strings.Join(row, "|"))
		}
		const to = "Budi|%|Jl. Sudirman 1 Blok B, 10220, Jakarta, Jawa, DKI|Jakarta|10220|Indonesia|+62811|budi@example.com|"
		consignee, plain := strings.Replace(to, "%", "PT Budi", 1), strings.Replace(to, "%", "", 1)
		shipper := "Ong Pte Ltd|1 Raffles Place, 048616, Singapura|Singapore|IOSS IM1|"
		for i, want := range []string{
			made[0].TrackingNo + "|REF-1||1.250|" + shipper + consignee +
				"NPWP 22|IMP-3|DDP|Hat, knitted|650500|Vietnam|UN3481|3|0.375|SGD|4.50",
			made[0].TrackingNo + "|REF-1|||" + shipper + consignee + "NPWP 22|IMP-3|DDP|Sock||||2|0.000|EUR|1.98",
			made[1].TrackingNo + "|REF-1||1.250|shipper 0||Singapore||" + plain + "||DDP|||||0|0.000||0.00",
		} {
			if i >= len(rows) || rows[i] != "BG-00001|"+want {
				t.Errorf("row %d:\n%s\nwant\nBG-00001|%s", i, rows[min(i, len(rows)-1)], want)
			}
		}
	}, stored.Part(), floorstored.Part())
}
