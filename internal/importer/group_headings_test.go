package importer_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestHeadingsBelowTheirGroups: a heading that says nothing alone is read with the group above it. One that says enough stays as it is.
func TestHeadingsBelowTheirGroups(t *testing.T) {
	for groups, want := range map[string]string{
		"Order,Receiver,,,Goods,,|No,Name,Phone,Address,Name,Qty,Price":    "Order No,Receiver Name,Phone,Address,Goods Name,Qty,Price",
		"Order,,Receiver,,|Number,Date,Name,Phone,Address":                 "Order Number,Date,Name,Phone,Address",
		"Order,Receiver,,|#,Name,Phone,Address":                            "Order #,Name,Phone,Address",
		"Sales order,Receiver,,|No.,Name,Phone,Address":                    "Sales order,Name,Phone,Address",
		"Pesanan,Penerima,,|No,Nama,Telepon,Alamat":                        "No Pesanan,Nama,Telepon,Alamat",
		"Shipment,Receiver,,|No.,Name,Phone,Address":                       "Shipment No.,Name,Phone,Address",
		"Order info,Receiver,,|No,Name,Phone,Address":                      "Order info No,Name,Phone,Address",
		"Order details,Receiver,,|No.,Name,Phone,Address":                  "Order details No.,Name,Phone,Address",
		"Order header,Receiver,,|Number,Name,Phone,Address":                "Order header Number,Name,Phone,Address",
		"Shop order,Receiver,,|ID,Name,Phone,Address":                      "Shop order ID,Name,Phone,Address",
		"Order items,Receiver,,|No,Name,Phone,Address":                     "No,Name,Phone,Address", // of a line
		"Order,,,|Order No,Name,Phone,Address":                             "Order No,Name,Phone,Address",
		"Sender,,Receiver,,|Name,Country,Name,Phone,Address":               "Sender Name,Sender Country,Receiver Name,Phone,Address",
		"Parcel,,Receiver,,|Weight (kg),Country,Name,Phone,Address":        "Weight (kg),Country,Name,Phone,Address",
		"Receiver,,,,Goods,|Name,Phone,Address,Postcode,Description,Qty":   "Name,Phone,Address,Postcode,Description,Qty",
		"Recipient,,,Goods,|Name,No,Address,Item,Qty":                      "Name,No,Address,Item,Qty",    // not the name
		"Order,,,,|Name,Phone,Address,Item,Qty":                            "Name,Phone,Address,Item,Qty", // not the name of an order
		"订单,收件人,,|编号,姓名,电话,地址":                                             "订单 编号,姓名,电话,地址",
		"Bestellung,Empfänger,,|Nummer,Name,Telefon,Adresse,Artikel,Menge": "Bestellung,Name,Telefon,Adresse,Artikel,Menge",
	} {
		rows := strings.Split(groups, "|")
		table, err := importer.Read(t.Context(), nil, []byte(rows[0]+"\n"+rows[1]+"\nx,y,z,a,b,c,d\n"), importer.ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", groups, err)
			continue
		}
		if got := strings.TrimRight(strings.Join(table.Headings, ","), ","); got != want {
			t.Errorf("%s: %s, want %s", groups, got, want)
		}
	}
}

// TestOrdersBelowAGroup: an order whose number stands below the group Order is one order with its items.
func TestOrdersBelowAGroup(t *testing.T) {
	for _, name := range []string{"c10.xlsx", "c10b.xlsx"} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := importer.Read(t.Context(), newRunner(t), file, importer.ReadOptions{Owner: "1"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range check(t, completed(t, table, map[string]string{"item_price_currency": "SGD", "item_category": "Home"})) {
			if c.Order == nil {
				t.Fatalf("%s: %+v", name, c.Problems)
			}
			got = append(got, fmt.Sprintf("%s %s %d", c.Reference, c.Order.Consignee.Name, len(c.Order.Items)))
		}
		if want := []string{"X-1 Budi 2", "X-2 Sari 1"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
