package orders

import (
	"cmp"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// partyView is an end of an order.
type partyView struct {
	Title, Name, Phone, Email string
	Lines                     []string // of the address
	Note                      string
}

// newItemView is an item of an order.
type itemView struct {
	Desc, Quantity, Price, Currency string
	Notes                           []web.Fact
}

// partyOf is an end of an order: consignee or pickup.
func partyOf(v *web.Visit, d *orderDetail, title, prefix, contact string) partyView {
	place := strings.TrimSpace(d.text(prefix+"postal") + " " + d.text(prefix+"city"))
	region := strings.Trim(d.text(prefix+"province")+", "+d.text(prefix+"state"), ", ")
	p := partyView{Title: title, Name: d.text(contact + "name"), Phone: d.text(contact + "number"), Email: d.text(contact + "email")}
	for _, line := range []string{d.text(prefix + "address"), place, region, v.Names().Country(d.text(prefix + "country"))} {
		if line != "" {
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}

func addFacts(v *web.Visit, p *orderPage) {
	d := &p.orderDetail
	from, to := v.Names().Country(d.text("pickup_country")), v.Names().Country(d.text("consignee_country"))
	p.Lane = from + " → " + to
	consignee := partyOf(v, d, v.T("Consignee"), "consignee_", "consignee_")
	consignee.Note = d.text("delivery_note")
	pickup := partyOf(v, d, v.T("Pickup"), "pickup_", "pickup_contact_")
	pickup.Note = strings.Trim(day(v, d.text("pickup_date"))+" · "+d.text("pickup_notes"), " ·")
	p.Parties = []partyView{consignee, pickup}
	if d.IsReturn {
		p.Parties = []partyView{pickup, consignee}
	}
	size := d.text("order_length") + " × " + d.text("order_width") + " × " + d.text("order_height") + " cm"
	p.Facts = []web.Fact{
		{Name: v.T("Service"), Value: p.Service},
		{Name: v.T("Weight"), Value: d.text("order_weight") + " kg"},
		{Name: v.T("Size"), Value: size},
		{Name: v.T("Payment"), Value: choice(v, orderform.Create, "payment_type", d.text("payment_type"))},
		{Name: v.T("Amount to collect"), Value: amountToCollect(v, d)},
		{Name: v.T("How it starts"), Value: choice(v, orderform.Return, "service_type", d.text("service_type"))},
		{Name: v.T("Your reference"), Value: d.Reference},
		{Name: v.T("Number at the partner"), Value: d.HAWBNo},
	}
	amounts := d.text("amount_currency")
	p.Trade = []web.Fact{
		{Name: v.T("Duties and taxes"), Value: choice(v, orderform.Create, "incoterm", d.text("incoterm"))},
		{Name: v.T("Reason of the export"), Value: choice(v, orderform.Create, "export_reason", d.text("export_reason"))},
		{Name: v.T("Number of your invoice"), Value: d.text("invoice_no")},
		{Name: v.T("Date of your invoice"), Value: day(v, d.text("invoice_date"))},
		{Name: v.T("Cost of the freight"), Value: optionalMoney(v, d.text("freight_amount"), amounts)},
		{Name: v.T("Cost of the insurance"), Value: optionalMoney(v, d.text("insurance_amount"), amounts)},
		{
			Name:  cmp.Or(d.text("identification_document_name"), v.T("Identification number")),
			Value: d.text("consignee_identifcation_number"), Note: v.T("Consignee"),
		},
	}
	for _, id := range d.fields.List(orderform.TaxIDs) {
		p.Trade = append(p.Trade, web.Fact{
			Name: id.Text("type"), Value: id.Text("number"),
			Note: strings.Trim(rowChoice(v, orderform.TaxIDs, "party", id.Text("party"))+", "+v.Names().Country(id.Text("country")), ", "),
		})
	}
	for _, m := range d.fields.Metadata() {
		p.Metadata = append(p.Metadata, web.Fact{Name: m[0], Value: m[1]})
	}
	for _, item := range d.fields.List(orderform.Items) {
		p.Items = append(p.Items, newItemView(v, item))
	}
	form := orderform.CopyOf(d.fields, v.Names())
	for _, w := range form.Order(v.Names()).Warnings(form, d.Warnings, v.Words()) {
		p.Warnings = append(p.Warnings, placedText{placeOf(v, form, w.Input), w.Message})
	}
}

// placeOf says where an input is, such as Consignee, Postal code.
func placeOf(v *web.Visit, f *orderform.Form, input string) string {
	if input == "" {
		return ""
	}
	return v.Words().Place(f, input) + ", " + v.Words().Label(f, input)
}

// newItemView is an item with what customs and shops say about it.
func newItemView(v *web.Visit, item orderform.Order) itemView {
	view := itemView{
		Desc: item.Text("item_desc"), Quantity: item.Text("item_quantity"), Currency: item.Text("item_price_currency"),
		Price: padded(item.Text("item_price_value"), item.Text("item_price_currency")),
	}
	for _, field := range orderform.Create.Row(orderform.Items) {
		value := item.Text(field.Name)
		switch {
		case !field.More || value == "" || field.Type.Name == request.TypeDecimal && value == "0":
			continue
		case field.Type.Name == request.TypeCountry:
			value = v.Names().Country(value)
		}
		view.Notes = append(view.Notes, web.Fact{Name: v.T(field.Label), Value: value})
	}
	return view
}

func amountToCollect(v *web.Visit, d *orderDetail) string {
	country, _ := shipment.CountryByName(d.text("consignee_country"))
	if d.text("payment_type") != shipment.PaymentCOD {
		return ""
	}
	return optionalMoney(v, d.text("cod_amt_to_collect"), country.Currency())
}

// optionalMoney is an amount, "" for one that is 0.
func optionalMoney(v *web.Visit, amount, currency string) string {
	if amount == "" || amount == "0" {
		return ""
	}
	return v.Money(padded(amount, currency), currency)
}

// padded is an amount with at least the decimals of its currency.
func padded(amount, currency string) string {
	_, fraction, _ := strings.Cut(amount, ".")
	missing := shipment.CurrencyDecimals(currency) - len(fraction)
	if missing <= 0 {
		return amount
	}
	if fraction == "" {
		amount += "."
	}
	return amount + strings.Repeat("0", missing)
}

// day is a day in the format of the language, the text as it is if it is none.
func day(v *web.Visit, text string) string {
	day, err := parseDay(text)
	if err != nil {
		return text
	}
	return v.Language.Date(day)
}

// choice is the value of a choice in words.
func choice(v *web.Visit, k *orderform.Kind, field, value string) string {
	return optionText(v, k.Field(field).Options, value)
}

// rowChoice is the value of a choice of a row in words.
func rowChoice(v *web.Visit, list, field, value string) string {
	for _, f := range orderform.Create.Row(list) {
		if f.Name == field {
			return optionText(v, f.Options, value)
		}
	}
	return value
}

func optionText(v *web.Visit, options []orderform.Option, value string) string {
	for _, o := range options {
		if o.Value == value {
			return v.T(o.Text)
		}
	}
	return value
}
