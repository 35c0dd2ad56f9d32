package importer_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"waybill/internal/importer"
)

// order makes the CSV file of one order in which a column has another value.
func order(field, value string) string {
	record := strings.Split(strings.ReplaceAll(validRow, "\n", " "), ",")
	names := strings.Split(strings.TrimSpace(headings), ",")
	names, record = append(names, field), append(record, "")
	for i, name := range names {
		if name == field {
			record[i] = value
		}
	}
	if strings.Contains(headings, field) {
		names, record = names[:len(names)-1], record[:len(record)-1]
	}
	return strings.Join(names, "\t") + "\n" + strings.ReplaceAll(strings.Join(record, "\t"), "\"", "") + "\n"
}

func TestMangledValuesAreExplained(t *testing.T) {
	for _, c := range []struct{ field, value, message, hint string }{
		{"consignee_number", "6.28E+11", "The spreadsheet has shortened the number to 6.28E+11.", ""},
		{"consignee_number", "08123456", "Enter a valid phone number", "It has no country code."},
		{"consignee_number", "6281234", "Enter a valid phone number", "Write the number with a plus sign"},
		{"consignee_number", "6281234567890.0", "Enter a valid phone number", "The spreadsheet has made a number of it."},
		{"pickup_date", "45321", "Date has wrong format.", "In a spreadsheet it is the number of the day 2024-01-30."},
		{"pickup_date", "03/04/2026", "Date has wrong format.", "It may be 2026-04-03 or 2026-03-04."},
		{"pickup_date", "31/01/2026x", "Date has wrong format.", ""},
		{"order_weight", "1,234", "A valid number is required.", "Write the number without"},
		{"order_weight", "1.5 pcs", "A valid number is required.", "Leave out the unit"},
		{"pickup_date", "31-Foo-26", "Date has wrong format.", ""},
		{"item_price_value", "125.000", "The amount may be 125000 or 125.", "Write the amount without"},
		{"item_price_value", "125,000", "The amount may be 125000 or 125.", "Write the amount without"},
		{"cod_amt_to_collect", "250.000", "The amount may be 250000 or 250.", "with two decimals"},
		{"item_price_value", "Rp 15.00", "The amount is in IDR, and the order has SGD.", ""},
		{"item_price_value", "S$125.000", "The amount may be 125000 or 125.", "Write the amount without"},
		{"item_price_value", "15.00 pcs", "A valid number is required.", "Leave out the unit"},
		{"item_price_value", "USD 15.00 €", "A valid number is required.", ""},
		{"cod_amt_to_collect", "$ 15.00 SGD", "The amount is in SGD, and the order has IDR.", ""},
		{"shipper_order_id", "1.23457E+12", "The spreadsheet has shortened the number to 1.23457E+12.", ""},
		{"item_sku", "#N/A", "The formula of the cell failed: #N/A.", ""},
		{"consignee_postal", "#REF!", "The formula of the cell failed: #REF!.", ""},
	} {
		checked := check(t, plan(t, order(c.field, c.value)))
		problems := checked[0].Problems
		if len(problems) != 1 || problems[0].Field != c.field || problems[0].Value != c.value ||
			!strings.HasPrefix(problems[0].Message.String(), c.message) ||
			!strings.Contains(problems[0].Hint.String(), c.hint) || (c.hint == "") != problems[0].Hint.IsZero() {
			t.Errorf("%s of %s: %+v", c.value, c.field, problems)
		}
	}
}

// TestADashIsNoValue: people write one into an amount, a number, a day, a phone number or an e-mail that they do not have.
func TestADashIsNoValue(t *testing.T) {
	for field, dash := range map[string]string{"cod_amt_to_collect": "-", "pickup_date": "—", "consignee_email": "–", "item_weight": "-"} {
		if c := check(t, plan(t, order(field, dash)))[0]; c.Order == nil {
			t.Errorf("%s: %+v", field, c.Problems)
		}
	}
	for field, dash := range map[string]string{"consignee_number": "-", "item_quantity": "—"} {
		c := check(t, plan(t, order(field, dash)))[0]
		if len(c.Problems) != 1 || c.Problems[0].Message.String() != "This field is required." {
			t.Errorf("%s: %+v", field, c.Problems)
		}
	}
	if got := check(t, plan(t, order("consignee_city", "-")))[0].Order; got == nil || got.Consignee.City != "-" {
		t.Errorf("a text: %+v", got)
	}
	columns := importer.Suggest(read(t, "COD amount\tPickup date\n-\t-\n1.250,50\t31/12/2026\n")).Columns
	if columns[0].Decimal != importer.DecimalComma || columns[1].Date != importer.DateDMY {
		t.Errorf("%+v", columns)
	}
}

// TestHeadingsNameACurrency: a heading such as Value (IDR) says what its amounts are in, as a cell does, also to a default.
func TestHeadingsNameACurrency(t *testing.T) {
	for heading, want := range map[string]string{
		"Value (IDR)": "The amount is in IDR, and the order has SGD.", "Value (Rp)": "The amount is in IDR, and the order has SGD.",
		"Value (SGD)": "", "Value": "", "Value ($)": "",
	} {
		table := read(t, heading+",Name,Address,Country\n15,Ana,1 Hill St,ID\n")
		m := importer.Suggest(table)
		m.Defaults = missingColumns()
		maps.Copy(m.Defaults, map[string]string{
			"consignee_number": "+6281234567890", "item_price_currency": "SGD", "item_quantity": "1", "item_desc": "Shirt",
		})
		got := ""
		if checked := check(t, planWith(t, table, m))[0]; checked.Order == nil {
			got = checked.Problems[0].Message.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", heading, got, want)
		}
	}
}

// TestAmountsOfAllPieces: what is the price of all pieces is divided by their number, also by that of the default.
func TestAmountsOfAllPieces(t *testing.T) {
	for _, c := range []struct{ headings, cells, quantity, want string }{
		{"Qty,Price", "3,25.00", "", "8.33"},
		{"Price", "25.00", "2", "12.5"},
		{"Price", "25.00", "1", "25"},
		{"Qty,Price", ",25.00", "4", "6.25"},
		{"Qty,Price", "2,25.00", "4", "12.5"},
	} {
		table := read(t, c.headings+",Name,Address,Country\n"+c.cells+",Ana,1 Hill St,ID\n")
		m := importer.Suggest(table)
		m.Defaults = missingColumns()
		maps.Copy(m.Defaults, map[string]string{"consignee_number": "+6281234567890", "item_price_currency": "USD", "item_desc": "Shirt"})
		if c.quantity != "" {
			m.Defaults["item_quantity"] = c.quantity
		}
		for i := range m.Columns {
			m.Columns[i].All = m.Columns[i].Field == "item_price_value"
		}
		checked := check(t, planWith(t, table, m))[0]
		if checked.Order == nil {
			t.Errorf("%s: %v", c.cells, checked.Problems)
		} else if got := checked.Order.Items[0].PriceValue.String(); got != c.want {
			t.Errorf("%s with the default %q: %s a piece, want %s", c.cells, c.quantity, got, c.want)
		}
	}
}

func TestConvertedValues(t *testing.T) {
	for _, c := range []struct {
		field, value string
		mapping      importer.ColumnMapping
		want         string // of the order; "" for a problem
	}{
		{"order_weight", "1,5", importer.ColumnMapping{Decimal: importer.DecimalComma}, "1.5"},
		{"order_weight", "1.234,5", importer.ColumnMapping{Decimal: importer.DecimalComma}, "1234.5"},
		{"order_weight", "1 234,5", importer.ColumnMapping{Decimal: importer.DecimalComma}, "1234.5"},
		{"order_weight", "1,234.5", importer.ColumnMapping{Decimal: importer.DecimalPoint}, "1234.5"},
		{"order_weight", "1,23,4", importer.ColumnMapping{Decimal: importer.DecimalPoint}, ""},
		{"order_weight", "1.250", importer.ColumnMapping{}, "1.25"},
		{"item_price_value", "125.000", importer.ColumnMapping{Decimal: importer.DecimalComma}, "125000"},
		{"item_price_value", "125.000", importer.ColumnMapping{Decimal: importer.DecimalPoint}, "125"},
		{"item_price_value", "125.00", importer.ColumnMapping{}, "125"},
		{"item_price_value", "1250.00", importer.ColumnMapping{}, "1250"},
		{"item_price_value", "0.125", importer.ColumnMapping{}, ""},
		{"item_price_value", "S$ 1,250.50", importer.ColumnMapping{Decimal: importer.DecimalPoint}, "1250.5"},
		{"item_price_value", "25", importer.ColumnMapping{All: true}, "12.5"},
		{"item_price_value", "25.01", importer.ColumnMapping{All: true}, "12.51"},
		{"item_price_value", "1.250,50 SGD", importer.ColumnMapping{Decimal: importer.DecimalComma}, "1250.5"},
		{"item_price_value", "$12.50", importer.ColumnMapping{}, "12.5"},
		{"order_weight", "1.5 kg", importer.ColumnMapping{}, "1.5"},
		{"order_weight", "500gr", importer.ColumnMapping{Unit: "lb"}, "0.5"},
		{"pickup_date", "1-Dec-26", importer.ColumnMapping{}, "2026-12-01"},
		{"pickup_date", "Dec 1st, 2026 10:30 PM", importer.ColumnMapping{}, "2026-12-01"},
		{"pickup_date", "1 Agustus 2026", importer.ColumnMapping{}, "2026-08-01"},
		{"pickup_date", "2026年12月1日", importer.ColumnMapping{}, "2026-12-01"},
		{"consignee_country", "Indonesien", importer.ColumnMapping{}, "ID"},
		{"consignee_country", "印度尼西亚", importer.ColumnMapping{}, "ID"},
		{"consignee_country", "Indonesia (ID)", importer.ColumnMapping{}, "ID"},
		{"consignee_country", "Indonesia (East)", importer.ColumnMapping{}, ""},
		{"consignee_number", "0812-3456-7890", importer.ColumnMapping{Phone: importer.PhoneOfCountry}, "+6281234567890"},
		{"consignee_number", "12", importer.ColumnMapping{Phone: importer.PhoneOfCountry}, ""},
		{"order_weight", "24", importer.ColumnMapping{Unit: "oz"}, "0.68"},
		{"order_weight", "1250", importer.ColumnMapping{Unit: "g"}, "1.25"},
		{"order_weight", "1e999999999", importer.ColumnMapping{Unit: "g"}, ""},
		{"order_weight", "3", importer.ColumnMapping{Unit: "lb"}, "1.361"},
		{"consignee_number", "081234567890", importer.ColumnMapping{Phone: "+62"}, "+6281234567890"},
		{"consignee_number", "81234567890", importer.ColumnMapping{Phone: "+62"}, "+6281234567890"},
		{"consignee_number", "6281234567890", importer.ColumnMapping{Phone: "+62"}, "+6281234567890"},
		{"consignee_number", "6281234567890", importer.ColumnMapping{Phone: "+"}, "+6281234567890"},
		{"consignee_number", "+6591234567", importer.ColumnMapping{Phone: "+62"}, "+6591234567"},
		{"consignee_number", "65123456", importer.ColumnMapping{Phone: "+65"}, "+6565123456"}, // too short to have the code already
		{"pickup_date", "31.01.2026", importer.ColumnMapping{Date: importer.DateDMY}, "2026-01-31"},
		{"pickup_date", "1/31/26", importer.ColumnMapping{Date: importer.DateMDY}, "2026-01-31"},
		{"pickup_date", "2026/1/31", importer.ColumnMapping{Date: importer.DateYMD}, "2026-01-31"},
		{"pickup_date", "2026-01-31 10:00", importer.ColumnMapping{}, "2026-01-31"},
		{"pickup_date", "46053", importer.ColumnMapping{Date: importer.DateSerial}, "2026-01-31"},
		{"pickup_date", "30/02/2026", importer.ColumnMapping{Date: importer.DateDMY}, ""},
		{"consignee_number", "'(62) 812-3456-7890", importer.ColumnMapping{Phone: "+62"}, "+6281234567890"},
		{"consignee_postal", "'K1A 0B1", importer.ColumnMapping{}, "K1A 0B1"},
		{"payment_type", "Bank", importer.ColumnMapping{Values: map[string]string{"Cash": "cod", "*": "prepaid"}}, "prepaid"},
	} {
		table := read(t, order(c.field, c.value))
		m := importer.Suggest(table)
		for i := range m.Columns {
			if m.Columns[i].Field == c.field {
				c.mapping.Heading, c.mapping.Field = c.field, c.field
				m.Columns[i] = c.mapping
			}
		}
		p, err := importer.NewPlan(table, m)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if o := check(t, p)[0].Order; o != nil {
			got = map[string]string{
				"order_weight": o.Weight.String(), "consignee_number": o.Consignee.Number, "pickup_date": o.PickupDate, "payment_type": o.PaymentType,
				"consignee_country": string(o.Consignee.Country), "consignee_postal": o.Consignee.Postal,
				"item_price_value": o.Items[0].PriceValue.String(),
			}[c.field]
		}
		if got != c.want {
			t.Errorf("%s of %s with %+v is %q, want %q", c.value, c.field, c.mapping, got, c.want)
		}
	}
}

// TestApostrophesOfXLSX: a spreadsheet program keeps the apostrophe that an export has put in front of a postal code or
// a phone number. That of a name stays.
func TestApostrophesOfXLSX(t *testing.T) {
	p := planOfFile(t, sheetOf(t,
		[]any{
			"service_id", "order_length", "order_width", "order_height", "order_weight", "payment_type", "consignee_name", "consignee_number",
			"consignee_country", "consignee_address", "consignee_postal", "pickup_country", "pickup_address", "item_desc", "item_quantity",
			"item_price_value", "item_price_currency",
		},
		[]any{
			1, 10, 10, 10, 1, "prepaid", "'t Hart", "'+6281234567890", "ID", "Jl. Sudirman 1", "'02134", "SG", "1 Raffles Place", "Shirt", 2,
			12, "SGD",
		},
	))
	checked := check(t, p)
	if checked[0].Order == nil {
		t.Fatalf("%+v", checked[0].Problems)
	}
	if c := checked[0].Order.Consignee; c.Postal != "02134" || c.Number != "+6281234567890" || c.Name != "'t Hart" {
		t.Errorf("%+v", c)
	}
}

func TestMangledCellsOfXLSX(t *testing.T) {
	day := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	p := planOfFile(t, sheetOf(t,
		[]any{"shipper_order_id", "item_sku", "consignee_number", "delivery_note", "pickup_date"},
		[]any{int64(1234567890123456789), day, 6281234567890, day, day},
	))
	got := make(map[string]string)
	for _, p := range check(t, p)[0].Problems {
		got[p.Cell] = p.Message.String() + p.Hint.String()
	}
	for cell, want := range map[string]string{
		"A2": "The number has more than 15 digits.",
		"B2": "The spreadsheet has made the date 2026-02-01 of the value.",
		"C2": "Spreadsheets remove a plus sign",
		"D2": "",
		"E2": "",
	} {
		if !strings.Contains(got[cell], want) || (want == "") != (got[cell] == "") {
			t.Errorf("%s: %q, want %q", cell, got[cell], want)
		}
	}
}
