package console

import (
	"net/http"
	"strings"

	"waybill/internal/console/orderform"
)

// newReturn shows the form of a new return: that of an order, or an empty one.
func (v *visit) newReturn() error {
	f := orderform.New(orderform.Return)
	if of := strings.TrimSpace(v.form("of")); of != "" {
		d, err := v.orderDetail(of)
		if err != nil {
			return err
		}
		f = orderform.ReturnOf(d.fields, v.names())
	}
	return v.showForm(http.StatusOK, f, nil, nil, "")
}

// createReturn does what the button of the form of a new return says.
func (v *visit) createReturn() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := orderform.Parse(orderform.Return, v.r.PostForm)
	action := v.form("action")
	if action != "create" && action != "print" {
		v.changeRows(f, action)
		return v.showForm(http.StatusOK, f, nil, nil, "")
	}
	if problems := v.repeated(f); problems != nil {
		return v.showForm(http.StatusUnprocessableEntity, f, problems, nil, "")
	}
	sent := f.Order(v.names())
	if f.Value("forward_tracking_no") != "" && f.EmptyItems() {
		delete(sent.Order, orderform.Items) // they are those of the forward order
	}
	answer, err := v.sendOnce("/api/order/return-orders/", map[string]any{"orders": []any{sent.Order}})
	if err != nil {
		return err
	}
	if !answer.ok() {
		return v.showRefused(f, sent, answer)
	}
	var created struct {
		TrackingNos []struct {
			Number string `json:"return_tracking_no"`
		} `json:"tracking_nos"`
	}
	if err := answer.decode(&created); err != nil {
		return err
	}
	no := created.TrackingNos[0].Number
	v.toast(v.t("Return %s is created.", no))
	if action == "print" {
		d, err := v.orderDetail(no)
		if err != nil {
			return err
		}
		if d.hasLabel() {
			return v.toPrint(no)
		}
	}
	return v.redirect(v.orderURL(no))
}
