package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newPartnerUpdate(p Process) *cobra.Command {
	var given masterdata.Partner
	var newSecret bool
	var overlap time.Duration
	cmd := &cobra.Command{
		Use:   "update PARTNER",
		Short: "Change the URL, the limits or the secret of a partner",
		Long: `Changes what the flags name. The calls of a running server follow within ten seconds. With
--new-secret the partner gets a new secret, which is shown once. During --overlap Waybill signs
with both secrets and accepts both.`,
		Example: `  waybill partner update acme --concurrency 16 --timeout 20s
  waybill partner update acme --url https://new-adapter.example.com/waybill
  waybill partner update acme --new-secret --overlap 24h`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			limits := anyGiven(cmd, "url", "concurrency", "timeout", "allow-private-network")
			switch {
			case newSecret && limits:
				return usagef("change the secret and the rest one after the other: --new-secret goes with --overlap and --json only")
			case !newSecret && anyGiven(cmd, "overlap"):
				return usagef("--overlap is of --new-secret")
			case newSecret:
				return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
					return rotatePartner(ctx, cmd, s, args[0], overlap)
				})
			case !limits:
				return usagef("nothing to change: give --url, --concurrency, --timeout, --allow-private-network or --new-secret")
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				changed, err := s.MasterData.UpdatePartner(ctx, args[0], func(partner *masterdata.Partner) error {
					changePartner(cmd, given, partner)
					return nil
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
	cmd.Flags().BoolVar(&newSecret, "new-secret", false, "give it a new secret, and show it once")
	cmd.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "`TIME` for which the old secret is valid too, 0 for one that was stolen")
	return cmd
}

func rotatePartner(ctx context.Context, cmd *cobra.Command, s *store.Store, name string, overlap time.Duration) error {
	changed, secret, err := s.MasterData.RotatePartnerSecret(ctx, name, overlap)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no partner %q: `waybill partner list` shows them", name)
	}
	if err != nil {
		return err
	}
	if wantsJSON(cmd) {
		view := viewPartner(changed)
		view.Secret = secret
		return printJSON(cmd.OutOrStdout(), view)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The new secret of partner %q:\n\n  %s\n\nKeep it now: it is not shown again. ", name, secret)
	if overlap == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "The old one is not valid any more. A running server follows within ten seconds.")
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The old one is valid too until %s: give the new one to the adapter before.\n",
		minute(&changed.OldSecretUntil))
	return nil
}

// changePartner sets what the flags name.
func changePartner(cmd *cobra.Command, given masterdata.Partner, partner *masterdata.Partner) {
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
