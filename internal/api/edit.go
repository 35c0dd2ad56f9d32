package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/pace"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// errVersion is the response to an edit of another version of the order than the caller has read.
var errVersion = &shell.Problem{Status: http.StatusPreconditionFailed, Detail: problem.ChangedSinceRead}

// editTries is how often an edit without If-Match is made anew when another one comes first.
const editTries = 3

// entityTag is the ETag of the detail of an order. It names the version of what its account can change.
func entityTag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// orderEdit is a change of one order.
type orderEdit struct {
	trackingNo string
	ifMatch    string // "": of any version
	patch      []byte
	ofMany     bool // the patch may have fields of items
	dryRun     bool // nothing is changed
}

// changing has the operations that change orders: edits, replacements, holds, notes, tags and cancellations.
type changing struct{ api *API }

// editOrder changes an order by a merge patch, and responds with its detail. A patch that changes nothing is no error.
func (a *changing) editOrder(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	_, warnings, err := a.edit(shell.AsCaller(ctx, c), c, orderEdit{
		trackingNo: c.Req.PathValue("tracking_no"), ifMatch: c.Req.Header.Get("If-Match"), patch: c.Body,
	})
	if err != nil {
		return shell.Response{}, err
	}
	return a.api.viewing.detail(a.api.Metered(ctx), c, warnings)
}

// edit changes an order, and reports whether it is another one then. An edit of any version is made anew when another one
// comes first.
func (a *changing) edit(ctx context.Context, c shell.Call, e orderEdit) (changed bool, warnings []ruleset.Warning, err error) {
	for range editTries {
		changed, warnings, err = a.tryEdit(ctx, c, e)
		if !errors.Is(err, store.ErrChanged) || e.ifMatch != "" {
			break
		}
	}
	switch {
	case errors.Is(err, store.ErrChanged) && e.ifMatch != "":
		err = errVersion
	case errors.Is(err, store.ErrOtherFulfilment):
		err = wrong("service_id", problem.OtherFulfilment)
	case errors.Is(err, store.ErrTooMany):
		err = wrong(nonFieldErrors, problem.ManyChanges)
	}
	return changed, warnings, err
}

func (a *changing) tryEdit(ctx context.Context, c shell.Call, e orderEdit) (changed bool, warnings []ruleset.Warning, err error) {
	before, err := a.api.Store.OrderForEdit(a.api.Metered(ctx), c.Caller.AccountID, shipment.TrackingKey(e.trackingNo))
	switch {
	case err != nil:
		return false, nil, err
	case !matches(e.ifMatch, entityTag(before.Version)):
		return false, nil, errVersion
	case !before.ErasedOn.IsZero():
		return false, nil, store.ErrErased
	}
	services, err := a.api.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return false, nil, err
	}
	edit, err := a.checkEdit(ctx, c, e, &before, services)
	if err != nil {
		return false, nil, err
	}
	after, partner := &edit.Order, services[edit.Order.ServiceID].Partner
	warnings = warningsOf(edit.Warnings, "validation")
	checker, err := a.api.checker(ctx, c)
	if err != nil {
		return false, nil, err
	}
	_, ofPartner := checker.Partner(after)
	if err := checker.Err(); err != nil {
		return false, nil, err
	}
	warnings = append(warnings, ofPartner...)
	changes := shipment.ChangesBetween(&before, after)
	if changes == nil {
		return false, warnings, nil
	}
	partner, err = a.api.Store.EditOrder(ctx, store.Edit{
		Before: &before, After: after, Changes: changes, Partner: partner, DryRun: e.dryRun,
	})
	if err == nil && partner != "" && !e.dryRun {
		a.api.Fulfiller.Wake(partner)
	}
	return err == nil, warnings, err
}

// editOrders changes several orders, each as a whole or not at all, and responds with the result of each. When the service
// cannot go on, the orders that are left were not tried.
func (a *changing) editOrders(ctx context.Context, c shell.Call, many request.EditMany) (shell.Response, error) {
	ctx = shell.AsCaller(ctx, c)
	results := make([]orderResult, len(many.TrackingNos))
	ended := orderResult{}
	for i, no := range many.TrackingNos {
		r := ended
		if r.result == "" {
			changed, err := a.editOfMany(ctx, c, no, many, i == len(many.TrackingNos)-1)
			r = resultOfEdit(changed, err)
			if r.result == "" && i == 0 {
				return shell.Response{}, err
			} else if r.result == "" {
				shell.NoteError(ctx, err)
				r = orderResult{result: "not_tried", message: shell.ProblemOf(err, shell.RequestID(ctx)).Detail}
				ended = r
			}
		}
		if many.DryRun && r.result == "changed" {
			r.message = problem.WouldChange
		}
		results[i] = r
	}
	return orderResults(ctx, many.TrackingNos, nil, func(i int) orderResult { return results[i] })
}

// editOfMany changes an order among several, and rests if it is not the last: creates go on meanwhile.
func (a *changing) editOfMany(ctx context.Context, c shell.Call, no string, many request.EditMany, last bool) (changed bool, err error) {
	start := time.Now()
	changed, _, err = a.edit(ctx, c, orderEdit{trackingNo: no, patch: many.Changes, ofMany: true, dryRun: many.DryRun})
	if changed && !last && !many.DryRun {
		_ = pace.Rest(ctx, start) // the next change says that ctx has ended
	}
	return changed, err
}

// resultOfEdit is the result of a change, none if the service cannot go on.
func resultOfEdit(changed bool, err error) orderResult {
	if invalid, isInvalid := errors.AsType[*shell.ValidationError](err); isInvalid {
		return orderResult{"refused", problem.WouldBeWrong, invalid.Problems}
	}
	switch p := shell.ProblemOf(err, ""); {
	case changed:
		return orderResult{result: "changed", message: problem.Changed}
	case err == nil:
		return orderResult{result: "unchanged", message: problem.Unchanged}
	case p.Status == http.StatusNotFound:
		return orderResult{result: "not_found", message: p.Detail}
	case p.Status == http.StatusConflict:
		return orderResult{result: "refused", message: p.Detail}
	}
	return orderResult{}
}

// checkEdit applies the patch of a call to an order. A *shell.ValidationError says what is wrong.
func (a *changing) checkEdit(
	ctx context.Context, c shell.Call, e orderEdit, before *shipment.Order, services map[int64]shipment.Service,
) (request.Edit, error) {
	lookups, err := a.api.lookups(ctx, c, services)
	if err != nil {
		return request.Edit{}, err
	}
	checker, err := a.api.checker(ctx, c)
	if err != nil {
		return request.Edit{}, err
	}
	// A return has the service of its lane, as when it was created.
	serve := func(o *shipment.Order) {
		if o.Return && (o.Consignee.Country != before.Consignee.Country || o.Pickup.Country != before.Pickup.Country) {
			o.ServiceID = shipment.ReturnService(services, o).ServiceID
		}
	}
	at := a.api.Now()
	lookups.Rules = func(_ int, o *shipment.Order) []request.FieldProblem {
		o.AccountID = before.AccountID
		if o.Return {
			o.ServiceID = before.ServiceID
		}
		serve(o)
		return checker.Errors(o, at)
	}
	read := request.ReadEdit
	if e.ofMany {
		read = request.ReadEditOfMany
	}
	edit, problems, err := read(ctx, e.patch, before, lookups)
	err = cmp.Or(err, checker.Err())
	if err == nil && problems != nil {
		err = &shell.ValidationError{Problems: problems}
	}
	serve(&edit.Order)
	return edit, err
}

// matches reports whether an If-Match header (RFC 9110, section 13.1.1) is empty or names an entity tag. A proxy that
// compresses makes the tag a weak one, which the caller sends back: the tag names the version, not the bytes.
func matches(header, tag string) bool {
	if header == "" || strings.TrimSpace(header) == "*" {
		return true
	}
	for one := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == tag {
			return true
		}
	}
	return false
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
