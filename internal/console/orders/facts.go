package orders

import (
	"cmp"
	"regexp"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/settings"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// partyView is an end of an order.
type partyView struct {
	Title, Name, Phone, Email string
	Lines                     []string // of the address
	Note, Card                string
}

// itemView is an item of an order.
type itemView struct {
	Desc, Quantity, Price, Currency string
	Notes                           []web.Fact
}

// partyOf is an end of an order: consignee or pickup.
func partyOf(v *web.Visit, d *orderDetail, title, prefix, contact string) partyView {
	country, _ := shipment.CountryByName(d.text(prefix + "country"))
	printed := label.Address(&shipment.Party{
		Country: country, Address: d.text(prefix + "address"), Postal: d.text(prefix + "postal"),
		State: d.text(prefix + "state"), City: d.text(prefix + "city"), Province: d.text(prefix + "province"),
	})
	p := partyView{Title: title, Name: d.text(contact + "name"), Phone: d.text(contact + "number"), Email: d.text(contact + "email")}
	lines := []string{
		d.text(strings.Replace(prefix, "pickup", "shipper", 1) + "company"), printed, v.Names().Country(d.text(prefix + "country")),
		d.text(prefix + "name_latin"), d.text(prefix + "address_latin"),
	}
	for line := range strings.Lines(strings.Join(lines, "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}

// elsewhere are the fields that the page does not show as a fact of their own.
var elsewhere = regexp.MustCompile(`^(consignee|pickup|order|importer|sold_to)_|^(service_id|tracking_no|forward_tracking_no|` +
	`shipper_company|delivery_note|identification_document_name|amount_currency)$`)

func addFacts(v *web.Visit, p *orderPage) {
	d := &p.orderDetail
	from, to := v.Names().Country(d.text("pickup_country")), v.Names().Country(d.text("consignee_country"))
	p.Lane = from + " → " + to
	consignee := partyOf(v, d, v.T("Consignee"), "consignee_", "consignee_")
	consignee.Note, consignee.Card = d.text("delivery_note"), "consignee"
	pickup := partyOf(v, d, v.T("Pickup"), "pickup_", "pickup_contact_")
	pickup.Card = "pickup"
	pickup.Note = strings.Trim(day(v, d.text("pickup_date"))+" · "+d.text("pickup_notes"), " ·")
	p.Parties = []partyView{consignee, pickup}
	if d.Return {
		p.Parties = []partyView{pickup, consignee}
	}
	p.Parties = append(p.Parties, thirdParties(v, d)...)
	size := d.text("order_length") + " × " + d.text("order_width") + " × " + d.text("order_height") + " cm"
	p.Facts = []web.Fact{
		{Name: v.T("Service"), Value: d.Service.Name},
		{Name: v.T("Weight"), Value: v.Weight(d.text("order_weight"))},
		{Name: v.T("Size"), Value: v.Decimal(size)},
	}
	addMeasured(v, d, p.Facts[1:])
	destination, _ := shipment.CountryByName(d.text("consignee_country"))
	kind := orderform.Create
	if d.Return {
		kind = orderform.Return
	}
	for _, g := range kind.Groups {
		addGroup(v, p, g, destination.Currency())
	}
	p.Facts = append(p.Facts, web.Fact{Name: v.T("Number at the partner"), Value: d.HAWBNo})
	p.Trade = append(p.Trade, web.Fact{Name: v.T("Customs number of the importer"), Value: d.text("importer_reference")}, web.Fact{
		Name:  cmp.Or(d.text("identification_document_name"), v.T("Identification number")),
		Value: d.text("consignee_identifcation_number"), Note: v.T("Consignee"),
	})
	parties := orderform.Create.RowField(orderform.TaxIDs, "party").Options
	for _, id := range d.fields.List(orderform.TaxIDs) {
		p.Trade = append(p.Trade, web.Fact{
			Name: id.Text("type"), Value: id.Text("number"),
			Note: strings.Trim(optionText(v, parties, id.Text("party"))+", "+v.Names().Country(id.Text("country")), ", "),
		})
	}
	p.Metadata = each.Of(d.fields.Metadata(), func(m [2]string) web.Fact { return web.Fact{Name: m[0], Value: m[1]} })
	p.Items = each.Of(d.fields.List(orderform.Items), func(item orderform.Order) itemView { return newItemView(v, item) })
	form := orderform.CopyOf(d.fields, v.Names())
	for _, w := range form.Order(v.Names()).Warnings(form, d.Warnings, v.Words()) {
		placed := placedText{Place: placeOf(v, form, w.Input), Text: w.Message, Path: p.Path + "/edit#" + web.NewForm(nil).ID(w.Input)}
		linked := p.CanEdit && v.Can(shipment.WriteOrders)
		if w.Setting != "" {
			placed.Place = v.T("Settings") + ", " + v.T(settings.CustomsLabels[w.Setting])
			placed.Path, linked = v.URL("settings/customs")+"#"+web.NewForm(nil).ID(w.Setting), v.Can(shipment.SetAccount)
		}
		if !linked {
			placed.Path = ""
		}
		p.Warnings = append(p.Warnings, placed)
	}
}

// addMeasured adds what a hub measured to the facts weight and size.
func addMeasured(v *web.Visit, d *orderDetail, facts []web.Fact) {
	m := &d.Measured
	if m.Weight != 0 {
		said := v.T("measured: %s", v.Weight(m.Weight.String()))
		if v.Account.WeightTolerance.Exceeded(m.Weight, d.Weight) {
			facts[0].Warn = said
		} else {
			facts[0].Note = said
		}
	}
	if size := v.Size(m.Length, m.Width, m.Height); size != "" {
		facts[1].Note = v.T("measured: %s", size)
	}
}

// addGroup adds the fields of a group that are facts of their own.
func addGroup(v *web.Visit, p *orderPage, g orderform.Group, currency string) {
	d := &p.orderDetail
	for _, f := range g.Fields {
		switch {
		case elsewhere.MatchString(f.Name), f.Name == "cod_amt_to_collect" && d.text("payment_type") != shipment.PaymentCOD:
		case g.Name == orderform.CustomsGroup || g.Name == orderform.DeclarationGroup || f.Name == "incoterm":
			p.Trade = append(p.Trade, fact(v, f, d.text(f.Name), d.text("amount_currency")))
		default:
			p.Facts = append(p.Facts, fact(v, f, d.text(f.Name), currency))
		}
	}
}

// thirdParties are the importer of record and the buyer, if the order has them.
func thirdParties(v *web.Visit, d *orderDetail) (parties []partyView) {
	for _, third := range []partyView{
		partyOf(v, d, v.T("Importer of record"), "importer_", "importer_"), partyOf(v, d, v.T("Buyer"), "sold_to_", "sold_to_"),
	} {
		if third.Name != "" || third.Phone != "" || third.Email != "" || third.Lines != nil {
			parties = append(parties, third)
		}
	}
	return parties
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
		if note := fact(v, field, item.Text(field.Name), ""); field.More && note.Value != "" {
			view.Notes = append(view.Notes, note)
		}
	}
	return view
}

// fact is a field in words, "" for an amount of 0.
func fact(v *web.Visit, f orderform.Field, value, currency string) web.Fact {
	switch {
	case f.Type.Name == request.TypeCountry:
		value = v.Names().Country(value)
	case f.Type.Name == request.TypeDate:
		value = day(v, value)
	case f.Type.Name == request.TypeDecimal && value == "0":
		value = ""
	case f.Type.Name == request.TypeDecimal && value != "" && currency != "":
		value = v.Money(padded(value, currency), currency)
	default:
		value = optionText(v, f.Options, value)
	}
	return web.Fact{Name: v.T(f.Label), Value: value}
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

func optionText(v *web.Visit, options []orderform.Option, value string) string {
	for _, o := range options {
		if o.Value == value {
			return v.T(o.Text)
		}
	}
	return value
}
