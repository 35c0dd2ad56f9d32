package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newOrder(p command.Process) *cobra.Command {
	return commands.Group("order",
		newOrderList(p), newOrderShow(p), newOrderWhy(p), newOrderCreate(p), newOrderEdit(p), newOrderReplace(p), newOrderCancel(p),
		newOrderHold(p), newOrderRelease(p), newOrderNote(p), newOrderTag(p), newOrderPrinted(p), newOrderExport(p),
		newOrderLoad(p),
	)
}

// orderFields are an order without personal data.
var orderFields = command.Columns[shipment.Order](`TRACKING NO tracking_no, REFERENCE=ShipperOrderID, order_id, account_id,
	SERVICE service_id, upload_batch_no, shipper_order_id, is_return=Return, FROM origin=Pickup.Country|,
	TO destination=Consignee.Country, STATUS status_code, TRACKER tracker_status_code=TrackerStatus, hawb_no, LABEL has_label,
	CREATED created_on, updated_on`)

func newOrderList(p command.Process) *cobra.Command {
	filter := store.OrderFilter{}
	var limit int
	cmd := commands.Of("order list --account ACCOUNT")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		switch {
		case filter.AccountID < 1:
			return command.Usagef("--account is missing: `waybill account list` shows the accounts")
		case limit < 1 || limit > command.MaxListed:
			return command.Usagef("--limit is %d: want 1 to %d", limit, command.MaxListed)
		}
		return nil
	}
	command.Flags(cmd, "account", &filter.AccountID, "batch", &filter.UploadBatchNo, "reference", &filter.ShipperOrderID,
		"search", &filter.Search, "limit", &limit)
	return command.NewList(p, cmd, orderFields, "There are no such orders.",
		func(ctx context.Context, s *store.Store) ([]shipment.Order, error) {
			return listOrders(ctx, s, filter, limit)
		})
}

// listOrders reads the newest orders that a filter selects, page by page.
func listOrders(ctx context.Context, s *store.Store, filter store.OrderFilter, limit int) (orders []shipment.Order, err error) {
	for after, more := (store.Cursor{}), true; more && len(orders) < limit; {
		filter.PageSize = min(limit-len(orders), store.PageSize)
		page, err := s.BrowseOrders(ctx, filter, after)
		if err != nil {
			return nil, err
		}
		orders = append(orders, page.Found...)
		after, more = page.Next, page.More
	}
	return orders, nil
}

func newOrderShow(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("order show TRACKING-NO", onOrder(p, showOrder)))
}

func showOrder(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
	o, err := findOrder(ctx, s, trackingNo)
	return printOrder(cmd, err, o)
}

func findOrder(ctx context.Context, s *store.Store, trackingNo string) (shipment.Order, error) {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	return o, command.Explain(err, command.Becausef(store.ErrNotFound, "there is no order %s", trackingNo))
}

func printOrder(cmd *cobra.Command, err error, o shipment.Order) error {
	kind := "order"
	if o.Return {
		kind = "return"
	}
	return command.Say(cmd, err, o, orderFields, `Tracking no   %s (%s %d of account %d)
Reference     %s, batch %s
Service       %d, %s to %s
Status        %s, %s
HAWB no       %s
Label         %s
Created       %s, changed %s
`, o.TrackingNo, kind, o.OrderID, o.AccountID, command.OrDash(o.ShipperOrderID), o.UploadBatchNo, o.ServiceID, o.Pickup.Country,
		o.Consignee.Country, command.OrDash(string(o.StatusCode)), o.TrackerStatus, command.OrDash(o.HAWBNo), command.YesNo(o.HasLabel),
		command.Minute(&o.CreatedOn), command.Minute(&o.UpdatedOn))
}
