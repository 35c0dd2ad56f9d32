package importer_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// shapeOf are the orders of a file, or what is wrong with them, and the notes.
func shapeOf(t *testing.T, file string) (orders, notes []string) {
	t.Helper()
	table := read(t, file)
	p := completed(t, table, map[string]string{
		"order_weight": "1", "item_price_currency": "SGD", "item_category": "Home", "consignee_country": "SG", "consignee_postal": "238800",
		"item_price_value": "10", "item_quantity": "1", "item_desc": "Mug", "consignee_number": "+6591234567",
	})
	for _, n := range slices.Concat(table.Notes, p.Notes()) {
		notes = append(notes, n.String())
	}
	for _, c := range check(t, p) {
		if c.Order == nil {
			orders = append(orders, c.Problems[0].Cell+" "+c.Problems[0].Message.String())
			continue
		}
		o := c.Order
		text := fmt.Sprintf("%s %s, %s, %s:", o.ShipperOrderID, o.Consignee.Name, o.Consignee.Address, o.Consignee.City)
		for _, item := range o.Items {
			text += fmt.Sprintf(" %d %s", item.Quantity, item.Desc)
		}
		orders = append(orders, text)
	}
	return orders, notes
}

const (
	plainHeadings = "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)"
	ana           = "M-1,Ana,+6591234567,5 Main St,Singapore,238800,SG,Mug,1,10,SGD,0.5"
	ben           = "M-2,Ben,+6591234567,6 Main St,Singapore,238800,SG,Mug,1,10,SGD,0.5"
	anaOrder      = "M-1 Ana, 5 Main St, Singapore: 1 Mug"
	benOrder      = "M-2 Ben, 6 Main St, Singapore: 1 Mug"

	rows  = ana + "\n" + ben + "\n"
	both  = plainHeadings + "\n" + rows
	sum   = "From row 4 on there are sums or remarks (rows: 1)."
	lines = " is a line, or the headings again (rows: 1)."
)

// TestShapesOfFiles: what programs do to a file on its way, and write around its orders.
func TestShapesOfFiles(t *testing.T) {
	quoted := func(lines ...string) string {
		file := ""
		for _, line := range lines {
			file += `"` + strings.ReplaceAll(line, `"`, `""`) + "\"\n"
		}
		return file
	}
	const none = ""
	for name, c := range map[string]struct{ file, note string }{
		"lines in quotes":                {quoted(plainHeadings, ana, ben), none},
		"lines in quotes, with quotes":   {quoted(plainHeadings, strings.Replace(ana, "5 Main St", `"5 Main St"`, 1), ben), none},
		"lines in quotes and semicolons": {strings.ReplaceAll(quoted(plainHeadings, ana, ben), "\"\n", "\";;;\r\n"), none},
		"semicolons in quotes":           {strings.ReplaceAll(quoted(plainHeadings, ana, ben), ",", ";"), none},
		"tabs in quotes":                 {strings.ReplaceAll(quoted(plainHeadings, ana, ben), ",", "\t"), none},
		"some lines in quotes":           {plainHeadings + ";;;\n" + strings.Replace(quoted(ana), "\n", ";;;\n", 1) + ben + ";;;\n", none},
		"semicolons behind":              {plainHeadings + ";;;\n" + ana + ";;;\n" + ben + ";;;\n", none},
		"commas behind":                  {plainHeadings + ",,,,\n" + ana + ",,,,\n" + ben + ",,,,\n,,,,,,,,,,,,,,,\n", none},
		"blank lines in quotes":          {quoted(plainHeadings, "") + "\n" + quoted(ana, ben), none},
		"a ruler below":                  {both + "--------,-----\n", "Row 4" + lines},
		"rulers": {
			plainHeadings + "\n---,---,---\n" + ana + "\n=====\n" + ben + "\n",
			"Row 2 is a line, or the headings again (rows: 2).",
		},
		"the headings again": {plainHeadings + "\n" + ana + "\n" + plainHeadings + "\n" + ben + "\n", "Row 3" + lines},
		"the end of a file":  {both + "--- End of report ---\n", sum},
		"EOF":                {both + "EOF\n", sum},
		"a day and a number of rows": {
			both + "Generated on 2026-11-29\n2 rows\n",
			"From row 4 on there are sums or remarks (rows: 2).",
		},
		"a row count of a database": {both + "(2 rows)\n", sum},
		"sums without a word":       {both + ",,,,,,,,2,20.00,,1\n", sum},
		"the end in Japanese":       {both + "以上\n", sum},
		"headings in two languages": {
			plainHeadings + "\n订单号,收件人,电话,地址,城市,邮编,国家,品名,数量,单价,币种,重量\n" + rows,
			"Row 2 says what the headings mean.",
		},
		"headings and names of fields": {
			plainHeadings + "\nshipper_order_id,consignee_name,consignee_number,consignee_address,consignee_city\n" + rows,
			"Row 2 says what the headings mean.",
		},
		"headings in two rows": {
			"Order No,Recipient,Phone,Delivery address,,,,Item,Qty,Price,Currency,Weight (kg)\n" +
				",,,Street,City,Postcode,Country,,,,,\n" + rows,
			none,
		},
		"groups and headings in two rows": {
			"Order No,Receiver,,,,,,Goods,,,,Parcel\n" +
				",Name,Phone,Address,City,Postcode,Country,Description,Qty,Price,Currency,Weight (kg)\n" + rows,
			"The headings are in row 2.",
		},
		"a long row above": {strings.Repeat("x,", 15) + "\n" + both, "The headings are in row 2."},
		"a last heading above": {
			"Order,Receiver,,,,,,Goods,,,,Weight (kg)\n" +
				"No,Name,Phone,Address,City,Postcode,Country,Description,Qty,Price,Currency\n" + rows,
			"The headings are in row 2.",
		},
		"a title of commas in quotes": {"\"Orders, November, 2026\"\n" + both, "The headings are in row 2."},
	} {
		orders, notes := shapeOf(t, c.file)
		isNoted := c.note == "" && len(notes) == 0 || c.note != "" && len(notes) == 1 && strings.HasPrefix(notes[0], c.note)
		if !slices.Equal(orders, []string{anaOrder, benOrder}) || !isNoted {
			t.Errorf("%s: %q, %q", name, orders, notes)
		}
	}
	for name, file := range map[string]string{ // the row is no remark: it asks
		"an order that is called End": plainHeadings + "\n" + ana + "\nEnd,Ben\n",
		"numbers of an order":         plainHeadings + "\n" + ana + "\nM-2,,,,,,,,2,20,,1\n",
		"a name alone":                plainHeadings + "\n" + ana + "\n,Ben\n",
		"a dash alone":                plainHeadings + "\n" + ana + "\n-\n",
	} {
		if orders, _ := shapeOf(t, file); len(orders) != 2 || orders[0] != anaOrder {
			t.Errorf("%s: %q", name, orders)
		}
	}
}

// TestRowsOfWrappedLines: the rows of a file whose lines are in quotes keep their numbers.
func TestRowsOfWrappedLines(t *testing.T) {
	table := read(t, "\"a,b,c\"\n\n\"1,\"\"two\nlines\"\",3\"\n\"4,5,6\"\n")
	if table.Len() != 2 || table.Number(0) != 3 || table.Number(1) != 4 || table.Row(0).Cell(1).Text != "two\nlines" {
		t.Errorf("%d rows, %d, %d: %+v", table.Len(), table.Number(0), table.Number(1), table.Row(0))
	}
}

// TestHeadingsOfDocuments: headings of JSON documents are paths.
func TestHeadingsOfDocuments(t *testing.T) {
	for _, headings := range []string{
		"id,shipping_address.name,shipping_address.address1,shipping_address.city,line_items.0.name,line_items.0.quantity",
		"order.id,order.shippingAddress.name,order.shippingAddress.street,order.shippingAddress.city,items[0].title,items[0].qty",
		"data.order.number,data.order.recipient.name,data.order.recipient.address.line1,data.order.recipient.address.city," +
			"products/0/name,products/0/quantity",
		"order_id,to.name,to.street1,to.city,line_items.0.description,line_items.0.quantity",
		"Order ID,Shipping Address Name,Shipping Address Street,Shipping Address City,Item,Qty",
	} {
		orders, _ := shapeOf(t, headings+"\nM-1,Ana,5 Main St,Singapore,Mug,1\n")
		if len(orders) != 1 || strings.TrimPrefix(orders[0], "M-1") != strings.TrimPrefix(anaOrder, "M-1") {
			t.Errorf("%s: %q", headings, orders)
		}
	}
	list := strings.Replace(ana, "Mug", `"[{""name"":""Mug"",""price"":10}]"`, 1)
	headings := strings.Replace(plainHeadings, "Item,Qty", "line_items,No", 1)
	if orders, _ := shapeOf(t, headings+"\n"+list+"\n"); len(orders) != 1 || !strings.HasPrefix(orders[0], "H2 A program wrote") {
		t.Errorf("items as a document: %q", orders)
	}
	for heading, want := range map[string]string{
		"order.total_weight": "order_weight", "price.amount": "item_price_value", "order.value": "", "order.status": "",
		"billing_address.city": "consignee_city",
		"line_items.1.name":    "", "metadata.order.id": "metadata.order.id", "order_weight.unit": "order_weight.unit",
		"City/Town": "consignee_city",
	} {
		got := ""
		if columns := importer.Suggest(read(t, heading+",x\na,b\n")).Columns; len(columns) > 0 {
			got = columns[0].Field
		}
		if got != want {
			t.Errorf("%s is %q, want %q", heading, got, want)
		}
	}
}

// TestPiecesThatAreGone: a row is left out if all its pieces were refunded, cancelled or sent. If some were, the order asks.
func TestPiecesThatAreGone(t *testing.T) {
	for file, want := range map[string]string{ // heading; quantity and pieces of two rows of an order
		"Quantity refunded;2,0;1,1": "2 Mug", "Qty Shipped;2,;1,1": "2 Mug", "Qty Canceled;2,-;1,1.0": "2 Mug", "退款数量;2,0;1,1": "2 Mug",
		"Quantity refunded;2,0;3,1": "some", "Quantity refunded;2,0;1,3": "some",
		"Quantity fulfilled;2,x;1,0": "some", "Refunded amount;2,0;1,1": "2 Mug 1 Mug",
	} {
		rows := strings.Split(file, ";")
		content := plainHeadings + "," + rows[0] + "\n"
		for _, row := range rows[1:] {
			quantity, gone, _ := strings.Cut(row, ",")
			content += strings.Replace(ana, "Mug,1", "Mug,"+quantity, 1) + "," + gone + "\n"
		}
		orders, _ := shapeOf(t, content)
		if want == "some" && len(orders) == 1 && strings.Contains(orders[0], "Write how many are to be sent") {
			continue
		}
		if len(orders) != 1 || !strings.HasSuffix(orders[0], ": "+want) {
			t.Errorf("%s: %q", file, orders)
		}
	}
}

// TestWeightsOfItems: a column Weight whose rows differ within orders has the weights of items.
func TestWeightsOfItems(t *testing.T) {
	file := func(heading string, weights ...string) string {
		content := strings.Replace(plainHeadings, "Weight (kg)", heading, 1) + "\n"
		for _, weight := range weights {
			reference, kg, _ := strings.Cut(weight, " ")
			content += strings.Replace(strings.TrimSuffix(ana, "0.5")+kg, "M-1", reference, 1) + "\n"
		}
		return content
	}
	for content, want := range map[string]string{
		file("Weight", "1 0.3", "1 0.1", "2 0.2"):                "item_weight",
		file("Weight (kg)", "1 0.3", "1 0.1", "2 0.2", "2 1"):    "item_weight",
		file("Gewicht", "1 0.3", "1 0.1"):                        "item_weight",
		file("Weight", "1 0.3", "1 0.3", "2 0.2"):                "order_weight",
		file("Weight", "1 0.3", "1 ", "2 0.2"):                   "order_weight",
		file("Parcel weight", "1 0.3", "1 0.1"):                  "order_weight",
		file("Weight", "1 1", "1 2", "2 1", "2 1", "3 1", "3 1"): "order_weight",
	} {
		m := importer.Suggest(read(t, content))
		if !slices.ContainsFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == want }) {
			t.Errorf("%s: %+v, want %s", content, m.Columns, want)
		}
	}
}

// TestRubbish: what programs write for nothing is no name, no place and no goods, and no value elsewhere.
func TestRubbish(t *testing.T) {
	for _, value := range []string{
		"nan", "NaN", "NULL", "null null", "undefined undefined", "Ana undefined", "5 Jalan Ampang, undefined", "[object Object]", "N/A", "None",
		"5 Main St, nan", "null, Singapore",
	} {
		for _, field := range []string{"consignee_name", "consignee_address", "consignee_city", "pickup_address", "item_desc"} {
			c := check(t, plan(t, order(field, value)))[0]
			if len(c.Problems) != 1 || c.Problems[0].Field != field || !strings.HasPrefix(c.Problems[0].Message.String(), "A program wrote") {
				t.Errorf("%s %q: %+v", field, value, c.Problems)
			}
		}
	}
	for _, value := range []string{"Nan", "JENNIFER NULL", "Null", "Na", "Jl. Nan Balimo 5", "Ana None", "Nana", "Undefined Ltd"} {
		for _, field := range []string{"consignee_name", "consignee_address", "consignee_city"} {
			if c := check(t, plan(t, order(field, value)))[0]; c.Order == nil {
				t.Errorf("%s %q: %+v", field, value, c.Problems)
			}
		}
	}
	for _, field := range []string{"delivery_note", "consignee_state", "consignee_email", "shipper_order_id", "item_sku"} {
		c := check(t, plan(t, order(field, "nan")))[0]
		if o := c.Order; o == nil || strings.Contains(o.DeliveryNote+o.Consignee.State+o.Consignee.Email+o.ShipperOrderID+o.Items[0].SKU, "nan") {
			t.Errorf("%s: %+v %+v", field, o, c.Problems)
		}
	}
}

// TestNumbersThatProgramsMadeOfTexts: 1001.0 and 50450.0 are no order number and no postal code.
func TestNumbersThatProgramsMadeOfTexts(t *testing.T) {
	for field, value := range map[string]string{"shipper_order_id": "1001.0", "consignee_postal": "50450.0", "pickup_postal": "1000.0"} {
		c := check(t, plan(t, order(field, value)))[0]
		if len(c.Problems) != 1 || !strings.HasPrefix(c.Problems[0].Message.String(), "The spreadsheet has made a number of it.") {
			t.Errorf("%s: %+v", field, c.Problems)
		}
	}
	for _, value := range []string{"A-1.0", "1.0.0", "10.01"} {
		if c := check(t, plan(t, order("shipper_order_id", value)))[0]; c.Order == nil {
			t.Errorf("%s: %+v", value, c.Problems)
		}
	}
}

// TestShapesOfHandedFiles reads files as shops and couriers have them.
func TestShapesOfHandedFiles(t *testing.T) {
	for name, want := range map[string][]string{
		"c11.csv":  {anaOrder, benOrder},
		"c20.csv":  {anaOrder, benOrder},
		"c09b.csv": {"E2 A program", "B3 A program", "B4 A program", "B5 A program"},
		"c17b.csv": {"1003 Ana Lim, 5 Jalan Ampang, Kuala Lumpur: 1 Mug"},
		"c17c.csv": {
			"NL-1001 Fenna de Wit, Prinsengracht 263, hs, Amsterdam: 2 Theepot",
			"NL-1002 Bram van Dijk, Laan van Meerdervoort 57, A-2, Den Haag: 1 Mok",
		},
		"c19.csv": {"10051 Ana Lim, 5 Jalan Ampang\nUnit 3, Kuala Lumpur: 2 Linen shirt"},
	} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		orders, _ := shapeOf(t, string(file))
		if !slices.EqualFunc(orders, want, strings.HasPrefix) {
			t.Errorf("%s: %q", name, orders)
		}
	}
}

// TestAPackingListHasThePiecesToSend: a column of sent pieces says which are gone only beside another one with the quantity.
func TestAPackingListHasThePiecesToSend(t *testing.T) {
	t.Parallel()
	for headings, asks := range map[string]bool{
		"Order No,Recipient,Address,Item,Quantity,Qty Shipped": true, "Order No,Recipient,Address,Item,数量,已发货数量": true,
		"Order No,Recipient,Address,Item,Qty Shipped": false, "Order No,Recipient,Address,Item,Qty Fulfilled": false,
	} {
		table := read(t, headings+"\nA-1,Tan,5 Main St,Mug,2,0\nA-2,Tan,5 Main St,Mug,1,0\n")
		if got := importer.Suggest(table).LeaveOut; len(got) > 0 != asks {
			t.Errorf("%s: %+v", headings, got)
		}
	}
	table := read(t, "Order No,Recipient,Address,Item,Qty Shipped\nA-1,Tan,5 Main St,Mug,2\n")
	mapped := importer.Complete(table, importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Qty Shipped", Field: "item_quantity"}}})
	if len(mapped.LeaveOut) > 0 {
		t.Errorf("the quantity itself: %+v", mapped.LeaveOut)
	}
}
