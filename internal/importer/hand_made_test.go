package importer_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// handMade is the only order of a file whose headings and first row are those of a plain file, with changes: "City=Town: KL" is
// another heading and value of a column, "+Company: Lim" a column more, "-Price" a column less.
func handMade(t *testing.T, changes ...string) (*shipment.Order, *importer.Plan) {
	t.Helper()
	headings := strings.Split("Order,Name,Phone,Address,City,Zip,Country,Item,Qty,Price,Weight kg", ",")
	cells := strings.Split("A1,Ann,+60123456780,1 Jln,KL,50450,Malaysia,Tea,1,10,0.5", ",")
	for _, change := range changes {
		name, value, _ := strings.Cut(change, ": ")
		if added, ok := strings.CutPrefix(name, "+"); ok {
			headings, cells = append(headings, added), append(cells, value)
			continue
		}
		name, heading, _ := strings.Cut(strings.TrimPrefix(name, "-"), "=")
		at := slices.Index(headings, name)
		if strings.HasPrefix(change, "-") {
			headings, cells = slices.Delete(headings, at, at+1), slices.Delete(cells, at, at+1)
			continue
		}
		headings[at] = heading
		if value != "" {
			cells[at] = value
		}
	}
	table := read(t, strings.Join(headings, ";")+"\n"+strings.Join(cells, ";")+"\n")
	m := importer.Suggest(table)
	given := missingColumns()
	maps.Copy(given, m.Defaults)
	if given["item_price_currency"] == "" {
		given["item_price_currency"] = "SGD"
	}
	m.Defaults = given
	p := planWith(t, table, m)
	checked := check(t, p)
	if len(checked) != 1 || checked[0].Order == nil {
		t.Fatalf("%v: %+v", changes, checked)
	}
	return checked[0].Order, p
}

// TestHandMadeFiles: headings as people write them.
func TestHandMadeFiles(t *testing.T) {
	for changes, want := range map[string]string{
		"": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		// Two words for one thing.
		"Address=Straße + Hausnr.: Ring 1": "A1|Ann|Ring 1|KL|||50450|MY|SGD", "Address=Street and number": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"Address=Strasse/Nr.|+Adresszusatz: 3. OG": "A1|Ann|1 Jln, 3. OG|KL|||50450|MY|SGD",
		"Address=Street + No.":                     "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"City=Town/City":                           "A1|Ann|1 Jln|KL|||50450|MY|SGD", "City=City / Town": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"City=Kota/Kab": "A1|Ann|1 Jln|KL|||50450|MY|SGD", "City=Ort/Stadt": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"City=Ville / Commune": "A1|Ann|1 Jln|KL|||50450|MY|SGD", "City=City / Country": "A1|Ann|1 Jln||||50450|MY|SGD",
		// Districts and provinces.
		"City=District: Watthana|+Province: Bangkok": "A1|Ann|1 Jln, Watthana||Bangkok||50450|MY|SGD",
		"+Kecamatan: Coblong":                        "A1|Ann|1 Jln, Coblong|KL|||50450|MY|SGD",
		// Companies.
		"+Company: Lim Bhd": "A1|Ann|Lim Bhd, 1 Jln|KL|||50450|MY|SGD", "+Firma: Lim Bhd": "A1|Ann|Lim Bhd, 1 Jln|KL|||50450|MY|SGD",
		"+Company name: Lim Bhd": "A1|Ann|Lim Bhd, 1 Jln|KL|||50450|MY|SGD", "+Shipping company: DHL": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		// References.
		"Order=PO #": "A1|Ann|1 Jln|KL|||50450|MY|SGD", "Order=Kode Pesanan": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"Order=Our ref": "A1|Ann|1 Jln|KL|||50450|MY|SGD", "Order=Auftrag": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"Order=Pedido nº": "A1|Ann|1 Jln|KL|||50450|MY|SGD", "Order=Invoice": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		// Currencies of prices, pieces and names.
		"Price=Price (EUR)": "A1|Ann|1 Jln|KL|||50450|MY|EUR", "Price=Value USD": "A1|Ann|1 Jln|KL|||50450|MY|USD",
		"Price=单价(元)": "A1|Ann|1 Jln|KL|||50450|MY|CNY", "Price=Price: 1980円": "A1|Ann|1 Jln|KL|||50450|MY|JPY",
		"Price=Price: 1,980円": "A1|Ann|1 Jln|KL|||50450|MY|JPY", "Qty=Jml": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		"Name=Customer|Address=Delivery address": "A1|Ann|1 Jln|KL|||50450|MY|SGD",
		// Countries.
		"Country=Country: The Netherlands": "A1|Ann|1 Jln|KL|||50450|NL|SGD", "Country=Country: Scotland": "A1|Ann|1 Jln|KL|||50450|GB|SGD",
		"Country=Country: Republik Indonesia": "A1|Ann|1 Jln|KL|||50450|ID|SGD", "Country=Country: Czech Rep.": "A1|Ann|1 Jln|KL|||50450|CZ|SGD",
		"Country=Country: 中国香港": "A1|Ann|1 Jln|KL|||50450|HK|SGD", "Country=Country: USA - California": "A1|Ann|1 Jln|KL|||50450|US|SGD",
	} {
		o, _ := handMade(t, changesOf(changes)...)
		c := o.Consignee
		got := strings.Join([]string{
			o.ShipperOrderID, c.Name, c.Address, c.City, c.Province, c.State, c.Postal, string(c.Country), o.Items[0].PriceCurrency,
		}, "|")
		if got != want {
			t.Errorf("%s: %s, want %s", changes, got, want)
		}
	}
	if o, _ := handMade(t, "+Origin country: SG"); o.Items[0].Trade == nil || o.Items[0].Trade.OriginCountry != "SG" {
		t.Errorf("%+v", o.Items[0])
	}
}

// TestPhoneExtensions: the extension of a phone number is in the delivery note.
func TestPhoneExtensions(t *testing.T) {
	for changes, want := range map[string][2]string{
		"Phone=Phone: +1 206-555-0100 ext. 12345|Country=Country: US":                    {"+12065550100", "Phone extension 12345"},
		"Phone=Phone: 206-555-0100 x123|Country=Country: US":                             {"+12065550100", "Phone extension 123"},
		"Phone=Phone: +1 206-555-0100 ext 9|Country=Country: US|+Notes: Ring":            {"+12065550100", "Ring; Phone extension 9"},
		"Phone=Phone: +1 206-555-0100|Country=Country: US|+Notes: Ring at extension 100": {"+12065550100", "Ring at extension 100"},
	} {
		o, _ := handMade(t, changesOf(changes)...)
		if got := [2]string{o.Consignee.Number, o.DeliveryNote}; got != want {
			t.Errorf("%s: %q, want %q", changes, got, want)
		}
	}
}

// TestSidesOfPackages: length, width and height in columns with a letter each, or in one column.
func TestSidesOfPackages(t *testing.T) {
	for changes, want := range map[string]string{
		"+L (cm): 30|+W (cm): 20|+H (cm): 15": "30 20 15", "+P: 30|+L: 20|+T: 15": "30 20 15", "+L: 30|+B: 20|+H: 15": "30 20 15",
		"+Dimensions: 30x20x15": "30 20 15", "+LxWxH cm: 30 × 20 × 15": "30 20 15", "+Size (mm): 300x200x155": "30 20 15.5",
		"+Dimensions: 12 x 8 x 4 in": "30.48 20.32 10.16", "+Size: XL": "10 10 10", "+L: 30|+W: 20": "10 10 10",
	} {
		o, _ := handMade(t, changesOf(changes)...)
		if got := fmt.Sprint(o.Length, " ", o.Width, " ", o.Height); got != want {
			t.Errorf("%s: %s, want %s", changes, got, want)
		}
	}
}

// TestASupplementIsNoAddress: a column with the floor alone is not the address.
func TestASupplementIsNoAddress(t *testing.T) {
	m := importer.Suggest(read(t, "Name;Adresszusatz;PLZ\nAnn;3. OG;10115\n"))
	if slices.ContainsFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == "consignee_address" }) {
		t.Errorf("%+v", m.Columns)
	}
}

// TestPointedDays: days with points begin with the day.
func TestPointedDays(t *testing.T) {
	o, _ := handMade(t, "+Pickup date: 4.12.26")
	if got := o.PickupDate; got != "2026-12-04" {
		t.Errorf("%v", got)
	}
}

// TestRowsOfOneConsigneeAreNoted: without a reference each row is an order, and the import says so. It names what it does not read.
func TestRowsOfOneConsigneeAreNoted(t *testing.T) {
	file := "Xq,Name,Address,Item\n1,Ann,1 Jln,Tea\n1,Ann,1 Jln,Cup\n2,Bo,2 Jln,Tea\n"
	notes := plan(t, file).Notes()
	if len(notes) != 2 || notes[0].String() != "These columns are not read: Xq." ||
		!strings.Contains(notes[1].String(), "Row 3 has the consignee of the row above (rows: 1).") {
		t.Errorf("%v", notes)
	}
}

func changesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "|")
}
