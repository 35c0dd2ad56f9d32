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
	cmd := command.WithJSON(commands.New("partner check URL --secret-file FILE",
		func(cmd *cobra.Command, args []string) error { return check.run(cmd, p, args[0]) }))
	command.Flags(cmd, "secret-file", &check.secretFile, "allow-private-network", &check.adapter.PrivateNetwork)
	cmd.Flags().StringToStringVar(&check.names, "consignee", nil,
		"`OUTCOME=NAME` of the consignee of an order that is "+command.Alternatives(partnertest.Outcomes()))
	cmd.Flags().Lookup("consignee").DefValue = ""
	return command.Flags(cmd, "order", &check.order)
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
