package orderform

import (
	"math"
	"strconv"
	"strings"
)

// addressField is the field of an address for a field of the consignee. The fields of the pickup are in the same order.
func addressField(of Field) string { return strings.TrimPrefix(of.Name, "consignee_") }

// Consignee is that of an order as an address, and Contact its pickup address.
func (o Order) Consignee() Order { return o.party(fieldsOf["consignee"]) }

// Contact is the pickup address of an order as an address.
func (o Order) Contact() Order { return o.party(fieldsOf["contact"]) }

func (o Order) party(fields []Field) Order {
	address := Order{}
	for i, of := range fields {
		address[addressField(fieldsOf["consignee"][i])] = o[of.Name]
	}
	return address
}

// FillConsignee fills in an address as the consignee. Nothing of another consignee stays.
func (f *Form) FillConsignee(address Order, names *Names) {
	f.fillParty(fieldsOf["consignee"], address, names)
}

// FillContact fills in an address as the pickup address.
func (f *Form) FillContact(address Order, names *Names) {
	f.fillParty(fieldsOf["contact"], address, names)
}

func (f *Form) fillParty(fields []Field, address Order, names *Names) {
	for i, of := range fields {
		f.Set(of.Name, "")
		f.fill(of.Name, f.fields[of.Name], address[addressField(fieldsOf["consignee"][i])], names)
	}
}

// FillGoods fills in goods as the first item that is empty, or as another one.
func (f *Form) FillGoods(goods Order, names *Names) {
	row := 0
	for row < f.rows[Items] && !f.emptyRow(Items, row) {
		row++
	}
	if row == f.rows[Items] && !f.CanAdd(Items) {
		return
	}
	for _, of := range f.lists[Items] {
		f.fill(Input(Items, row, of.Name), of, goods[of.Name], names)
	}
	f.SetIfEmpty(Input(Items, row, "item_quantity"), "1")
}

// FillBox fills in the size of a box. If no weight was typed and all items have one, the weight is theirs with that of the box.
func (f *Form) FillBox(box Order, names *Names) {
	for _, name := range []string{"length", "width", "height"} {
		f.fill("order_"+name, f.fields["order_"+name], box[name], names)
	}
	if goods, known := f.weightOfItems(); known && f.Value("order_weight") == "" {
		empty, _ := strconv.ParseFloat(box.Text("weight"), 64) // a box without one weighs nothing
		const grams = 1000
		f.Set("order_weight", strconv.FormatFloat(math.Round((goods+empty)*grams)/grams, 'f', -1, 64))
	}
}

// weightOfItems is the weight of all items in kg, if all have one.
func (f *Form) weightOfItems() (kg float64, known bool) {
	for row := range f.rows[Items] {
		if f.emptyRow(Items, row) {
			continue
		}
		weight, err := strconv.ParseFloat(strings.Replace(f.Value(Input(Items, row, "item_weight")), ",", ".", 1), 64)
		quantity, unclear := strconv.Atoi(f.Value(Input(Items, row, "item_quantity")))
		if err != nil || unclear != nil {
			return 0, false
		}
		kg, known = kg+weight*float64(quantity), true
	}
	return kg, known
}
