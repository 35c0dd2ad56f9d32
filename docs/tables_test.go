package docs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
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
	for _, table := range []struct {
		file, name string
		want       string
	}{
		{"fields.md", "order fields", ordersTable(t)},
		{"fields.md", "item fields", briefTable(request.ItemFields())},
		{"fields.md", "tax id fields", briefTable(request.TaxIDFields())},
		{"interface.md", "added fields", addedFieldsTable(t)},
		{"customs.md", "tariffs", tariffsTable()},
		{"webhooks.md", "endpoint fields", fieldsTable(request.EndpointFields())},
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

// retriesTable has the times at which an event is sent.
func retriesTable() string {
	rows := [][]string{{"Attempt", "After the one before", "After the first"}}
	var total time.Duration
	for attempts := 1; ; attempts++ {
		wait, more := webhook.Wait(attempts, 0, 0)
		if !more {
			return markdown(rows)
		}
		total += wait
		rows = append(rows, []string{strconv.Itoa(attempts + 1), short(wait), short(total)})
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

func fieldsTable(fields []request.Field) string {
	rows := [][]string{{"Field", "Required", "Value", "What it is"}}
	for _, f := range fields {
		rows = append(rows, []string{code(f.Name), presence(f), allowed(f.Type), about(f)})
	}
	return markdown(rows)
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
	rows := [][]string{{"Of", "Fields"}}
	for _, of := range []struct {
		name, schema string
		fields       []request.Field
	}{
		{"an order", "CreateOrder", request.CreateFields()},
		{"a return", "ReturnOrder", request.ReturnFields()},
		{"an item", "Item", request.ItemFields()},
	} {
		var added []string
		for _, f := range of.fields {
			if !slices.Contains(described[of.schema], f.Name) {
				added = append(added, code(f.Name))
			}
		}
		rows = append(rows, []string{of.name, strings.Join(added, ", ")})
	}
	return markdown(rows)
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
