package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/store"
)

func newPartnerUpdate(p Process) *cobra.Command {
	var given store.Partner
	cmd := &cobra.Command{
		Use:   "update PARTNER",
		Short: "Change the URL or the limits of a partner",
		Long: `Changes what the flags name; the secret stays. The calls of a running server follow within ten
seconds.`,
		Example: `  waybill partner update acme --concurrency 16 --timeout 20s
  waybill partner update acme --url https://new-adapter.example.com/waybill`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !anyGiven(cmd, "url", "concurrency", "timeout", "allow-private-network") {
				return usagef("nothing to change: give --url, --concurrency, --timeout or --allow-private-network")
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				changed, err := s.UpdatePartner(ctx, args[0], func(partner *store.Partner) error {
					changePartner(cmd, given, partner)
					return checkPartner(*partner)
				})
				if errors.Is(err, store.ErrNotFound) {
					return fmt.Errorf("there is no partner %q: `waybill partner list` shows them", args[0])
				}
				if err != nil {
					return err
				}
				if wantsJSON(cmd) {
					return printJSON(cmd.OutOrStdout(), viewPartner(changed))
				}
				return printTable(cmd.OutOrStdout(), []partnerView{viewPartner(changed)}, partnerColumns)
			})
		},
	}
	bindPartner(cmd, &given)
	return cmd
}

// changePartner sets what the flags name.
func changePartner(cmd *cobra.Command, given store.Partner, partner *store.Partner) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "url":
			partner.BaseURL = given.BaseURL
		case "concurrency":
			partner.Concurrency = given.Concurrency
		case "timeout":
			partner.CallTimeout = given.CallTimeout
		case "allow-private-network":
			partner.PrivateNetwork = given.PrivateNetwork
		}
	})
}
