package importer_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestANameBesideFirstAndLastName: it is the whole name if its cells have a part of it, else the name of the goods.
func TestANameBesideFirstAndLastName(t *testing.T) {
	for file, want := range map[string]string{ // heading and cells to consignee|goods
		"FirstName,LastName,SKU,Name,Qty\nAna,Lim,MG-1,Blue mug,1\n":                      "Ana Lim|Blue mug",
		"Name,First name,Last name,SKU,Qty\nBlue mug,Ana,Lim,MG-1,1\n":                    "Ana Lim|Blue mug",
		"Name,First name,Last name,SKU,Qty,Product\nAna Lim,Ana,Lim,MG-1,1,Mug\n":         "Ana Lim|Mug",
		"Name,First name,Last name,SKU,Qty,Product\nBlue mug,Ana,Lim,MG-1,1,Mug\n":        "Ana Lim|Mug",
		"Full name,First name,Last name,Item\nAna Lim,A.,L.,Mug\n":                        "Ana Lim|Mug",
		"Vorname,Nachname,SKU,Name,Menge\nAna,Lim,MG-1,Blaue Tasse,1\n":                   "Ana Lim|Blaue Tasse",
		"Prénom,Nom de famille,Nom,Quantité\nAna,Lim,Tasse bleue,1\n":                     "Ana Lim|Tasse bleue",
		"Voornaam,Achternaam,EAN,Naam,Aantal\nFenna,de Wit,871,Theepot,2\n":               "Fenna de Wit|Theepot",
		"Customer first name,Customer last name,SKU,Name,Qty\nAna,Lim,MG-1,Blue mug,1\n":  "Ana Lim|Blue mug",
		"First name,Last name,Title,Qty\nAna,Lim,Blue mug,1\n":                            "Ana Lim|",
		"Name,First name,Item\nLim,Ana,Mug\n":                                             "Ana Lim|Mug",
		"Sender first name,Sender last name,Name,Item\nBo,Tan,Ana Lim,Mug\n":              "Ana Lim|Mug",
		"Name,First name,Last name,Item\nMug,Ana,Lim,Mug\nLim Ana,Ana,Lim,Mug\n":          "Mug|Mug", // a row has the name: nothing changes
		"Name,First name,Last name,SKU,Qty\nLimoncello,Ana,Lim,L-1,1\nGin,Bo,Tan,G-1,1\n": "Ana Lim|Limoncello",
	} {
		heading, cells, _ := strings.Cut(strings.TrimSpace(file), "\n")
		cells = strings.ReplaceAll(cells, "\n", ",1 Hill St,MY\n")
		table := read(t, heading+",Address,Country\n"+cells+",1 Hill St,MY\n")
		m := importer.Suggest(table)
		m.Defaults = missingColumns()
		maps.Copy(m.Defaults, map[string]string{
			"consignee_number": "+6281234567890", "item_price_value": "15", "item_price_currency": "USD", "item_quantity": "1",
		})
		missing := ""
		for _, f := range m.Missing() {
			missing += f.Name
		}
		if missing == "item_desc" {
			m.Defaults["item_desc"] = "-"
		}
		c := check(t, planWith(t, table, m))[0]
		if c.Order == nil {
			t.Errorf("%s: %+v", file, c.Problems)
			continue
		}
		if got := c.Order.Consignee.Name + "|" + strings.Trim(c.Order.Items[0].Desc, "-"); got != want {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
	file, err := os.ReadFile("testdata/cases/c04.csv")
	if err != nil {
		t.Fatal(err)
	}
	o := check(t, completed(t, read(t, string(file)), nil))[0].Order
	if o == nil || o.Consignee.Name != "Ana Lim" || o.Items[0].Desc != "Blue mug" {
		t.Errorf("%+v", o)
	}
}
