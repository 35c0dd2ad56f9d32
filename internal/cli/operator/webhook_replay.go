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
	cmd := commands.Of("webhook replay ENDPOINT")
	cmd.PreRunE = func(*cobra.Command, []string) (err error) {
		events, err = replayRange(from, to, ids)
		return err
	}
	cmd.RunE = onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
		n, err := s.Webhooks.Replay(ctx, e.AccountID, e.EndpointID, events)
		err = command.Explain(err, command.Becausef(store.ErrNotFound,
			"%v: account %d has no such event, or it is older than 30 days", err, e.AccountID))
		return command.Confirm(cmd, err, "endpoint %d: %d events will be sent again\n", e.EndpointID, n)
	})
	return command.Flags(cmd, "from", &from, "to", &to, "event", &ids)
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
	cmd := commands.Of("webhook deliveries ENDPOINT")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if limit < 1 {
			return command.Usagef("--limit is %d: want 1 or more", limit)
		}
		return nil
	}
	cmd.RunE = onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
		records, _, err := s.Webhooks.Deliveries(ctx, e.AccountID, e.EndpointID, "", limit)
		return command.List(cmd, err, records, deliveryFields, "There was nothing to send in the last 30 days.")
	})
	return command.WithJSON(command.Flags(cmd, "limit", &limit))
}
