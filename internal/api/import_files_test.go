package api

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/store/storetest"
)

// lackingColumns are the defaults of fields that the files of these tests do not have.
func lackingColumns() map[string]string {
	return map[string]string{
		"order_length": "10", "order_width": "10", "order_height": "10", "payment_type": "prepaid",
		"pickup_country": "SG", "pickup_address": "1 Raffles Place", "item_category": "Home",
	}
}

// uploaded is an import of a file for a service to all countries, which needs a decision or is at an end.
func (s *server) uploaded(file string, defaults map[string]string) client.Import {
	s.t.Helper()
	given := lackingColumns()
	maps.Copy(given, defaults)
	made, err := s.sdk.CreateImport(s.t.Context(), client.ImportRequest{FileName: "a.csv", File: []byte(file), ServiceID: 8, Defaults: given})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.settled(made.ID)
}

// TestImportOfAStrayQuote: no order is created of a file in which a quote makes one row of several.
func TestImportOfAStrayQuote(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n"
	for _, n := range "1234567" {
		file += strings.ReplaceAll("Q-#,Ana,+6591234567,# Main St,Singapore,238800,SG,Mug #,1,10,SGD,0.5\n", "#", string(n))
	}
	for _, quoted := range []string{
		strings.NewReplacer("3 Main St", `"`, "4 Main St", `"`).Replace(file),
		strings.NewReplacer("Mug 5", `"Mug 5`, "Mug 6", `Mug 6"`).Replace(file),
		strings.Replace(file, "7 Main St", `"7 Main St`, 1),
	} {
		got := s.uploaded(quoted, nil)
		if got.State != client.ImportFailed || got.Created > 0 || !strings.HasPrefix(got.Message, `A quote (") in row `) {
			t.Errorf("%s: %+v", quoted, got)
		}
	}
	text := strings.Replace(file, "3 Main St", "\"3 Main St,\nBlock B, Unit 5\"", 1)
	if got := s.uploaded(text, nil); got.State != client.ImportDone || got.Created != 7 {
		t.Errorf("a cell of two lines: %+v", got)
	}
	want := []string{"Q-1", "Q-2", "Q-3", "Q-4", "Q-5", "Q-6", "Q-7"}
	if all := s.references(); !slices.Equal(all, want) {
		t.Errorf("%q", all)
	}
}

// TestImportOfSeveralCurrencies: a currency is read as its own rows show, or asked about. The mapping answers for one currency.
func TestImportOfSeveralCurrencies(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	const headings = "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n"
	file := headings + "A-1,Tan,+6591234567,5 Main St,Singapore,238800,SG,Mug,2,12.50,SGD,0.5\n" +
		"A-2,Tan,+6591234567,5 Main St,Singapore,238800,SG,Kaos,2,75.000,IDR,0.5\n" +
		"A-3,Tan,+6591234567,5 Main St,Singapore,238800,SG,Ao dai,1,185.000,VND,0.5\n" +
		"A-4,Tan,+6591234567,5 Main St,Singapore,238800,SG,Kaos,1,80.000,IDR,0.5\n"
	asked := s.uploaded(file, nil)
	if asked.State != client.ImportWaiting || asked.Valid != 2 || asked.Refused != 2 || asked.Created != 0 {
		t.Fatalf("%+v", asked)
	}
	for row, err := range s.sdk.ImportProblems(t.Context(), asked.ID) {
		if err != nil || len(row.Problems) != 1 || !strings.HasPrefix(row.Problems[0].Message, "The amount may be ") ||
			row.Problems[0].Field != "item_price_value" {
			t.Errorf("%+v, %v", row, err)
		}
	}
	answer := `{"columns": [{"heading": "Price", "field": "item_price_value", "decimal": "IDR comma"}]}`
	if _, err := s.sdk.CheckImport(t.Context(), asked.ID, client.ImportCheck{Mapping: []byte(answer)}); err != nil {
		t.Fatal(err)
	}
	if checked := s.settled(asked.ID); checked.Valid != 4 {
		t.Fatalf("%+v", checked)
	}
	if _, err := s.sdk.ConfirmImport(t.Context(), asked.ID, client.ImportDecision{}); err != nil {
		t.Fatal(err)
	}
	s.settled(asked.ID)
	got := map[string]string{}
	for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{WithItems: true}) {
		if err != nil {
			t.Fatal(err)
		}
		got[o.ShipperOrderID] = o.Items[0].PriceCurrency + " " + string(o.Items[0].PriceValue)
	}
	if want := map[string]string{"A-1": "SGD 12.5", "A-2": "IDR 75000", "A-3": "VND 185000", "A-4": "IDR 80000"}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestImportOfAFirstOrderWithoutNumbers: it is an order, and refused. A row that says what the headings mean is left out, and confirmed.
func TestImportOfAFirstOrderWithoutNumbers(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	const headings = "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n"
	const second = "V-2,Ben,+6591234567,6 Main St,Singapore,238800,SG,Mug,1,10,SGD,0.5\n"
	refused := s.uploaded(headings+"V-1,Ana,-,5 Main St,Singapore,238800,SG,Gift card,-,-,SGD,-\n"+second, nil)
	if refused.State != client.ImportWaiting || refused.Orders != 2 || refused.Refused != 1 || refused.LeftOut != 0 {
		t.Errorf("an order without numbers: %+v", refused)
	}
	const description = "Your reference,Name of the receiver,Phone with country code,Street,City,Postal code,Country code,What is sold," +
		"Number of pieces,Price of a piece,Currency code,Weight of the parcel\n"
	waits := s.uploaded(headings+description+second, nil)
	if waits.State != client.ImportWaiting || !slices.Equal(waits.Needs, []string{client.NeedProblems}) ||
		waits.LeftOut != 1 || waits.Orders != 2 || len(waits.LeftOutWhy) != 1 || waits.LeftOutWhy[0].Reason != "a description of the headings" ||
		!strings.HasPrefix(waits.Notes[0], "Row 2 says what the headings mean.") {
		t.Fatalf("a description: %+v", waits)
	}
	_, err := s.sdk.ConfirmImport(t.Context(), waits.ID, client.ImportDecision{})
	wantInvalid(t, err, "valid_only")
	if _, err := s.sdk.ConfirmImport(t.Context(), waits.ID, client.ImportDecision{ValidOnly: true}); err != nil {
		t.Fatal(err)
	}
	if done := s.settled(waits.ID); done.State != client.ImportDone || done.Created != 1 {
		t.Errorf("confirmed: %+v", done)
	}
}

// TestImportOfARowWithoutCurrency: the second item of an order has the currency of the first, not the default.
func TestImportOfARowWithoutCurrency(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	const file = "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n" +
		"X-1,Ben,+6591234567,6 Main St,Singapore,238800,SG,Mug,1,10,SGD,0.5\nX-1,,,,,,,Cap,1,5,,\n"
	got := s.uploaded(file, map[string]string{"item_price_currency": "MYR"})
	if got.State != client.ImportDone || got.Created != 1 {
		t.Fatalf("%+v", got)
	}
	for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{WithItems: true}) {
		if err != nil || len(o.Items) != 2 || o.Items[0].PriceCurrency != "SGD" || o.Items[1].PriceCurrency != "SGD" {
			t.Errorf("%+v, %v", o.Items, err)
		}
	}
}

// TestImportOfFilesOfShops uploads files as shops have them. Each is read right, or asks.
func TestImportOfFilesOfShops(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	seen := map[string]bool{}
	for _, c := range []struct {
		file     string
		defaults map[string]string
		want     string // the orders, and the cells for which orders are refused
	}{
		{"c04.csv", nil, "1005 Ana Lim, 5 Jalan Ampang: 1 Blue mug 10 SGD"},
		{"c05.csv", nil, "AA-3 Wong, 88 Queensway, Tower Two, 25/F, 2503: 1 Cup 10 SGD"},
		{"c05b.csv", nil, "AA-2 Meera, Flat 3B, 12/4 MG Road, Opp. City Hospital, Ravipuram: 1 Lamp 10 SGD"},
		{
			"c06.csv",
			map[string]string{"consignee_country": "MY", "item_price_currency": "SGD"},
			"W-1 Nur Izzati, 3 Jalan Mawar: 1 Scarf 10 SGD; W-2 Tan Wei, 12 Lorong Batu: 1 Cap 12 SGD",
		},
		{"c07.xlsx", nil, "refused I4; refused K3; refused N4; refused O4"},
		{
			"c10.xlsx",
			map[string]string{"item_price_currency": "SGD"},
			"X-1 Budi, Jl. Sudirman 1: 2 Kaos 10 SGD, 1 Topi 5 SGD; X-2 Sari, Jl. Thamrin 9: 1 Sandal 12 SGD",
		},
		{"c14.csv", nil, "refused M2; refused M3"},
	} {
		file, err := os.ReadFile("../importer/testdata/cases/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		imported := s.uploaded(string(file), c.defaults)
		var got []string
		for row, err := range s.sdk.ImportProblems(t.Context(), imported.ID) {
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range row.Problems {
				if row.Refused {
					got = append(got, "refused "+p.Cell)
				}
			}
		}
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{WithItems: true}) {
			if err != nil {
				t.Fatal(err)
			}
			if seen[o.TrackingNo] {
				continue
			}
			seen[o.TrackingNo] = true
			var items []string
			for _, item := range o.Items {
				items = append(items, fmt.Sprintf("%d %s %s %s", item.Quantity, item.Desc, item.PriceValue, item.PriceCurrency))
			}
			got = append(got, fmt.Sprintf("%s %s, %s: %s", o.ShipperOrderID, o.ConsigneeName, o.ConsigneeAddress, strings.Join(items, ", ")))
		}
		slices.Sort(got)
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s, %s %s: %s, want %s", c.file, imported.State, imported.Message, strings.Join(got, "; "), c.want)
		}
	}
}

// TestImportCompletesPhonesByADefaultCountry: a country that the upload gives for all rows is that of the phone numbers, too.
func TestImportCompletesPhonesByADefaultCountry(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	const headings = "Order No,Recipient,Phone,Address,City,Postcode,Item,Qty,Price,Weight (kg)\n"
	for _, c := range []struct{ country, row, phone string }{
		{"MY", "W-1,Nur,012-345 6789,3 Jalan Mawar,Kangar,01000,Scarf,1,10,0.5\n", "+60123456789"},
		{"Singapore", "W-2,Ben,9123 4567,6 Main St,Singapore,238800,Cap,1,12,0.4\n", "+6591234567"},
		{"JP", "W-3,Taro,090-1234-5678,1-1 Chiyoda,Tokyo,100-0001,Cap,1,12,0.4\n", "+819012345678"},
		{"Thailand", "W-4,Somchai,081-234-5678,99 Sukhumvit,Bangkok,10110,Silk,1,350,0.5\n", "+66812345678"},
	} {
		got := s.uploaded(headings+c.row, map[string]string{"consignee_country": c.country, "item_price_currency": "SGD"})
		if got.State != client.ImportDone || got.Created != 1 {
			t.Errorf("%s: %+v", c.country, got)
			continue
		}
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			detail, err := s.sdk.Order(t.Context(), o.TrackingNo)
			if err != nil || o.ShipperOrderID == c.row[:3] && detail.ConsigneeNumber != c.phone {
				t.Errorf("%s: %s, want %s, %v", c.country, detail.ConsigneeNumber, c.phone, err)
			}
		}
	}
	checked := s.uploaded(headings+"W-5,Nur,12,3 Jalan Mawar,Kangar,01000,Scarf,1,10,0.5\n", map[string]string{
		"consignee_country": "MY", "item_price_currency": "SGD",
	})
	if checked.Refused != 1 {
		t.Errorf("a number that is none there: %+v", checked)
	}
}
