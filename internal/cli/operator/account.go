package operator

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/report"
)

func newAccount(p command.Process) *cobra.Command {
	return commands.Group("account",
		newAccountCreate(p),
		command.NewList(p, commands.Of("account list"), accountFields,
			"There are no accounts: `waybill account create NAME` makes one.",
			func(ctx context.Context, s *store.Store) ([]masterdata.Account, error) {
				return s.MasterData.Accounts(ctx)
			}),
		newAccountUpdate(p), newAccountUsage(p),
		command.NewSwitch(p, commands.Of("account suspend ACCOUNT"), command.Accounts, (*masterdata.Store).SuspendAccount),
		command.NewSwitch(p, commands.Of("account resume ACCOUNT"), command.Accounts, (*masterdata.Store).ResumeAccount),
		newAccountSettings(p), newAccountLabels(p), newAccountLogo(p), newCustoms(p, customsOfAccount),
	)
}

var accountFields = command.Columns(`ACCOUNT account_id, NAME name, PREFIX tracking_prefix, RATE rate_limit, rate_burst, demo,
	erase_after_days, delete_after_days, OPERATOR operator, STATE suspended_on, CREATED created_on`,
	command.Value("tracking_prefix", func(a masterdata.Account) any {
		return cmp.Or(a.TrackingPrefix, shipment.DefaultTrackingPrefix)
	}),
	command.Value("rate_limit", func(a masterdata.Account) any { // 0: the server's default
		if a.RateLimit == 0 {
			return command.ShownAs(0, "default")
		}
		return command.ShownAs(a.RateLimit, fmt.Sprintf("%d/s, burst %d", a.RateLimit, a.RateBurst))
	}),
	command.Value("suspended_on", func(a masterdata.Account) any {
		switch {
		case !a.SuspendedOn.IsZero():
			return command.ShownAs(a.SuspendedOn, "suspended")
		case a.Demo:
			return command.ShownAs(nil, "demo")
		}
		return command.ShownAs(nil, "live")
	}),
)

func newAccountUsage(p command.Process) *cobra.Command {
	months := 12
	cmd := command.NewList(p, commands.Of("account usage"), usageFields, "There are no accounts: `waybill account create NAME` makes one.",
		func(ctx context.Context, s *store.Store) ([]report.Use, error) {
			const most = 120
			if months < 1 || months > most {
				return nil, command.Usagef("--months is %d: want 1 to %d", months, most)
			}
			return report.Reader{Store: s}.Use(ctx, report.Months(s.DB.Now(), months))
		})
	cmd.Flags().IntVar(&months, "months", months, "`NUMBER` of months, with this one")
	return cmd
}

var usageFields = command.Columns("ACCOUNT account_id, NAME name=Account, MONTH month, ORDERS orders",
	command.Value("month", func(u report.Use) any { return u.Month.Format(report.MonthFormat) }),
)

// bindAccount makes the flags that create and update have.
func bindAccount(flags *pflag.FlagSet, a *masterdata.Account) {
	flags.IntVar(&a.RateLimit, "rate-limit", a.RateLimit, "`REQUESTS` a second for each of its keys; 0 is the server's default")
	flags.IntVar(&a.RateBurst, "rate-burst", a.RateBurst, "`REQUESTS` at once; 0 is twice the rate limit")
	flags.IntVar(&a.EraseAfterDays, "erase-after-days", a.EraseAfterDays,
		"erase personal data of orders that have ended, so many `DAYS` after their last change; 0 is never")
	flags.IntVar(&a.DeleteAfterDays, "delete-after-days", a.DeleteAfterDays,
		"delete orders that have ended, so many `DAYS` after their last change; 0 is never")
	flags.BoolVar(&a.Operator, "operator", a.Operator, "let it report on the orders of all accounts")
}

func newAccountCreate(p command.Process) *cobra.Command {
	var account masterdata.Account
	cmd := commands.New("account create NAME",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			account.Name = args[0]
			created, err := s.MasterData.CreateAccount(ctx, account)
			err = command.Explain(err, accountNameTaken(account.Name),
				command.Becausef(masterdata.ErrPrefixTaken, "--tracking-prefix %s: a shipper has sent a tracking number that could be "+
					"issued with it: choose another prefix", account.TrackingPrefix))
			return command.Say(cmd, err, created, accountFields,
				"Created account %d, %q. `waybill key create --account %d` makes a secret key for it.\n",
				created.AccountID, created.Name, created.AccountID)
		}))
	cmd.Flags().StringVar(&account.TrackingPrefix, "tracking-prefix", "",
		"`LETTERS` that its tracking numbers start with, 2 to 4 capitals (default WB)")
	bindAccount(cmd.Flags(), &account)
	return command.WithJSON(cmd)
}

func accountNameTaken(name string) command.Because {
	return command.Becausef(store.ErrNameTaken, "there is an account named %q already: choose another name", name)
}

func newAccountUpdate(p command.Process) *cobra.Command {
	bind := command.Binder[masterdata.Account](func(flags *pflag.FlagSet, a *masterdata.Account) {
		flags.StringVar(&a.Name, "name", a.Name, "new `NAME`")
		bindAccount(flags, a)
	})
	cmd := commands.New("account update ACCOUNT",
		command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
			if !bind.Given(cmd) {
				return command.NothingToChange(bind.Names())
			}
			var name string
			changed, err := s.MasterData.UpdateAccount(ctx, id, func(a *masterdata.Account) error {
				if cmd.Flags().Changed("rate-limit") {
					a.RateBurst = 0 // twice the new limit, if no flag says more
				}
				err := bind.Set(cmd, a)
				name = strings.TrimSpace(a.Name)
				return err
			})
			return command.Show(cmd, command.Explain(err, accountNameTaken(name)), changed, accountFields)
		}))
	cmd.Flags().SortFlags = false
	bind(cmd.Flags(), new(masterdata.Account))
	return command.WithJSON(cmd)
}
