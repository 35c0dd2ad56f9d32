package orders

import (
	"net/http"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// newReturn shows the form of a new return, filled from an order, or empty.
func newReturn(v *web.Visit) error {
	f, notice := orderform.New(orderform.Return), ""
	if of := strings.TrimSpace(v.FormValue("of")); of != "" {
		d, err := loadOrder(v, of)
		if err != nil {
			return err
		}
		f = orderform.ReturnOf(d.fields, v.Names())
		notice = addEmail(v, f)
	}
	return showForm(v, http.StatusOK, f, nil, nil, notice)
}

// addEmail fills in the e-mail address of the one who gets the parcel back, which a return must have (VALIDATION, section 6)
// and an order need not: that of the user, unless an operator does it for a shipper. It returns what the user is told.
func addEmail(v *web.Visit, f *orderform.Form) string {
	switch {
	case f.Value("consignee_email") != "":
		return ""
	case v.Can(shipment.Operate):
		return v.T("The order has no e-mail address of its sender, and a return needs one: ask the shipper for it.")
	}
	f.Set("consignee_email", v.User.Email)
	return v.T("The order has no e-mail address of its sender, and a return needs one: yours is filled in. Change it if you like.")
}

// createReturn does what the button of the form of a new return says.
func createReturn(v *web.Visit) error {
	f := orderform.Parse(orderform.Return, v.Request.PostForm)
	action := v.FormValue("action")
	if fillsForm(v) {
		return showFilled(v, f)
	}
	if action != "create" && action != "print" && action != enter {
		changeRows(f, action)
		return showForm(v, http.StatusOK, f, nil, nil, "")
	}
	sent := f.Order(v.Names())
	if f.Value("forward_tracking_no") != "" && f.EmptyItems() {
		delete(sent.Order, orderform.Items) // they are those of the forward order
	}
	c, created, err := createOnce(v, f, sent, orders.Return, request.ReturnShape(), map[string]any{})
	if !created {
		return err
	}
	return showCreated(v, c, v.T("Return %s is created.", c.TrackingNo), action != "create")
}
