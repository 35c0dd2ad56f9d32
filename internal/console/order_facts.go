package console

import (
	"cmp"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// partyView is an end of an order.
type partyView struct {
	Title, Name, Phone, Email string
	Lines                     []string // of the address
	Note                      string
}

// itemView is an item of an order.
type itemView struct {
	Desc, Quantity, Price, Currency string
	Notes                           []fact
}

// partyOf is an end of an order: consignee or pickup.
func (v *visit) partyOf(d *orderDetail, title, prefix, contact string) partyView {
	place := strings.TrimSpace(d.text(prefix+"postal") + " " + d.text(prefix+"city"))
	region := strings.Trim(d.text(prefix+"province")+", "+d.text(prefix+"state"), ", ")
	p := partyView{Title: title, Name: d.text(contact + "name"), Phone: d.text(contact + "number"), Email: d.text(contact + "email")}
	for _, line := range []string{d.text(prefix + "address"), place, region, v.names().Country(d.text(prefix + "country"))} {
		if line != "" {
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}

func (v *visit) addFacts(p *orderPage) {
	d := &p.orderDetail
	from, to := v.names().Country(d.text("pickup_country")), v.names().Country(d.text("consignee_country"))
	p.Lane = from + " → " + to
	consignee := v.partyOf(d, v.t("Consignee"), "consignee_", "consignee_")
	consignee.Note = d.text("delivery_note")
	pickup := v.partyOf(d, v.t("Pickup"), "pickup_", "pickup_contact_")
	pickup.Note = strings.Trim(v.day(d.text("pickup_date"))+" · "+d.text("pickup_notes"), " ·")
	p.Parties = []partyView{consignee, pickup}
	if d.IsReturn {
		p.Parties = []partyView{pickup, consignee}
	}
	size := d.text("order_length") + " × " + d.text("order_width") + " × " + d.text("order_height") + " cm"
	p.Facts = []fact{
		{Name: v.t("Service"), Value: p.Service},
		{Name: v.t("Weight"), Value: d.text("order_weight") + " kg"},
		{Name: v.t("Size"), Value: size},
		{Name: v.t("Payment"), Value: v.choice(orderform.Create, "payment_type", d.text("payment_type"))},
		{Name: v.t("Amount to collect"), Value: v.amountToCollect(d)},
		{Name: v.t("How it starts"), Value: v.choice(orderform.Return, "service_type", d.text("service_type"))},
		{Name: v.t("Your reference"), Value: d.Reference},
		{Name: v.t("Number at the partner"), Value: d.HAWBNo},
	}
	amounts := d.text("amount_currency")
	p.Trade = []fact{
		{Name: v.t("Duties and taxes"), Value: v.choice(orderform.Create, "incoterm", d.text("incoterm"))},
		{Name: v.t("Reason of the export"), Value: v.choice(orderform.Create, "export_reason", d.text("export_reason"))},
		{Name: v.t("Number of your invoice"), Value: d.text("invoice_no")},
		{Name: v.t("Date of your invoice"), Value: v.day(d.text("invoice_date"))},
		{Name: v.t("Cost of the freight"), Value: v.optionalMoney(d.text("freight_amount"), amounts)},
		{Name: v.t("Cost of the insurance"), Value: v.optionalMoney(d.text("insurance_amount"), amounts)},
		{
			Name:  cmp.Or(d.text("identification_document_name"), v.t("Identification number")),
			Value: d.text("consignee_identifcation_number"), Note: v.t("Consignee"),
		},
	}
	for _, id := range d.fields.List(orderform.TaxIDs) {
		p.Trade = append(p.Trade, fact{
			Name: id.Text("type"), Value: id.Text("number"),
			Note: strings.Trim(v.rowChoice(orderform.TaxIDs, "party", id.Text("party"))+", "+v.names().Country(id.Text("country")), ", "),
		})
	}
	for _, m := range d.fields.Metadata() {
		p.Metadata = append(p.Metadata, fact{Name: m[0], Value: m[1]})
	}
	for _, item := range d.fields.List(orderform.Items) {
		p.Items = append(p.Items, v.itemView(item))
	}
	form := orderform.CopyOf(d.fields, v.names())
	for _, w := range form.Order(v.names()).Warnings(form, d.Warnings, v.words()) {
		p.Warnings = append(p.Warnings, placedText{v.placeOf(form, w.Input), w.Message})
	}
}

// placeOf says where an input is, such as Consignee, Postal code.
func (v *visit) placeOf(f *orderform.Form, input string) string {
	if input == "" {
		return ""
	}
	return v.words().Place(f, input) + ", " + v.words().Label(f, input)
}

// itemView is an item with what customs and shops say about it.
func (v *visit) itemView(item orderform.Order) itemView {
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
			value = v.names().Country(value)
		}
		view.Notes = append(view.Notes, fact{Name: v.t(field.Label), Value: value})
	}
	return view
}

func (v *visit) amountToCollect(d *orderDetail) string {
	country, _ := shipment.CountryByName(d.text("consignee_country"))
	if d.text("payment_type") != shipment.PaymentCOD {
		return ""
	}
	return v.optionalMoney(d.text("cod_amt_to_collect"), country.Currency())
}

// optionalMoney is an amount, "" for one that is 0.
func (v *visit) optionalMoney(amount, currency string) string {
	if amount == "" || amount == "0" {
		return ""
	}
	return v.money(padded(amount, currency), currency)
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
func (v *visit) day(text string) string {
	day, err := parseDay(text)
	if err != nil {
		return text
	}
	return v.lang.date(day)
}

// choice is the value of a choice in words.
func (v *visit) choice(k *orderform.Kind, field, value string) string {
	return v.optionText(k.Field(field).Options, value)
}

// rowChoice is the value of a choice of a row in words.
func (v *visit) rowChoice(list, field, value string) string {
	for _, f := range orderform.Create.Row(list) {
		if f.Name == field {
			return v.optionText(f.Options, value)
		}
	}
	return value
}

func (v *visit) optionText(options []orderform.Option, value string) string {
	for _, o := range options {
		if o.Value == value {
			return v.t(o.Text)
		}
	}
	return value
}
