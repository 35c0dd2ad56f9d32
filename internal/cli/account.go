package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newAccount(p Process) *cobra.Command {
	return newGroup("account", "Manage the accounts of shippers",
		`An account owns orders. Its secret keys (waybill key) let a shipper in; suspending
it answers all of them with 403 and keeps its data.`,
		newAccountCreate(p), newAccountList(p), newAccountUpdate(p),
		newAccountSwitch(p, "suspend", "Refuse an account's requests, keeping its data", (*masterdata.Store).SuspendAccount),
		newAccountSwitch(p, "resume", "Serve a suspended account again", (*masterdata.Store).ResumeAccount),
		newAccountLabels(p), newAccountLogo(p), newCustoms(p, customsOfAccount),
	)
}

// accountView is an account as printed.
type accountView struct {
	AccountID      int64      `json:"account_id"`
	Name           string     `json:"name"`
	TrackingPrefix string     `json:"tracking_prefix"`
	RateLimit      int        `json:"rate_limit"` // 0: the server's default
	RateBurst      int        `json:"rate_burst"`
	Demo           bool       `json:"demo"`
	Operator       bool       `json:"operator"`
	SuspendedOn    *time.Time `json:"suspended_on"`
	CreatedOn      time.Time  `json:"created_on"`
}

func viewAccount(a masterdata.Account) accountView {
	return accountView{
		AccountID: a.AccountID, Name: a.Name,
		TrackingPrefix: cmp.Or(a.TrackingPrefix, shipment.DefaultTrackingPrefix),
		RateLimit:      a.RateLimit, RateBurst: a.RateBurst, Demo: a.Demo, Operator: a.Operator,
		SuspendedOn: orNull(a.SuspendedOn), CreatedOn: a.CreatedOn,
	}
}

var accountColumns = []column[accountView]{
	{"ACCOUNT", func(a accountView) string { return strconv.FormatInt(a.AccountID, 10) }},
	{"NAME", func(a accountView) string { return a.Name }},
	{"PREFIX", func(a accountView) string { return a.TrackingPrefix }},
	{"RATE", func(a accountView) string {
		if a.RateLimit == 0 {
			return "default"
		}
		return fmt.Sprintf("%d/s, burst %d", a.RateLimit, a.RateBurst)
	}},
	{"OPERATOR", func(a accountView) string { return yesNo(a.Operator) }},
	{"STATE", func(a accountView) string {
		switch {
		case a.SuspendedOn != nil:
			return "suspended"
		case a.Demo:
			return "demo"
		}
		return "live"
	}},
	{"CREATED", func(a accountView) string { return minute(&a.CreatedOn) }},
}

func newAccountCreate(p Process) *cobra.Command {
	var account masterdata.Account
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Create an account",
		Example: `  waybill account create "Acme Exports"
  waybill account create "Acme Exports" --tracking-prefix AX --rate-limit 200
  waybill account create "Depot scanners" --operator`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			account.Name = args[0]
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				return createAccount(ctx, cmd, s, account)
			})
		},
	}
	cmd.Flags().StringVar(&account.TrackingPrefix, "tracking-prefix", "",
		"`LETTERS` that its tracking numbers start with, 2 to 4 capitals (default WB)")
	cmd.Flags().IntVar(&account.RateLimit, "rate-limit", 0, "`REQUESTS` a second for each of its keys; 0 is the server's default")
	cmd.Flags().IntVar(&account.RateBurst, "rate-burst", 0, "`REQUESTS` at once; 0 is twice the rate limit")
	cmd.Flags().BoolVar(&account.Operator, "operator", false, "let it report on the orders of all accounts")
	addJSONFlag(cmd)
	return cmd
}

func createAccount(ctx context.Context, cmd *cobra.Command, s *store.Store, account masterdata.Account) error {
	created, err := s.MasterData.CreateAccount(ctx, account)
	if errors.Is(err, store.ErrNameTaken) {
		return fmt.Errorf("there is an account named %q already: choose another name", account.Name)
	}
	if errors.Is(err, masterdata.ErrPrefixTaken) {
		return fmt.Errorf("--tracking-prefix %s: a shipper has brought a tracking number that could be issued with it: choose another "+
			"prefix", account.TrackingPrefix)
	}
	if err != nil {
		return err
	}
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), viewAccount(created))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Created account %d, %q. `waybill key create --account %d` makes a secret key for it.\n",
		created.AccountID, created.Name, created.AccountID)
	return nil
}

func newAccountList(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the accounts",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				accounts, err := s.MasterData.Accounts(ctx)
				if err != nil {
					return err
				}
				return list(cmd, mapped(accounts, viewAccount), accountColumns,
					"There are no accounts: `waybill account create NAME` makes one.")
			})
		},
	}
	addJSONFlag(cmd)
	return cmd
}

// newAccountSwitch makes a command that changes one account and says so.
func newAccountSwitch(p Process, name, short string, change func(*masterdata.Store, context.Context, int64) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " ACCOUNT",
		Short:   short,
		Example: "  waybill account " + name + " 7",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return changeByID(cmd, p, args[0], "account", name, change)
		},
	}
}

// changeByID calls a method of the store with the id in an argument, and prints the result.
func changeByID(cmd *cobra.Command, p Process, arg, thing, verb string,
	change func(*masterdata.Store, context.Context, int64) error,
) error {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return usagef("%s id %q is not a number: `waybill %s list` shows the ids", thing, arg, thing)
	}
	return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
		err := change(s.MasterData, ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no %s %d: `waybill %s list` shows them", thing, id, thing)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s %d: %s\n", thing, id, done[verb])
		return nil
	})
}

// checkFields makes what is wrong with a setting an error of usage that names the flag.
func checkFields(err error) error {
	field, ok := errors.AsType[*masterdata.FieldError](err)
	switch {
	case !ok:
		return err
	case field.Field == "name":
		return usagef("the name %s", field.Problem)
	case field.Field == "partner":
		return fmt.Errorf("the partner %s: `waybill partner list` shows them; without --partner the service is in house", field.Problem)
	}
	return usagef("--%s %s", strings.ReplaceAll(field.Field, "_", "-"), field.Problem)
}

// done is the past form of a verb.
var done = map[string]string{
	"suspend": "suspended",
	"resume":  "resumed",
	"revoke":  "revoked",
	"disable": "disabled",
	"enable":  "enabled",
	"unlink":  "the link to the identity provider is removed",
}

// mapped applies view to each value.
func mapped[T, V any](values []T, view func(T) V) []V {
	views := make([]V, len(values))
	for i, value := range values {
		views[i] = view(value)
	}
	return views
}

// accountID reads the id of an account that a command takes.
func accountID(arg string) (int64, error) {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return 0, usagef("account id %q is not a number: `waybill account list` shows the ids", arg)
	}
	return id, nil
}
