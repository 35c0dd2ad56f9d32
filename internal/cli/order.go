package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newOrder(p Process) *cobra.Command {
	return newGroup("order", "Look at the orders of accounts",
		`Lists the orders and returns of an account, and shows one of any account.`,
		newOrderList(p), newOrderShow(p),
	)
}

// orderView is an order as printed, without personal data.
type orderView struct {
	TrackingNo     string    `json:"tracking_no"`
	OrderID        int64     `json:"order_id"`
	AccountID      int64     `json:"account_id"`
	ServiceID      int64     `json:"service_id"`
	UploadBatchNo  string    `json:"upload_batch_no"`
	ShipperOrderID string    `json:"shipper_order_id"`
	IsReturn       bool      `json:"is_return"`
	Origin         string    `json:"origin"`
	Destination    string    `json:"destination"`
	StatusCode     string    `json:"status_code"` // "": the partner does not have it yet
	TrackerStatus  string    `json:"tracker_status_code"`
	HAWBNo         string    `json:"hawb_no"`
	HasLabel       bool      `json:"has_label"`
	CreatedOn      time.Time `json:"created_on"`
	UpdatedOn      time.Time `json:"updated_on"`
}

func viewOrder(o shipment.Order) orderView {
	return orderView{
		TrackingNo: o.TrackingNo, OrderID: o.OrderID, AccountID: o.AccountID, ServiceID: o.ServiceID, UploadBatchNo: o.UploadBatchNo,
		ShipperOrderID: o.ShipperOrderID, IsReturn: o.Return, Origin: string(o.Pickup.Country), Destination: string(o.Consignee.Country),
		StatusCode: string(o.StatusCode), TrackerStatus: string(o.TrackerStatus), HAWBNo: o.HAWBNo, HasLabel: o.HasLabel,
		CreatedOn: o.CreatedOn, UpdatedOn: o.UpdatedOn,
	}
}

var orderColumns = []field[orderView]{
	{"TRACKING NO", "", func(o orderView) any { return o.TrackingNo }},
	{"REFERENCE", "", func(o orderView) any { return orDash(o.ShipperOrderID) }},
	{"SERVICE", "", func(o orderView) any { return strconv.FormatInt(o.ServiceID, 10) }},
	{"FROM", "", func(o orderView) any { return o.Origin }},
	{"TO", "", func(o orderView) any { return o.Destination }},
	{"STATUS", "", func(o orderView) any { return orDash(o.StatusCode) }},
	{"TRACKER", "", func(o orderView) any { return o.TrackerStatus }},
	{"LABEL", "", func(o orderView) any { return yesNo(o.HasLabel) }},
	{"CREATED", "", func(o orderView) any { return minute(&o.CreatedOn) }},
}

func newOrderList(p Process) *cobra.Command {
	filter := store.OrderFilter{}
	var limit int
	cmd := &cobra.Command{
		Use:   "list --account ACCOUNT",
		Short: "List the orders of an account, the newest first",
		Example: `  waybill order list --account 7
  waybill order list --account 7 --batch B261121NRYP2V2D
  waybill order list --account 7 --reference ORDER123 --json
  waybill order list --account 7 --search "budi 12190"`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case filter.AccountID < 1:
				return usagef("--account is missing: `waybill account list` shows the accounts")
			case limit < 1 || limit > maxListed:
				return usagef("--limit is %d: want 1 to %d", limit, maxListed)
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				orders, err := listOrders(ctx, s, filter, limit)
				if err != nil {
					return err
				}
				return list(cmd, orders, orderColumns, "There are no such orders.")
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().Int64Var(&filter.AccountID, "account", 0, "`ACCOUNT` whose orders are listed")
	cmd.Flags().StringVar(&filter.UploadBatchNo, "batch", "", "only those of this batch `NUMBER`")
	cmd.Flags().StringVar(&filter.ShipperOrderID, "reference", "", "only those with this `REFERENCE` of the shipper")
	cmd.Flags().StringVar(&filter.Search, "search", "", "only those that have all these `WORDS`, or words that begin with them")
	cmd.Flags().IntVar(&limit, "limit", 50, "at most this `NUMBER`")
	addJSONFlag(cmd)
	return cmd
}

// listOrders reads the newest orders that a filter selects, page by page.
func listOrders(ctx context.Context, s *store.Store, filter store.OrderFilter, limit int) (orders []orderView, err error) {
	for after, more := (store.Cursor{}), true; more && len(orders) < limit; {
		filter.PageSize = min(limit-len(orders), store.PageSize)
		page, err := s.BrowseOrders(ctx, filter, after)
		if err != nil {
			return nil, err
		}
		for i := range page.Found {
			orders = append(orders, viewOrder(page.Found[i]))
		}
		after, more = page.Next, page.More
	}
	return orders, nil
}

func newOrderShow(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show TRACKING-NO",
		Short:   "Show an order of any account, without personal data",
		Example: "  waybill order show WB48210739526ID",
		Args:    oneArg,
		RunE:    onOrder(p, showOrder),
	}
	addJSONFlag(cmd)
	return cmd
}

func showOrder(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no order %s", trackingNo)
	}
	if err != nil {
		return err
	}
	view := viewOrder(o)
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), view)
	}
	w := cmd.OutOrStdout()
	kind := "order"
	if view.IsReturn {
		kind = "return"
	}
	fmt.Fprintf(w, "Tracking no   %s (%s %d of account %d)\n", view.TrackingNo, kind, view.OrderID, view.AccountID)
	fmt.Fprintf(w, "Reference     %s, batch %s\n", orDash(view.ShipperOrderID), view.UploadBatchNo)
	fmt.Fprintf(w, "Service       %d, %s to %s\n", view.ServiceID, view.Origin, view.Destination)
	fmt.Fprintf(w, "Status        %s, %s\n", orDash(view.StatusCode), view.TrackerStatus)
	fmt.Fprintf(w, "HAWB no       %s\n", orDash(view.HAWBNo))
	fmt.Fprintf(w, "Label         %s\n", yesNo(view.HasLabel))
	fmt.Fprintf(w, "Created       %s, changed %s\n", minute(&view.CreatedOn), minute(&view.UpdatedOn))
	return nil
}
