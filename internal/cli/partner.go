package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newPartner(p Process) *cobra.Command {
	return newGroup("partner", "Manage the partners that are reached through an adapter",
		`A partner fulfils orders. An adapter, which the operator runs, translates between the partner
protocol and the partner's own API. Services name the partner that fulfils them. A running
server follows changes within ten seconds.`,
		newPartnerCreate(p), newPartnerList(p), newPartnerUpdate(p),
		newPartnerSwitch(p, "disable", "Stop calling a partner, and refuse what it sends", (*masterdata.Store).DisablePartner),
		newPartnerSwitch(p, "enable", "Call a partner again", (*masterdata.Store).EnablePartner),
		newPartnerSimulate(p),
	)
}

// partnerView is a partner as printed.
type partnerView struct {
	Name           string     `json:"name"`
	BaseURL        string     `json:"base_url"`
	Concurrency    int        `json:"concurrency"`
	Timeout        string     `json:"timeout"`
	PrivateNetwork bool       `json:"private_network"`
	Disabled       bool       `json:"disabled"`
	CreatedOn      time.Time  `json:"created_on"`
	OldSecretUntil *time.Time `json:"old_secret_until"`
	Secret         string     `json:"secret,omitempty"` // when created or changed
}

func viewPartner(p masterdata.Partner) partnerView {
	return partnerView{
		Name: p.Name, BaseURL: p.BaseURL, Concurrency: p.Concurrency, Timeout: p.CallTimeout.String(),
		PrivateNetwork: p.PrivateNetwork, Disabled: !p.DisabledOn.IsZero(), CreatedOn: p.CreatedOn,
		OldSecretUntil: orNull(p.OldSecretUntil),
	}
}

var partnerColumns = []column[partnerView]{
	{"PARTNER", func(p partnerView) string { return p.Name }},
	{"URL", func(p partnerView) string { return p.BaseURL }},
	{"CALLS", func(p partnerView) string { return strconv.Itoa(p.Concurrency) + " at once" }},
	{"TIMEOUT", func(p partnerView) string { return p.Timeout }},
	{"PRIVATE", func(p partnerView) string { return yesNo(p.PrivateNetwork) }},
	{"STATE", func(p partnerView) string {
		if p.Disabled {
			return "disabled"
		}
		return "live"
	}},
}

func newPartnerCreate(p Process) *cobra.Command {
	var partner masterdata.Partner
	cmd := &cobra.Command{
		Use:   "create NAME --url URL",
		Short: "Create a partner, and show its secret once",
		Example: `  waybill partner create acme --url https://acme-adapter.example.com/waybill
  waybill partner create acme --url http://10.0.0.7:9000 --allow-private-network --concurrency 4`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			partner.Name = args[0]
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				return createPartner(ctx, cmd, s, partner)
			})
		},
	}
	bindPartner(cmd, &partner)
	return cmd
}

// bindPartner makes the flags of a partner's settings.
func bindPartner(cmd *cobra.Command, partner *masterdata.Partner) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&partner.BaseURL, "url", "", "`URL` of its adapter")
	cmd.Flags().IntVar(&partner.Concurrency, "concurrency", 8, "`CALLS` at once, at most")
	cmd.Flags().DurationVar(&partner.CallTimeout, "timeout", 10*time.Second, "`TIME` that one call may take")
	cmd.Flags().BoolVar(&partner.PrivateNetwork, "allow-private-network", false,
		"let the adapter have an address in a private network, and no TLS")
	addJSONFlag(cmd)
}

func createPartner(ctx context.Context, cmd *cobra.Command, s *store.Store, partner masterdata.Partner) error {
	created, secret, err := s.MasterData.CreatePartner(ctx, partner)
	if errors.Is(err, store.ErrNameTaken) {
		return fmt.Errorf("there is a partner named %q already: choose another name", partner.Name)
	}
	if err != nil {
		return err
	}
	if wantsJSON(cmd) {
		view := viewPartner(created)
		view.Secret = secret
		return printJSON(cmd.OutOrStdout(), view)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Created partner %q. Its adapter and Waybill sign with this secret:\n\n  %s\n\nKeep it now: it is "+
		"not shown again. `waybill service create --partner %s` makes a service of it. A running server knows the partner within ten seconds.\n",
		created.Name, secret, created.Name)
	return nil
}

func newPartnerList(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the partners, without their secrets",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				partners, err := s.MasterData.Partners(ctx)
				if err != nil {
					return err
				}
				return list(cmd, mapped(partners, viewPartner), partnerColumns,
					"There are no partners: `waybill partner create NAME --url URL` makes one.")
			})
		},
	}
	addJSONFlag(cmd)
	return cmd
}

// newPartnerSwitch makes a command that changes one partner and says so.
func newPartnerSwitch(p Process, name, short string, change func(*masterdata.Store, context.Context, string) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " PARTNER",
		Short:   short,
		Example: "  waybill partner " + name + " acme",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				err := change(s.MasterData, ctx, args[0])
				if errors.Is(err, store.ErrNotFound) {
					return fmt.Errorf("there is no partner %q: `waybill partner list` shows them", args[0])
				}
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "partner %s: %s. The calls of a running server follow within ten seconds.\n", args[0], done[name])
				return nil
			})
		},
	}
}
