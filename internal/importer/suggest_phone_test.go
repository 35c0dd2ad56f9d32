package importer_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// phoneWay is how the suggestion reads the numbers of a file with columns Phone and Country.
func phoneWay(t *testing.T, rows ...string) string {
	t.Helper()
	m := importer.Suggest(read(t, "Phone\tCountry\n"+strings.Join(rows, "\n")+"\n"))
	return m.Columns[slices.IndexFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == "consignee_number" })].Phone
}

// TestPhonesOfTheirCountry: numbers without a country code get that of their row, if all are valid there.
func TestPhonesOfTheirCountry(t *testing.T) {
	for name, rows := range map[string][]string{
		"Indonesia": {"0812-3456-7890\tIndonesia", "6281234567891\tID"}, "Italy": {"06 698 12345\tItaly"},
		"Kazakhstan":        {"8 701 123 4567\tKazakhstan"},
		"one that is wrong": {"912 345 670\tPortugal", "912 345 671\tPortugal", "12\tPortugal"},
		"some with a code":  {"+6281234567890\tIndonesia", "01 42 68 53 00\tFrance"},
	} {
		if got := phoneWay(t, rows...); got != importer.PhoneOfCountry {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, rows := range map[string][]string{
		"most of another country": {"0812-3456-7890\tIndonesia", "91234567\tMalaysia", "91234568\tMalaysia"},
		"all with a code":         {"+6281234567890\tIndonesia"},
		"no country":              {"081234567890\t"}, "a number of a spreadsheet": {"6281234567890.0\tIndonesia"},
	} {
		if got := phoneWay(t, rows...); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestPhonesOfWhoPays: the number has the code of the country of who pays, and none if that is not known.
func TestPhonesOfWhoPays(t *testing.T) {
	const billed, shipped = "Billing Name,Billing Phone,Billing Country,", "Shipping Name,Shipping Phone,Shipping Address,Shipping Country,"
	for file, want := range map[string]string{
		billed + "Shipping Name,Shipping Address,Shipping Country\nA,312 345 6789,IT,Joe,1 Elm St,US\n": "+393123456789",
		shipped + "Billing Phone,Billing Country\nJoe,,1 Elm St,US,312 345 6789,IT\n":                   "+393123456789",
		shipped + "Billing Phone,Billing Country\nJoe,,1 Elm St,US,415 555 0133,IT\n":                   "415 555 0133",
		"Shipping Name,Shipping Address,Shipping Country,Billing Phone\nJoe,1 Elm St,US,312 345 6789\n": "312 345 6789",
		"Buyer Name,Buyer Phone,Buyer Address,Buyer Country\nAnna,312 345 6789,Via 1,IT\n":              "+393123456789",
		shipped + "Billing Phone,Billing Country\nJoe,312 345 6789,1 Elm St,US,,IT\n":                   "+13123456789",
		"Buyer Name,Buyer Phone,Address,City,Country\nAnna,312 345 6789,Via 1,Roma,IT\n":                "+393123456789",
	} {
		table := read(t, file)
		m := importer.Complete(table, importer.Mapping{Defaults: missingColumns()})
		for _, f := range m.Missing() {
			m.Defaults[f.Name] = map[string]string{"item_quantity": "1", "item_price_value": "5", "item_price_currency": "USD"}[f.Name]
			if m.Defaults[f.Name] == "" {
				m.Defaults[f.Name] = "x"
			}
		}
		c, got := check(t, planWith(t, table, m))[0], ""
		if c.Order != nil {
			got = c.Order.Consignee.Number
		} else if c.Problems[0].Field == "consignee_number" {
			got = c.Problems[0].Value
		}
		if got != want {
			t.Errorf("%s: %q, want %q: %+v", file, got, want, c.Problems)
		}
	}
}

// TestNumberedPartsAreJoined: Japanese exports have phone numbers and postal codes in several columns.
func TestNumberedPartsAreJoined(t *testing.T) {
	table := read(t, "送付先郵便番号1,送付先郵便番号2,送付先電話番号1,送付先電話番号2,送付先電話番号3,Country\n150,0001,090,1234,5678,Japan\n")
	m := importer.Suggest(table)
	m.Defaults = missingColumns()
	for _, f := range m.Missing() {
		m.Defaults[f.Name] = map[string]string{"item_quantity": "1", "item_price_value": "5", "item_price_currency": "JPY"}[f.Name]
		if m.Defaults[f.Name] == "" {
			m.Defaults[f.Name] = "x"
		}
	}
	checked := check(t, planWith(t, table, m))
	if o := checked[0].Order; o == nil || o.Consignee.Number != "+819012345678" || o.Consignee.Postal != "150-0001" {
		t.Errorf("%+v", checked[0])
	}
	apart := importer.Suggest(read(t, "Phone 1,Phone 2\n0812 3456 7890,0812 3456 7891\n"))
	if slices.ContainsFunc(apart.Columns, func(c importer.ColumnMapping) bool { return c.Join == "-" }) {
		t.Errorf("%+v", apart.Columns)
	}
}
