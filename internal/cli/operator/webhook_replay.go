package operator

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newWebhookReplay(p command.Process) *cobra.Command {
	var from, to string
	var ids []string
	var events shipment.EventRange
	cmd := &cobra.Command{
		Use:   "replay ENDPOINT",
		Short: "Send events again, delivered before or not",
		Long: `Has a running server send events of the last 30 days again: some by their ids, or those of
a time that are of the types that the endpoint subscribes to.`,
		Example: `  waybill webhook replay 3 --from 2026-02-03
  waybill webhook replay 3 --from 2026-02-03T08:00 --to 2026-02-03T09:00
  waybill webhook replay 3 --event evt_7ZZS2D0QHM3JX0C2W4Y1E5K8RG`,
		PreRunE: func(*cobra.Command, []string) (err error) {
			events, err = replayRange(from, to, ids)
			return err
		},
		RunE: onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			n, err := s.Webhooks.Replay(ctx, e.AccountID, e.EndpointID, events)
			err = command.Explain(err, command.Becausef(store.ErrNotFound,
				"%v: account %d has no such event, or it is older than 30 days", err, e.AccountID))
			return command.Confirm(cmd, err, "endpoint %d: %d events will be sent again\n", e.EndpointID, n)
		}),
	}
	cmd.Flags().StringVar(&from, "from", "", "first `TIME`, or day; UTC when no zone is given")
	cmd.Flags().StringVar(&to, "to", "", "last `TIME`, or day")
	cmd.Flags().StringSliceVar(&ids, "event", nil, "`IDS` of events, with commas between")
	return cmd
}

// replayRange reads the flags by the rules of the API.
func replayRange(from, to string, ids []string) (shipment.EventRange, error) {
	fields := map[string]any{}
	for name, value := range map[string]string{"date_from": from, "date_to": to} {
		if value != "" {
			fields[name] = value
		}
	}
	if ids != nil {
		fields["event_ids"] = ids
	}
	events, problems := request.ReadReplay(request.FormOf(request.ReplayShape(), fields))
	if problems != nil {
		return shipment.EventRange{}, command.Usagef("want --event, or --from and --to with a time as 2030-12-31T18:00: %s",
			problems.AppendJSON(nil))
	}
	return events, nil
}

// deliveryFields: last_answer is the beginning of the last response.
var deliveryFields = command.Columns(`EVENT event=Event.ID, TYPE type=Event.Type, ORDER tracking_no=Event.TrackingNo,
	sequence=Event.Sequence, HAPPENED happened_on=Event.CreatedOn, STATE state, ATTEMPTS attempts, NEXT due_on, last_status,
	TOOK last_took, LAST ERROR last_error, last_answer=LastResponse`,
	command.Value("last_took", func(r store.DeliveryRecord) any {
		return command.ShownAs(r.LastTook.Seconds(), command.Took(r.LastTook))
	}),
)

func newWebhookDeliveries(p command.Process) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:     "deliveries ENDPOINT",
		Short:   "List what was sent to an endpoint, the newest event first",
		Example: "  waybill webhook deliveries 3 --limit 10",
		PreRunE: func(*cobra.Command, []string) error {
			if limit < 1 {
				return command.Usagef("--limit is %d: want 1 or more", limit)
			}
			return nil
		},
		RunE: onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			records, _, err := s.Webhooks.Deliveries(ctx, e.AccountID, e.EndpointID, "", limit)
			return command.List(cmd, err, records, deliveryFields, "There was nothing to send in the last 30 days.")
		}),
	}
	cmd.Flags().IntVar(&limit, "limit", 50, "at most `N`")
	return command.WithJSON(cmd)
}
