package orders

import (
	"cmp"

	"waybill/internal/address"
	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/label"
)

// pasted is an address that was read from a text, as it is shown before it is used.
type pasted struct {
	Text      string
	Facts     []web.Fact
	Unsure    []string
	NoCountry bool
}

// usePasted is the action that fills in what was read.
const usePasted = "use"

// pastedInto reads the address that was pasted beside a form, and returns its fields as those of the consignee, too.
func pastedInto(v *web.Visit, f *orderform.Form) (view pasted, read orderform.Order) {
	if view.Text = v.FormValue("paste"); view.Text == "" {
		return view, nil
	}
	found := address.Parse(view.Text, v.Names().Code(f.Value("consignee_country")))
	a := found.Read
	read = orderform.Order{
		"consignee_name": a.Name, "consignee_number": a.Number, "consignee_email": a.Email, "consignee_country": v.Names().Country(a.Country),
		"consignee_address": a.Address, "consignee_city": a.City, "consignee_postal": a.Postal, "consignee_state": a.State,
	}
	for _, input := range f.Inputs() {
		if text := read.Text(input); text != "" {
			view.Facts = append(view.Facts, web.Fact{Name: v.Words().Label(f, input), Value: text})
		}
	}
	view.Unsure, view.NoCountry = found.Unsure, a.Country == ""
	return view, read
}

// previewNo stands for the number of an order that is not created, so that nobody ships a parcel with its label.
const previewNo = "PREVIEW"

// previewLabel draws the label of a form as it is. Nothing is created.
func previewLabel(v *web.Visit) error {
	f := orderform.Parse(orderform.Create, v.Request.PostForm)
	if err := suggest(v, f); err != nil {
		return err
	}
	o := f.Order(v.Names()).Drawn()
	o.AccountID, o.TrackingNo = v.Account.AccountID, previewNo
	options := label.Options{Document: label.Parcel, Format: label.Format(cmp.Or(v.FormValue("format"), string(label.PDF)))}
	return v.SendDocument(v.Console.Printing.Preview(v.Context(), o, options))
}
