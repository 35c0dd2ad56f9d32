package consolidation

import (
	"context"
	"fmt"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// MoveInbound opens the inbound of a consignment, closes it, or opens it again. Returns a *request.InvalidError if there is no such hub,
// and what stored.Store.MoveInbound returns.
func (s *Service) MoveInbound(ctx context.Context, id int64, sent request.Inbound) (stored.Arrivals, error) {
	err := s.checkHub(ctx, "hub_id", sent.HubID)
	if err == nil {
		err = s.Stored.MoveInbound(ctx, id, sent)
	}
	if err != nil {
		return stored.Arrivals{}, err
	}
	return s.Stored.Arrivals(ctx, id)
}

// ScanInbound stores that the bag or the parcel of any account that a code names came. A code that is the number of a bag is the bag, if no
// order is chosen. Returns a *store.AmbiguousError, and what stored.Store.ScanInbound returns.
func (s *Service) ScanInbound(ctx context.Context, id int64, sent request.Inbound) (a stored.Arrival, err error) {
	var b stored.Bag
	if no, is := stored.ParseBagNumber(sent.Code); is && sent.OrderID == 0 {
		b, err = s.Stored.Bag(ctx, no)
	}
	o := &shipment.Order{}
	if err = unless(err, nil); err == nil && b.BagID == 0 && sent.Code != "" {
		o, err = s.orders.OfCode(ctx, sent.Code, sent.OrderID)
	}
	if err = unless(err, nil); err == nil {
		a, err = s.Stored.ScanInbound(ctx, id, sent, o, b.BagID)
	}
	if err != nil || a.OtherID != id {
		return a, err
	}
	if a.OtherID = 0; b.State == stored.BagClosed || b.State == stored.BagLoaded {
		err = s.Stored.MoveBag(ctx, "receive", b.BagID, "")
	}
	return a, err
}

// inbound are the routes of what comes of consignments.
func inbound(core feature.Core, s *Service) []shell.Route {
	const one = "/api/operator/consignments/{id}/inbound/"
	return []shell.Route{
		core.Get(one, "view_inbound", shipment.ReadFloor, answer.View(shell.ByID(s.Stored.Arrivals), writeInbound)),
		shell.PostBody(core.Shell, one, "move_inbound", shipment.ScanParcels, &request.MoveInbound, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.Inbound) (stored.Arrivals, error) {
				return s.MoveInbound(ctx, c.ID(), sent)
			}, writeInbound)),
		shell.PostBody(core.Shell, one+"scans/", "scan_inbound", shipment.ScanParcels, &request.ScanInbound, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.Inbound) (stored.Arrival, error) {
				return s.ScanInbound(ctx, c.ID(), sent)
			}, writeArrival)),
		core.Get(one+"parcels/", "list_inbound_parcels", shipment.ReadFloor, shell.With(shell.Query(request.InboundQuery.Read),
			func(ctx context.Context, c shell.Call, state string) (shell.Response, error) {
				var after stored.Arrival
				if cursor := request.LastValue(c.Query(), "cursor"); cursor != "" {
					if _, err := fmt.Sscanf(cursor, "%d-%d-%d-%q", &after.BagID, &after.AccountID, &after.OrderID, &after.Scan); err != nil {
						return shell.Response{}, shell.ErrInvalidCursor
					}
				}
				found, err := s.Stored.ArrivedParcels(ctx, c.ID(), state, after, c.Limit()+1)
				page, next := answer.Cut(found, c.Limit(), func(a *stored.Arrival) string {
					return fmt.Sprintf("%d-%d-%d-%q", a.BagID, a.AccountID, a.OrderID, a.Scan)
				})
				return answer.Page(next, page, writeArrival), err
			})),
	}
}

func writeInbound(o *openapi.Object, all *stored.Arrivals) {
	in := all.Inbound
	if in == nil { // it is described
		in = &stored.Inbound{}
	}
	o.Int64("hub_id", in.HubID)
	o.Text("hub", in.Hub.Name)
	o.Text("state", in.State).Enum(request.Open, request.Closed)
	o.Text("changed_by", in.By).About("Who opened or closed it last: e-mail address of a user, or id of a key.")
	o.TimeOrNull("closed_on", in.ClosedOn).About("The last time.")
	o.TextOrNull("reason", in.Reason).About("Why it was opened again.")
	openapi.List(o, "counts", all.Counts, func(o *openapi.Object, n *stored.ArrivalCount) {
		o.OrNull(n.BagID != 0).Text("bag", stored.BagNumber(n.BagID)).About("Null: all of the consignment.")
		o.TextOrNull("bag_state", n.BagState).Enum(request.Received, request.Damaged, "not_scanned", "awaited").
			About("How the bag itself was scanned. `awaited`: it has not arrived.")
		o.TextOrNull("bag_note", n.BagNote)
		o.Text("state", n.State).Enum(request.ArrivalStates...)
		o.Int("parcels", n.Parcels).Minimum(1)
	}).About("How many parcels and codes are in each state: first all, then the parcels of each bag.")
}

func writeArrival(o *openapi.Object, a *stored.Arrival) {
	o.OrNull(a.BagID != 0).Text("bag", stored.BagNumber(a.BagID))
	o.OrNull(a.AccountID != 0).Int("account_id", a.AccountID)
	o.Text("number", a.Code).About("Tracking number, number of a bag, or what was scanned; of a parcel without a code its temporary number.")
	o.Text("state", a.State).Enum(request.ArrivalStates...).About("`found`: it was recorded as missing before. `in_bag`: its bag was " +
		"received, and it was not scanned itself. `missing`: it has arrived, and was not scanned. `awaited`: its bag has not arrived. " +
		"`elsewhere`: it came with another consignment. `surplus`: it is not of this one. `unknown`: no order and no bag has the code.")
	o.Flag("repeated", a.IsRepeated).About("Whether it was scanned before: then this scan is not stored.")
	o.TextOrNull("note", a.Note)
	o.TextOrNull("stopped", a.Stop).About("Why the operator stops it.")
	o.Decimal("weight", a.Weight).Format("double").About("Of the order, or measured if it is not of the consignment, in kg.")
	o.TimeOrNull("scanned_on", a.ScannedOn)
	o.TextOrNull("scanned_by", a.ScannedBy).About(aboutWho)
	o.OrNull(a.OtherID != 0).Text("consignment", stored.ConsignmentNumber(a.OtherID)).About("Another one: its own, or where it came.")
}
