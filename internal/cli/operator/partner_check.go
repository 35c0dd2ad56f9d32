package operator

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/partner/partnertest"
	"waybill/internal/partner/protocol"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// adapterCheck are the arguments and flags of partner check.
type adapterCheck struct {
	adapter           masterdata.Partner // its URL and network
	secretFile, order string
	names             map[string]string // of consignees, by outcome
}

var resultFields = command.Columns[partnertest.Result]("CASE, RESULT, WHAT")

func newPartnerCheck(p command.Process) *cobra.Command {
	var check adapterCheck
	cmd := command.WithJSON(&cobra.Command{
		Use:   "check URL --secret-file FILE",
		Short: "Check that an adapter keeps to the partner protocol, by test orders",
		Long: `Submits up to nine test orders to the adapter, which hands them over to its partner: use the partner's test system.
At the end it cancels them, and names what the partner still has. They are marked: the tracking number begins
with WBTEST, the consignee's name with TEST, and the delivery note says that nothing is to be shipped.

They are a shirt from Singapore to Jakarta, with the usual facts for customs, unless --order names another order.
For most outcomes --consignee names a consignee whose orders have this outcome at the adapter; the cases of the
others are skipped. Exits with 1 if a case failed.`,
		Example: `  waybill partner check https://acme-adapter.example.com/waybill --secret-file acme-secret
  waybill partner check http://127.0.0.1:9000 --allow-private-network --secret-file acme-secret --consignee "refused=Susan [fail]"`,
		RunE: func(cmd *cobra.Command, args []string) error { return check.run(cmd, p, args[0]) },
	})
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&check.secretFile, "secret-file", "", aboutSecretFile)
	cmd.Flags().BoolVar(&check.adapter.PrivateNetwork, "allow-private-network", false, aboutPrivate)
	cmd.Flags().StringToStringVar(&check.names, "consignee", nil,
		"`OUTCOME=NAME` of the consignee of an order that is "+command.Alternatives(partnertest.Outcomes()))
	cmd.Flags().Lookup("consignee").DefValue = ""
	cmd.Flags().StringVar(&check.order, "order", "", "`FILE` of the order that is submitted, as `waybill rules test` reads it")
	return cmd
}

func (a *adapterCheck) run(cmd *cobra.Command, p command.Process, url string) error {
	a.adapter.BaseURL = url
	if wrong, ok := errors.AsType[*problem.FieldError](a.adapter.CheckURL()); ok {
		return command.Usagef("the URL %q: %s", a.adapter.BaseURL, wrong.Reason)
	}
	for outcome := range a.names {
		if !slices.Contains(partnertest.Outcomes(), outcome) {
			return command.Usagef("--consignee is about %q: want %s", outcome, command.Alternatives(partnertest.Outcomes()))
		}
	}
	secrets, err := readSecret(a.secretFile)
	order := partnertest.Order()
	if err == nil && a.order != "" {
		err = command.WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			read, err := readOrderFile(ctx, p, s, a.order)
			if len(read) > 0 {
				order = read[0]
			}
			return err
		})
	}
	adapter := partnertest.NewAdapter(protocol.Config{
		BaseURL: a.adapter.BaseURL, Secrets: secrets, PrivateNetwork: a.adapter.PrivateNetwork, Now: time.Now, Nonce: rand.Text,
	})
	defer adapter.Close()
	if err == nil {
		err = adapter.Reach(cmd.Context())
	}
	if err != nil {
		return err
	}
	results := each.Of(adapter.Cases(), func(c partnertest.Case) partnertest.Result {
		return c.Result(cmd.Context(), adapter, partnertest.Orders(order, a.names))
	})
	failed := slices.ContainsFunc(results, func(r partnertest.Result) bool { return r.Result == partnertest.Failed })
	return command.FailIf(failed, command.List(cmd, nil, results, resultFields, ""))
}
