package operator

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/problem"
	"waybill/internal/server"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// endpointsOf creates, changes and tests endpoints as the server with the settings of the command does.
func endpointsOf(ctx context.Context, cmd *cobra.Command, p command.Process, s *store.Store) (*server.Endpoints, error) {
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return nil, err
	}
	return server.EndpointsOf(ctx, c, s, command.ReadBuild().Version)
}

// explainURL names the setting that allows a URL.
func explainURL(err error) error {
	if refused, ok := errors.AsType[*problem.RefusedURLError](err); ok {
		return command.Usagef("--url is %q: %s WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes allows it for all accounts", refused.URL, refused.Reason)
	}
	return err
}

// testView is the outcome of a test event as printed.
type testView struct {
	Event     string  `json:"event"`
	Delivered bool    `json:"delivered"`
	Status    int     `json:"status"` // 0: there was no response
	Error     string  `json:"error"`
	Took      float64 `json:"took"` // seconds
}

func newWebhookTest(p command.Process) *cobra.Command {
	var example string
	cmd := command.WithJSON(commands.New("webhook test ENDPOINT",
		onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			if t := shipment.EventType(example); t != "" && (!t.Known() || t.OfOperator()) {
				return command.Usagef("--event is %q: want one of %v", example, shipment.EventTypesFor(false))
			}
			endpoints, err := endpointsOf(ctx, cmd, p, s)
			if err != nil {
				return err
			}
			event, o, err := endpoints.Test(ctx, e.AccountID, e.EndpointID, shipment.EventType(example))
			if err != nil {
				return command.Explain(err, command.Becausef(store.ErrNotFound,
					"endpoint %d has no URL: `waybill webhook update %d --url URL` sets it", e.EndpointID, e.EndpointID))
			}
			delivered := o.State == store.DeliveryDelivered
			outcome := cmp.Or(o.Cause, o.Error)
			if delivered {
				outcome = fmt.Sprintf("responded with %d", o.Status)
			}
			view := testView{Event: event.ID, Delivered: delivered, Status: o.Status, Error: o.Error, Took: o.Took.Seconds()}
			return command.FailIf(!delivered,
				command.Say(cmd, nil, view, nil, "endpoint %d: %s, after %s\n", e.EndpointID, outcome, command.Took(o.Took)))
		})))
	return command.Flags(cmd, "event", &example)
}
