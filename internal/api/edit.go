package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// entityTag is the ETag of the detail of an order. It names the version of what its account can change.
func entityTag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// editOrder changes an order by a merge patch, and responds with its detail. A patch that changes nothing is no error.
func (a *API) editOrder(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	edit := orders.Edit{TrackingNo: c.Req.PathValue("tracking_no"), Patch: c.Body}
	if header := c.Req.Header.Get("If-Match"); header != "" {
		edit.Matches = func(version int64) bool { return matches(header, entityTag(version)) }
	}
	edited, err := a.Orders.Edit(ctx, a.By(c), edit)
	if err != nil {
		return shell.Response{}, err
	}
	return a.detail(a.Metered(ctx), c, edited.Warnings)
}

// editOrders changes several orders, each as a whole or not at all, and responds with the result of each. When the service
// cannot go on, the orders that are left were not tried.
func (a *API) editOrders(ctx context.Context, c shell.Call, many request.EditMany) ([]orders.Result, error) {
	results, err := a.Orders.EditMany(ctx, a.By(c), many)
	if len(results) > 0 && err != nil {
		shell.NoteError(ctx, err)
		message := shell.ProblemOf(err, shell.RequestID(ctx)).Detail
		for _, no := range many.TrackingNos[len(results):] {
			results = append(results, orders.Result{TrackingNo: no, Outcome: "not_tried", Message: message})
		}
		err = nil
	}
	return results, err
}

// matches reports whether an If-Match header (RFC 9110, section 13.1.1) names an entity tag. A proxy that
// compresses makes the tag a weak one, which the caller sends back: the tag names the version, not the bytes.
func matches(header, tag string) bool {
	if strings.TrimSpace(header) == "*" {
		return true
	}
	return slices.ContainsFunc(strings.Split(header, ","), func(one string) bool {
		return strings.TrimPrefix(strings.TrimSpace(one), "W/") == tag
	})
}

func writeChange(o *openapi.Object, change *shipment.Change) {
	o.Int64("version", change.Version).Minimum(1).About("Of the order after the change.")
	o.Time("changed_on", change.ChangedOn)
	o.Text("actor_kind", change.ActorKind).Enum("user", "key", "command", "server")
	o.Text("actor", change.Actor).About("The e-mail address of the user, the id of the key, or who ran the command.")
	o.Text("refusal", change.Refusal).
		About("Why the partner had refused the order, which was submitted again. Empty if it had not.")
	openapi.List(o, "fields", change.Fields, func(o *openapi.Object, f *shipment.FieldChange) {
		o.Text("field", f.Field)
		o.Raw("from", "", f.From).About("The old value; null for none. Long lists have null in both.")
		o.Raw("to", "", f.To).About("The new value; null for none.")
	})
}
