package importer_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// sized is the valid row with columns of its own for sizes and weights.
func sized(columns, cells string) string {
	return strings.Replace(headings, "order_length,order_width,order_height,order_weight", columns, 1) +
		strings.Replace(validRow, "10,10,10,1.500", cells, 1)
}

func TestColumnsOfUnits(t *testing.T) {
	for file, want := range map[string][4]int64{ // length, width and height in 0.01 cm, weight in g
		sized("Length,Width,Height,Dimension Unit,Weight,Weight Unit", "8,80,1,in,500,g"):                {2032, 20320, 254, 500},
		sized("Length,Width,Height,Distance Unit,Weight,Mass unit", "80,100,120,MM,2,Lbs."):              {800, 1000, 1200, 907},
		sized("Size Unit,Length,Width,Height,Order Weight Unit,Order Weight", "Meters,1,0.5,0.2,OZ,16"):  {10000, 5000, 2000, 454},
		sized("Length,Width,Height,Length UOM,Parcel weight,Parcel weight units", "1,2,3,ft,2,kilogram"): {3048, 6096, 9144, 2000},
		sized("Length,Width,Height,Unit,Weight,UOM", "8,80,1,in,500,g"):                                  {2032, 20320, 254, 500},
		sized("Dim Unit,Length,Width,Height,Weight,Satuan", "mm,80,100,120,500,gram"):                    {800, 1000, 1200, 500},
		sized("Panjang,Lebar,Tinggi,Satuan Panjang,Berat,Satuan Berat", "1,2,3,,2,"):                     {100, 200, 300, 2000},
		sized("长,宽,高,尺寸单位,重量,重量单位", "10,20,30,毫米,500,克"):                                                 {100, 200, 300, 500},
		sized("Länge,Breite,Höhe,Längeneinheit,Gewicht,Gewichtseinheit", "10,20,30,mm,500,Gramm"):        {100, 200, 300, 500},
		sized("order_length,order_width,order_height,Weight (g),Weight Unit", "10,20,30,500,kg"):         {1000, 2000, 3000, 500},
	} {
		c := check(t, plan(t, file))[0]
		if c.Order == nil {
			t.Errorf("%s: %+v", file, c.Problems)
			continue
		}
		o := c.Order
		if got := [4]int64{int64(o.Length), int64(o.Width), int64(o.Height), int64(o.Weight)}; got != want {
			t.Errorf("%s is %v, want %v", file, got, want)
		}
	}
}

// TestUnknownUnits: a row with a unit that is not known is refused once, at the cell of the unit, unless it has no value.
func TestUnknownUnits(t *testing.T) {
	file := sized("Length,Width,Height,Dimension Unit,Weight,Weight Unit,Item Weight,Item Weight Unit", "8,8,8,kg,500,stone,,bushel")
	got := check(t, plan(t, file))[0].Problems
	want := []importer.Problem{
		{
			Row: 2, Column: "F", Cell: "F2", Heading: "Dimension Unit", Field: "order_length.unit", Value: "kg",
			Message: problem.Own(`The unit in the column "Dimension Unit" is not known. Write cm, mm, m, in or ft.`),
		},
		{
			Row: 2, Column: "H", Cell: "H2", Heading: "Weight Unit", Field: "order_weight.unit", Value: "stone",
			Message: problem.Own(`The unit in the column "Weight Unit" is not known. Write kg, g, lb or oz.`),
		},
	}
	if diff := cmp.Diff(want, got, english); diff != "" {
		t.Error(diff)
	}
}

// TestColumnsCalledUnit: they have units only if they are beside a weight or a size, and a cell shows it. The unit of
// another row may be unknown.
func TestColumnsCalledUnit(t *testing.T) {
	file := sized("order_length,order_width,order_height,Weight,Unit,Unit", "1,1,1,500,g,#07-12")
	_, row, _ := strings.Cut(file, "\n")
	c := check(t, plan(t, file+strings.NewReplacer("A-1", "A-2", "g,#", "pcs,#").Replace(row)))
	if o := c[0].Order; o == nil || o.Weight != 500 || !strings.HasSuffix(o.Consignee.Address, "Jakarta, #07-12") {
		t.Errorf("%+v %+v", o, c[0].Problems)
	}
	if c[1].Order != nil || c[1].Problems[0].Message.String() != `The unit in the column "Unit" is not known. Write kg, g, lb or oz.` {
		t.Errorf("%+v", c[1].Problems)
	}
	for _, heading := range []string{"Weight,Unit\n1,pcs\n", "Weight,Unit\n1,cm\n", "Name,Unit\na,g\n"} {
		for _, c := range importer.Suggest(read(t, heading)).Columns {
			if c.Field == "order_weight.unit" {
				t.Errorf("%q has units", heading)
			}
		}
	}
}

// TestUnitsOfEachRow: an empty unit is that of the mapping, a unit that the mapping has no word for is in its values, and
// the column of the other weight counts if the mapping leaves the unit open.
func TestUnitsOfEachRow(t *testing.T) {
	file := sized("order_length,order_width,order_height,Weight,U,item_weight", "1,1,1,500,grammi,250") +
		strings.NewReplacer("A-1", "A-2", "10,10,10,1.500", "1,1,1,500,,250").Replace(validRow)
	m, err := importer.ParseMapping([]byte(`{"columns": [{"heading": "Weight", "field": "order_weight", "unit": "oz"},
		{"heading": "U", "field": "order_weight.unit", "values": {"Grammi": "g"}}, {"heading": "item_weight", "field": "item_weight"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	table := read(t, file)
	p, err := importer.NewPlan(table, importer.Complete(table, m))
	if err != nil {
		t.Fatal(err)
	}
	checked := check(t, p)
	var got []shipment.Thousandths
	for _, c := range checked {
		if c.Order == nil {
			t.Fatalf("%+v", c.Problems)
		}
		got = append(got, c.Order.Weight, c.Order.Items[0].Trade.Weight)
	}
	if want := []shipment.Thousandths{500, 250, 14175, 250000}; !slices.Equal(got, want) {
		t.Errorf("the weights are %v g, want %v", got, want)
	}
}

// TestUnitsOfShippo: its template says the units of each row.
func TestUnitsOfShippo(t *testing.T) {
	file, err := os.ReadFile("testdata/presets/shippo.csv")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("Order Weight Unit\n", "Order Weight Unit,Length,Width,Height,Distance Unit\n",
		"0.5,lb,15.00", "250,g,15.00", "1.5,lb", "500,g,8,8,8,in").Replace(string(file))
	table := read(t, text)
	m := importer.Suggest(table)
	m.Defaults = map[string]string{"service_id": "8", "payment_type": "prepaid", "pickup_country": "SG", "pickup_address": "1 Raffles Place"}
	p, err := importer.NewPlan(table, m)
	if err != nil {
		t.Fatal(err)
	}
	c := check(t, p)[0]
	if c.Order == nil {
		t.Fatalf("%+v", c.Problems)
	}
	if o := c.Order; m.Preset != "shippo" || o.Weight != 500 || o.Items[0].Trade.Weight != 250 || o.Height != 2032 {
		t.Errorf("%s: %+v", m.Preset, o)
	}
}

// TestWeightsOfNoUnit: 1200 may be kg or g if nothing says so, and a person says which.
func TestWeightsOfNoUnit(t *testing.T) {
	unsure := func(heading string) string {
		return sized("order_length,order_width,order_height,"+heading, "10,10,10,450") +
			strings.NewReplacer("A-1", "A-2", "10,10,10,1.500", "10,10,10,1200").Replace(validRow) +
			strings.NewReplacer("A-1", "A-3", "10,10,10,1.500", "10,10,10,800 g").Replace(validRow)
	}
	table := read(t, unsure("Weight"))
	m := importer.Suggest(table)
	p := planWith(t, table, m)
	for i, want := range []string{"The weight may be 450 kg or 450 g.", "The weight may be 1200 kg or 1200 g.", ""} {
		c := check(t, p)[i]
		if (want == "") != (c.Order != nil) || want != "" && !strings.HasPrefix(c.Problems[0].Message.String(), want) {
			t.Errorf("row %d: %+v", i, c.Problems)
		}
	}
	at := slices.IndexFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == "order_weight" })
	kg, g, isUnsure := p.UnitWays("order_weight", 5)
	if !isUnsure {
		t.Fatalf("no question for %+v", m.Columns)
	}
	for way, want := range map[*importer.ColumnMapping]int64{&kg: 1_200_000, &g: 1200} {
		m.Columns[at] = *way
		c := check(t, planWith(t, table, m))[1]
		if c.Order == nil || int64(c.Order.Weight) != want {
			t.Errorf("%+v: %+v", *way, c.Problems)
		}
	}
	for _, heading := range []string{"order_weight", "Weight kg", "Weight (kg)", "Weight (g)"} {
		if c := check(t, plan(t, unsure(heading)))[0]; c.Order == nil {
			t.Errorf("%s: %+v", heading, c.Problems)
		}
	}
	if c := check(t, plan(t, sized("order_length,order_width,order_height,Weight", "10,10,10,99")))[0]; c.Order == nil {
		t.Errorf("99 kg: %+v", c.Problems)
	}
}
