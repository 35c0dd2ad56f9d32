package operator

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

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
	return command.Flags(cmd, "months", &months)
}

var usageFields = command.Columns("ACCOUNT account_id, NAME name=Account, MONTH month, ORDERS orders",
	command.Value("month", func(u report.Use) any { return u.Month.Format(report.MonthFormat) }),
)

// accountFlags are the flags that create and update have.
func accountFlags(a *masterdata.Account) []any {
	return []any{
		"rate-limit", &a.RateLimit, "rate-burst", &a.RateBurst, "erase-after-days", &a.EraseAfterDays,
		"delete-after-days", &a.DeleteAfterDays, "operator", &a.Operator,
	}
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
	return command.WithJSON(command.Flags(cmd, append([]any{"tracking-prefix", &account.TrackingPrefix}, accountFlags(&account)...)...))
}

func accountNameTaken(name string) command.Because {
	return command.Becausef(store.ErrNameTaken, "there is an account named %q already: choose another name", name)
}

func newAccountUpdate(p command.Process) *cobra.Command {
	bind := command.Binder[masterdata.Account](func(a *masterdata.Account) []any {
		return append([]any{"name", &a.Name}, accountFlags(a)...)
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
	return command.WithJSON(command.Flags(cmd, bind(new(masterdata.Account))...))
}
