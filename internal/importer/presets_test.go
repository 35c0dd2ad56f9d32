package importer_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// roundTrips is how many files are written for each preset.
const roundTrips = 40

// TestOrdersOfPresetsAreReadBack writes random orders under the headings of each preset, with a random delimiter, charset and decimal
// sign, and reads the same orders.
func TestOrdersOfPresetsAreReadBack(t *testing.T) {
	seeds := uint64(roundTrips)
	if testing.Short() {
		seeds /= 4
	}
	if raceDetector {
		seeds /= 10 // one goroutine does it all: the detector has nothing to find, and takes five minutes for all
	}
	for _, preset := range importer.Presets() {
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 1))
			orders := make([]map[string]string, 1+r.IntN(5))
			for i := range orders {
				orders[i] = randomOrder(r, i)
			}
			file, defaults := presetFile(t, r, preset, orders)
			table, err := importer.Read(t.Context(), nil, file, importer.ReadOptions{Charset: "utf-8"})
			if err != nil {
				t.Fatalf("%s: %v", preset.Name, err)
			}
			m := importer.Complete(table, importer.Mapping{Defaults: defaults})
			if m.Preset != preset.Name {
				t.Fatalf("%s is recognised as %q", preset.Name, m.Preset)
			}
			found := check(t, planWith(t, table, m))
			if len(found) != len(orders) {
				t.Fatalf("%s, seed %d: %d orders, want %d\n%s", preset.Name, seed, len(found), len(orders), file)
			}
			for i, c := range found {
				if c.Order == nil {
					t.Fatalf("%s, seed %d: %+v\n%s", preset.Name, seed, c.Problems, file)
				}
				if got, want := fieldsOfOrder(c), expected(orders[i], defaults); got != want {
					t.Fatalf("%s, seed %d: %s, want %s\n%s", preset.Name, seed, got, want, file)
				}
			}
		}
	}
}

// randomOrder are the values of an order by field.
func randomOrder(r *rand.Rand, i int) map[string]string {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	return map[string]string{
		"shipper_order_id":  fmt.Sprintf("R-%d-%d", i, r.IntN(1000)),
		"consignee_name":    pick("Ana Lim", "José Müller", "王小明", "O'Hara, Pat", "Siti \"S\" Rahma"),
		"consignee_number":  "+6281234" + strconv.Itoa(100000+r.IntN(899999)),
		"consignee_email":   pick("ana@example.com", "bo@example.com"),
		"consignee_address": pick("Jl. Sudirman 1", "Hauptstraße 5; Hof", "1 Hill St, Unit 2", "北京路 10"),
		"consignee_city":    pick("Jakarta", "Köln", "Surabaya"), "consignee_postal": strconv.Itoa(10000 + r.IntN(89999)),
		"consignee_state": pick("DKI", "Jawa Barat"), "consignee_province": pick("DKI", "Jawa"), "consignee_country": "ID",
		"delivery_note": pick("", "ring; twice"), "payment_type": "prepaid",
		"item_desc": pick("Kaos", "Shirt, blue", "Größe M", "T|S"), "item_sku": pick("", "SH-M", "007"),
		"item_quantity":    strconv.Itoa(1 + r.IntN(9)),
		"item_price_value": fmt.Sprintf("%d.%d5", 1+r.IntN(9), 1+r.IntN(9)), "item_price_currency": pick("SGD", "USD"),
	}
}

// compared are the fields that all presets are compared by. Those that a preset lacks have a default.
var compared = []string{
	"shipper_order_id", "consignee_name", "consignee_number", "consignee_email", "consignee_address", "consignee_city", "consignee_postal",
	"consignee_country", "payment_type", "item_desc", "item_sku", "item_quantity", "item_price_value", "item_price_currency",
}

func expected(order, defaults map[string]string) string {
	var texts []string
	for _, field := range compared {
		if value, isDefault := defaults[field]; isDefault {
			texts = append(texts, value)
		} else {
			texts = append(texts, order[field])
		}
	}
	return strings.Join(texts, "¦")
}

func fieldsOfOrder(c importer.Checked) string {
	o, item := c.Order, c.Order.Items[0]
	return strings.Join([]string{
		o.ShipperOrderID, o.Consignee.Name, o.Consignee.Number, o.Consignee.Email, o.Consignee.Address, o.Consignee.City, o.Consignee.Postal,
		string(o.Consignee.Country), o.PaymentType, item.Desc, item.SKU, strconv.FormatInt(item.Quantity, 10), item.PriceValue.String(),
		item.PriceCurrency,
	}, "¦")
}

// presetFile writes orders under the headings of the preset's file of testdata. The defaults are of fields that it does not have.
func presetFile(t *testing.T, r *rand.Rand, preset importer.Preset, orders []map[string]string) ([]byte, map[string]string) {
	t.Helper()
	sample, err := os.ReadFile("testdata/presets/" + preset.Name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	headings := read(t, string(sample)).Headings
	comma := r.IntN(2) == 0
	written := make(map[string]int) // the column of each field
	defaults := missingColumns()
	records := make([][]string, len(orders))
	for i := range records {
		records[i] = make([]string, len(headings))
	}
	columns := preset.Columns
	if preset.Name == "waybill" { // whose headings are the names of fields
		for _, heading := range headings {
			if _, isField := orders[0][heading]; isField {
				columns = append(columns, importer.ColumnMapping{Heading: heading, Field: heading})
			}
		}
	}
	for _, c := range columns {
		at := slices.IndexFunc(headings, func(h string) bool { return strings.EqualFold(h, c.Heading) })
		if _, known := written[c.Field]; known || c.Ignore || at < 0 {
			continue
		}
		written[c.Field] = at
		for _, field := range c.Several {
			written[field] = at
		}
		for i, order := range orders {
			records[i][at] = presetValue(c, order, comma)
		}
	}
	if at := slices.Index(headings, "line_item_1"); at >= 0 {
		for i, order := range orders {
			records[i][at] = fmt.Sprintf("name:%s|product_id:1|sku:%s|quantity:%s|total:%s|sub_total:1",
				order["item_desc"], order["item_sku"], order["item_quantity"], allPieces(order))
		}
	}
	for _, field := range compared {
		if _, known := written[field]; !known {
			defaults[field] = orders[0][field]
		}
	}
	if preset.Defaults["item_quantity"] != "" {
		defaults["item_quantity"] = preset.Defaults["item_quantity"]
	}
	if field := preset.Defaults["item_price_currency"]; field != "" {
		defaults["item_price_currency"] = field
	}
	delete(defaults, "shipper_order_id")
	if _, known := written["payment_type"]; known {
		delete(defaults, "payment_type")
	}
	var b bytes.Buffer
	if r.IntN(2) == 0 {
		b.WriteString("\uFEFF")
	}
	out := csv.NewWriter(&b)
	out.Comma = []rune{',', ';', '\t'}[r.IntN(3)]
	for _, record := range append([][]string{headings}, records...) {
		if err := out.Write(record); err != nil {
			t.Fatal(err)
		}
	}
	out.Flush()
	return b.Bytes(), defaults
}

// presetValue is a value as a column of a preset has it.
func presetValue(c importer.ColumnMapping, order map[string]string, comma bool) string {
	value := order[c.Field]
	switch {
	case c.Field == "item_price_value" && c.All:
		value = allPieces(order)
	case c.Field == "payment_type" && value == "prepaid" && c.Values != nil:
		value = "Credit Card"
	}
	if comma && c.Field == "item_price_value" {
		value = strings.Replace(value, ".", ",", 1)
	}
	return value
}

// allPieces is the price of all pieces of an order.
func allPieces(order map[string]string) string {
	price, _ := strconv.ParseFloat(order["item_price_value"], 64)
	pieces, _ := strconv.ParseFloat(order["item_quantity"], 64)
	return strconv.FormatFloat(price*pieces, 'f', 2, 64)
}
