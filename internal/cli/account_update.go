package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newAccountUpdate(p Process) *cobra.Command {
	var given masterdata.Account
	cmd := &cobra.Command{
		Use:   "update ACCOUNT",
		Short: "Change an account's name, rate limit or rights",
		Long: `Changes what the flags name. A running server follows within a second. The prefix of tracking
numbers cannot be changed.`,
		Example: `  waybill account update 7 --rate-limit 200
  waybill account update 7 --rate-limit 0        back to the server's default
  waybill account update 7 --name "Acme Asia"`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := accountID(args[0])
			if err != nil {
				return err
			}
			if !anyGiven(cmd, "name", "rate-limit", "rate-burst", "operator") {
				return usagef("nothing to change: give --name, --rate-limit, --rate-burst or --operator")
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				changed, err := s.MasterData.UpdateAccount(ctx, id, func(a *masterdata.Account) error {
					changeAccount(cmd, given, a)
					return nil
				})
				switch {
				case errors.Is(err, store.ErrNotFound):
					return fmt.Errorf("there is no account %d: `waybill account list` shows them", id)
				case errors.Is(err, store.ErrNameTaken):
					return fmt.Errorf("there is an account named %q already: choose another name", strings.TrimSpace(given.Name))
				case err != nil:
					return err
				case wantsJSON(cmd):
					return printJSON(cmd.OutOrStdout(), viewAccount(changed))
				}
				return printTable(cmd.OutOrStdout(), []accountView{viewAccount(changed)}, accountColumns)
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&given.Name, "name", "", "new `NAME`")
	cmd.Flags().IntVar(&given.RateLimit, "rate-limit", 0, "`REQUESTS` a second for each of its keys; 0 is the server's default")
	cmd.Flags().IntVar(&given.RateBurst, "rate-burst", 0, "`REQUESTS` at once; 0 is twice the rate limit")
	cmd.Flags().BoolVar(&given.Operator, "operator", false, "let it report on the orders of all accounts")
	addJSONFlag(cmd)
	return cmd
}

// anyGiven reports whether one of the flags was given.
func anyGiven(cmd *cobra.Command, names ...string) bool {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// changeAccount sets what the flags name. A new rate limit without a burst has twice itself as its burst.
func changeAccount(cmd *cobra.Command, given masterdata.Account, a *masterdata.Account) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "name":
			a.Name = given.Name
		case "rate-limit":
			a.RateLimit, a.RateBurst = given.RateLimit, given.RateBurst
		case "rate-burst":
			a.RateBurst = given.RateBurst
		case "operator":
			a.Operator = given.Operator
		}
	})
}
