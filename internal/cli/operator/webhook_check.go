package operator

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/server"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// checkReceiver refuses a URL to which the server would never send an event. "" passes.
func checkReceiver(cmd *cobra.Command, p command.Process, s *store.Store, url string) error {
	if url == "" {
		return nil
	}
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	if refused := server.NewEndpoints(c, s, command.ReadBuild().Version).CheckURL(url); !refused.IsZero() {
		return command.Usagef("--url is %q: %s WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes allows it for all accounts", url, refused)
	}
	return nil
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
	cmd := command.WithJSON(&cobra.Command{
		Use:   "test ENDPOINT",
		Short: "Send a test event to an endpoint once",
		Long: `Sends the event endpoint.test from this machine, signed as the server signs, also to a disabled
endpoint; with --event an example of that event, whose data end with "test": true. Nothing is stored. Exits with 1
if it was not delivered.`,
		Example: "  waybill webhook test 3\n  waybill webhook test 3 --event order.delivered",
		RunE: onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			if t := shipment.EventType(example); t != "" && !t.Known() {
				return command.Usagef("--event is %q: want one of %v", example, shipment.EventTypes())
			}
			return testEndpoint(ctx, cmd, p, s, e, shipment.EventType(example))
		}),
	})
	cmd.Flags().StringVar(&example, "event", "", "`TYPE` of the event of which an example is sent")
	return cmd
}

func testEndpoint(
	ctx context.Context, cmd *cobra.Command, p command.Process, s *store.Store, e store.Endpoint, example shipment.EventType,
) error {
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	if o, err := s.Outgoing(ctx); err != nil || o.Pause != store.NotPaused {
		return cmp.Or(err, store.ErrPaused)
	}
	event, o, err := server.NewEndpoints(c, s, command.ReadBuild().Version).Test(ctx, e.AccountID, e.EndpointID, example)
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
}
