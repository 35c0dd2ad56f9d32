package docs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/webhook"
)

var update = flag.Bool("update", false, "write the tables of the documentation anew")

// TestTables compares the tables of the documentation with what they document.
// `go test ./docs -update` writes them anew.
func TestTables(t *testing.T) {
	both, order, returned := orderTables(t)
	for _, table := range []struct {
		file, name string
		want       string
	}{
		{"fields.md", "fields of both", both},
		{"fields.md", "fields of orders", order},
		{"fields.md", "fields of returns", returned},
		{"fields.md", "item fields", briefTable(request.ItemFields())},
		{"fields.md", "tax id fields", briefTable(request.TaxIDFields())},
		{"interface.md", "added fields", addedFieldsTable(t)},
		{"customs.md", "tariffs", tariffsTable()},
		{"webhooks.md", "retries", retriesTable()},
	} {
		t.Run(table.name, func(t *testing.T) { checkTable(t, table.file, table.name, table.want) })
	}
}

// TestEveryEventIsDocumented looks up each type of event in the table for shippers.
func TestEveryEventIsDocumented(t *testing.T) {
	text, err := os.ReadFile("webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range shipment.EventTypes() {
		if !strings.Contains(string(text), "| "+code(string(kind))+" | ") {
			t.Errorf("webhooks.md has no row of %s", kind)
		}
	}
}

// tariffsTable has the countries by the digits of their tariff.
func tariffsTable() string {
	byDigits := make(map[string][]string)
	for _, c := range shipment.Countries() {
		tariff := shipment.Tariffs()[c]
		if tariff != nil && !slices.Contains(shipment.CountryGroup("EU"), c) {
			digits := strings.Join(tariff.Digits, ", ")
			byDigits[digits] = append(byDigits[digits], c.Name())
		}
	}
	union := strings.Join(shipment.Tariffs()["DE"].Digits, ", ")
	byDigits[union] = append(byDigits[union], "European Union")
	rows := [][]string{{"Digits", "Country"}}
	for _, digits := range slices.Sorted(maps.Keys(byDigits)) {
		slices.Sort(byDigits[digits])
		rows = append(rows, []string{digits, strings.Join(byDigits[digits], ", ")})
	}
	return markdown(rows)
}

// retriesTable has the waits before an event is sent again.
func retriesTable() string {
	var waits []string
	for attempts := 1; ; attempts++ {
		wait, more := webhook.Wait(attempts, 0, 0)
		if !more {
			return strings.Join(waits, ", ") + "\n"
		}
		waits = append(waits, short(wait))
	}
}

// short is a duration without the zeros at its end.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// checkTable compares what stands between a table's two marks in a file.
func checkTable(t *testing.T, file, name, want string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mark, end := "<!-- table: "+name+" -->\n", "<!-- end -->"
	before, rest, found := strings.Cut(string(text), mark)
	got, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no marks of the table %q", file, name)
	}
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("%s: the table %q is\n%s\nwant, as `go test ./docs -update` writes it,\n%s", file, name, got, want)
	}
	anew := before + mark + want + end + after
	if err := os.WriteFile(file, []byte(anew), 0o600); err != nil {
		t.Fatal(err)
	}
}

// markdown is a table of rows, the first of which is the heading.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return b.String()
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

// addedFieldsTable has the fields that the description of the interface does not have.
func addedFieldsTable(t *testing.T) string {
	text, err := os.ReadFile("../internal/api/testdata/openapi/described.json")
	if err != nil {
		t.Fatal(err)
	}
	var described map[string][]string
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	added := func(schema string, fields []request.Field) (names []string) {
		for _, f := range fields {
			if !slices.Contains(described[schema], f.Name) {
				names = append(names, code(f.Name))
			}
		}
		return names
	}
	orders, returns := added("CreateOrder", request.CreateFields()), added("ReturnOrder", request.ReturnFields())
	with := func(names, others []string, want bool) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(others, n) != want }), ", ")
	}
	return markdown([][]string{
		{"Of", "Fields"},
		{"orders and returns", with(orders, returns, true)},
		{"orders alone", with(orders, returns, false)},
		{"returns alone", with(returns, orders, false)},
		{"an item", strings.Join(added("Item", request.ItemFields()), ", ")},
	})
}

// allowed is what a field of a type may hold, in words.
func allowed(t request.Type) string {
	switch t.Name {
	case request.TypeText:
		return fmt.Sprintf("text, at most %d characters", t.MaxLength)
	case request.TypeEmail:
		return "e-mail address"
	case request.TypeDecimal:
		return fmt.Sprintf("number, at least %s, of at most %d digits, %d of them decimals", lowest(t), t.Digits, t.Places)
	case request.TypeInteger:
		return fmt.Sprintf("whole number from %d to %d", t.Min, t.Max)
	case request.TypeChoice:
		if last := len(t.Choices) - 1; last > 18 { // the OpenAPI document has all
			return code(t.Choices[0]) + " … " + code(t.Choices[last])
		}
		return code(strings.Join(t.Choices, "`, `"))
	case request.TypeDate:
		return "`YYYY-MM-DD`"
	case request.TypePhone:
		return "phone number: `+`, country code, 7 to 15 digits in all"
	case request.TypeLocalPhone:
		return "phone number: 6 to 15 digits, `+` or not"
	case request.TypeCountry:
		return "country: ISO 3166-1 code or name"
	case request.TypeCurrency:
		return "ISO 4217 code"
	case request.TypeTrackingNo:
		return "6 to 40 letters, digits or hyphens"
	case request.TypeService:
		return "id of a live service"
	case request.TypeURL:
		return fmt.Sprintf("http:// or https:// address, at most %d characters", t.MaxLength)
	case request.TypeHSCode:
		return "6 to 12 digits"
	case request.TypeTaxIDs:
		return fmt.Sprintf("list of at most %d tax ids", t.Max)
	case request.TypeMetadata:
		return fmt.Sprintf("object of at most %d texts: keys of at most %d characters, texts of at most %d",
			t.Max, shipment.MaxMetadataKey, shipment.MaxMetadataValue)
	case request.TypeItems:
		return fmt.Sprintf("list of %d to %d items", t.Min, t.Max)
	default:
		return string(t.Name)
	}
}

// lowest is a decimal's least value, with its places when it has any.
func lowest(t request.Type) string {
	if t.Min == 0 {
		return "0"
	}
	digits := fmt.Sprintf("%0*d", t.Places+1, t.Min)
	point := len(digits) - t.Places
	return digits[:point] + "." + digits[point:]
}
