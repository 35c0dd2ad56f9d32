package operator

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newWebhook(p command.Process) *cobra.Command {
	remove := commands.New("webhook delete ENDPOINT",
		onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			err := s.Webhooks.DeleteEndpoint(ctx, e.AccountID, e.EndpointID)
			return command.Confirm(cmd, err, "endpoint %d: deleted\n", e.EndpointID)
		}))
	return commands.Group("webhook",
		newWebhookCreate(p), newWebhookList(p), newWebhookUpdate(p), remove,
		newWebhookRotate(p), newWebhookTest(p), newWebhookReplay(p), newWebhookDeliveries(p),
	)
}

var endpointFields = command.Columns(`ENDPOINT endpoint_id, ACCOUNT account_id, URL url, description, EVENTS events, label_pdf,
	label_webhook, basic_username=Username, STATE state, SINCE disabled_on, REASON disabled_reason, failing_since, created_on`,
	command.Value("events", func(e store.Endpoint) any { return command.ShownAs(e.EventTypes, typesText(e.EventTypes)) }), // null: all
	command.Value("state", func(e store.Endpoint) any {
		switch {
		case e.Disabled:
			return "disabled"
		case !e.FailingSince.IsZero():
			return "failing"
		}
		return "live"
	}),
	command.Value("disabled_on", func(e store.Endpoint) any {
		return command.ShownAs(command.OrNull(e.DisabledOn), command.Minute(cmp.Or(command.OrNull(e.DisabledOn), command.OrNull(e.FailingSince))))
	}),
)

// typesText is a list of types of events for people.
func typesText(types []shipment.EventType) string {
	return cmp.Or(strings.Join(each.Of(types, func(t shipment.EventType) string { return string(t) }), ","), "all")
}

func newWebhookCreate(p command.Process) *cobra.Command {
	var accountID int64
	cmd := commands.New("webhook create --account ACCOUNT --url URL",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			if accountID < 1 {
				return command.Usagef("--account is missing: `waybill account list` shows the accounts")
			}
			change, err := endpointChange(cmd)
			if err != nil {
				return err
			}
			var settings shipment.EndpointSettings
			if err := change(&settings); err != nil {
				return err
			}
			endpoints, err := endpointsOf(ctx, cmd, p, s)
			if err != nil {
				return err
			}
			created, secret, err := endpoints.Create(ctx, accountID, settings)
			err = command.Explain(explainURL(err), command.Accounts.NotFound(accountID), command.Becausef(store.ErrTooMany,
				"account %d has %d endpoints, and may have no more: delete one first", accountID, store.MaxEndpoints))
			return printSecret(cmd, err, created, secret,
				fmt.Sprintf("Created endpoint %d for account %d. It signs with", created.EndpointID, created.AccountID))
		}))
	return command.WithJSON(addEndpointFlags(command.Flags(cmd, "account", &accountID)))
}

// printSecret shows an endpoint and its new secret.
func printSecret(cmd *cobra.Command, err error, e store.Endpoint, secret, heading string) error {
	return command.Say(cmd, err, e, command.With(endpointFields, "secret", secret),
		"%s\n\n  %s\n\nKeep it now: it is not shown again.\n", heading, secret)
}

func newWebhookList(p command.Process) *cobra.Command {
	var accountID int64
	cmd := command.Flags(commands.Of("webhook list"), "account", &accountID)
	return command.NewList(p, cmd, endpointFields, "There are no endpoints: `waybill webhook create --account ACCOUNT --url URL` makes one.",
		func(ctx context.Context, s *store.Store) ([]store.Endpoint, error) {
			return s.Webhooks.Endpoints(ctx, accountID)
		})
}

func newWebhookUpdate(p command.Process) *cobra.Command {
	var change func(*shipment.EndpointSettings) error
	cmd := commands.Of("webhook update ENDPOINT")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		change, err = endpointChange(cmd)
		return err
	}
	cmd.RunE = onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
		endpoints, err := endpointsOf(ctx, cmd, p, s)
		if err != nil {
			return err
		}
		changed, err := endpoints.Update(ctx, e.AccountID, e.EndpointID, change)
		return command.Show(cmd, explainURL(err), changed, endpointFields)
	})
	return command.WithJSON(command.Flags(addEndpointFlags(cmd), "disabled", new(false)))
}

func newWebhookRotate(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("webhook rotate ENDPOINT",
		onEndpoint(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Endpoint) error {
			rotated, secret, err := s.Webhooks.RotateSecret(ctx, e.AccountID, e.EndpointID)
			return printSecret(cmd, err, rotated, secret, fmt.Sprintf("Endpoint %d signs with the old secret until %s, and now also with",
				rotated.EndpointID, command.Minute(&rotated.OldSecretUntil)))
		})))
}

// onEndpoint runs do with the endpoint whose id the argument is.
func onEndpoint(
	p command.Process, do func(context.Context, *cobra.Command, *store.Store, store.Endpoint) error,
) func(*cobra.Command, []string) error {
	return command.Endpoints.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
		endpoints, err := s.Webhooks.Endpoints(ctx, 0)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(endpoints, func(e store.Endpoint) bool { return e.EndpointID == id })
		if i < 0 {
			return store.ErrNotFound
		}
		return do(ctx, cmd, s, endpoints[i])
	})
}
