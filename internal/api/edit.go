package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// errVersion is the response to an edit of another version of the order than the caller has read.
var errVersion = &problem{
	status: http.StatusPreconditionFailed,
	detail: "The order was changed since you read it: If-Match is not its ETag. Read it again, and repeat the change.",
}

// editTries is how often an edit without If-Match is made anew when another one comes first.
const editTries = 3

// entityTag is the ETag of the detail of an order. It names the version of what its account can change.
func entityTag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// editOrder changes an order by a merge patch, and responds with its detail. A patch that changes nothing is no error.
func (a *API) editOrder(ctx context.Context, c call, _ *request.Form) (response, error) {
	var warnings []ruleset.Warning
	var err error
	for range editTries {
		warnings, err = a.edit(asCaller(ctx, c), c)
		if !errors.Is(err, store.ErrChanged) || c.req.Header.Get("If-Match") != "" {
			break
		}
	}
	if err != nil {
		return response{}, err
	}
	return a.detail(a.metered(ctx), c, warnings)
}

func (a *API) edit(ctx context.Context, c call) ([]ruleset.Warning, error) {
	before, err := a.Store.OrderForEdit(a.metered(ctx), c.caller.AccountID, shipment.TrackingKey(c.req.PathValue("tracking_no")))
	switch {
	case err != nil:
		return nil, err
	case !matches(c.req.Header.Get("If-Match"), entityTag(before.Version)):
		return nil, errVersion
	case !before.ErasedOn.IsZero():
		return nil, store.ErrErased
	}
	services, err := a.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return nil, err
	}
	edit, err := a.checkEdit(ctx, c, &before, services)
	if err != nil {
		return nil, err
	}
	after, partner := &edit.Order, services[edit.Order.ServiceID].Partner
	var warnings []ruleset.Warning
	for _, known := range edit.Warnings {
		warnings = append(warnings, ruleset.Warning{FieldProblem: known, RuleID: "validation"})
	}
	warnings = append(warnings, a.partnerWarnings(ctx, partner, after)...)
	changes := shipment.ChangesBetween(&before, after)
	if changes == nil {
		return warnings, nil
	}
	partner, err = a.Store.EditOrder(ctx, store.Edit{Before: &before, After: after, Changes: changes, Partner: partner})
	switch {
	case errors.Is(err, store.ErrOtherFulfilment):
		return nil, wrong("service_id",
			"One of the two services is fulfilled by a partner, the other is not. Cancel the order and create another one.")
	case errors.Is(err, store.ErrTooMany):
		return nil, wrong(nonFieldErrors, "An order can be changed 500 times. Cancel the order and create another one.")
	case errors.Is(err, store.ErrChanged) && c.req.Header.Get("If-Match") != "":
		return nil, errVersion
	case err == nil && partner != "":
		a.Fulfiller.Wake(partner)
	}
	return warnings, err
}

// checkEdit applies the patch of a call to an order. A *validationError says what is wrong.
func (a *API) checkEdit(ctx context.Context, c call, before *shipment.Order, services map[int64]shipment.Service) (request.Edit, error) {
	lookups, err := a.lookups(ctx, c, services)
	if err != nil {
		return request.Edit{}, err
	}
	checker, err := a.checker(ctx, c)
	if err != nil {
		return request.Edit{}, err
	}
	// A return has the service of its lane, as when it was created.
	serve := func(o *shipment.Order) {
		if o.Return && (o.Consignee.Country != before.Consignee.Country || o.Pickup.Country != before.Pickup.Country) {
			o.ServiceID = shipment.ReturnService(services, o).ServiceID
		}
	}
	at := a.Now()
	lookups.Rules = func(_ int, o *shipment.Order) []request.FieldProblem {
		o.AccountID = before.AccountID
		if o.Return {
			o.ServiceID = before.ServiceID
		}
		serve(o)
		return checker.Errors(o, at)
	}
	edit, problems, err := request.ReadEdit(ctx, c.body, before, lookups)
	if err == nil && problems != nil {
		err = &validationError{problems}
	}
	serve(&edit.Order)
	return edit, err
}

// matches reports whether an If-Match header (RFC 9110, section 13.1.1) is empty or names an entity tag.
func matches(header, tag string) bool {
	if header == "" || strings.TrimSpace(header) == "*" {
		return true
	}
	for one := range strings.SplitSeq(header, ",") {
		if strings.TrimSpace(one) == tag {
			return true
		}
	}
	return false
}

// writeChanges writes whether the label has to be printed again, and who changed what, newest first.
func writeChanges(w *rows, d store.Detail) {
	e := w.Encoder
	e.FieldStart("label_stale")
	e.Bool(d.LabelStale)
	e.FieldStart("changes")
	e.ArrStart()
	for i := range d.Changes {
		change := &d.Changes[i]
		e.ObjStart()
		integer(e, "version", change.Version)
		timestamp(e, "changed_on", change.ChangedOn)
		text(e, "actor_kind", change.ActorKind)
		text(e, "actor", change.Actor)
		text(e, "refusal", change.Refusal)
		e.FieldStart("fields")
		e.ArrStart()
		for _, f := range change.Fields {
			e.ObjStart()
			text(e, "field", f.Field)
			e.FieldStart("from")
			e.Raw(f.From)
			e.FieldStart("to")
			e.Raw(f.To)
			e.ObjEnd()
		}
		e.ArrEnd()
		e.ObjEnd()
		w.flush()
	}
	e.ArrEnd()
}
