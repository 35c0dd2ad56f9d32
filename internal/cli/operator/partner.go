package operator

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newPartner(p command.Process) *cobra.Command {
	return commands.Group("partner",
		newPartnerCreate(p),
		command.NewList(p, commands.Of("partner list"), partnerFields,
			"There are no partners: `waybill partner create NAME --url URL` makes one.",
			func(ctx context.Context, s *store.Store) ([]masterdata.Partner, error) {
				return s.MasterData.Partners(ctx)
			}),
		newPartnerUpdate(p),
		newPartnerSwitch(p, "partner disable PARTNER", (*masterdata.Store).DisablePartner),
		newPartnerSwitch(p, "partner enable PARTNER", (*masterdata.Store).EnablePartner),
		newPartnerCheck(p),
		newPartnerSimulate(p),
	)
}

var partnerFields = command.Columns(`PARTNER name, URL base_url, CALLS concurrency, TIMEOUT timeout, PRIVATE private_network,
	STATE disabled, created_on, old_secret_until`,
	command.Value("concurrency", func(p masterdata.Partner) any {
		return command.ShownAs(p.Concurrency, fmt.Sprintf("%d at once", p.Concurrency))
	}),
	command.Value("timeout", func(p masterdata.Partner) any { return p.CallTimeout.String() }),
	command.Value("disabled", func(p masterdata.Partner) any { return liveOrDisabled(!p.DisabledOn.IsZero()) }),
)

func newPartnerCreate(p command.Process) *cobra.Command {
	partner := partnerDefaults
	cmd := commands.New("partner create NAME --url URL",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			partner.Name = args[0]
			created, secret, err := s.MasterData.CreatePartner(ctx, partner)
			err = command.Explain(err, command.Becausef(store.ErrNameTaken,
				"there is a partner named %q already: choose another name", partner.Name))
			return command.Say(cmd, err, created, command.With(partnerFields, "secret", secret),
				"Created partner %q. Its adapter and Waybill sign with this "+
					"secret:\n\n  %s\n\nKeep it now: it is not shown again. `waybill service create --partner %s` makes a service of it. A running "+
					"server knows the partner within ten seconds.\n", created.Name, secret, created.Name)
		}))
	return command.WithJSON(command.Flags(cmd, partnerFlags(&partner)...))
}

// partnerDefaults are the settings of a partner for which no flag is given.
var partnerDefaults = masterdata.Partner{Concurrency: shipment.PartnerConcurrency, CallTimeout: shipment.PartnerTimeout}

// partnerFlags are the flags of a partner's settings.
func partnerFlags(partner *masterdata.Partner) []any {
	return []any{
		"url", &partner.BaseURL, "concurrency", &partner.Concurrency, "timeout", &partner.CallTimeout,
		"allow-private-network", &partner.PrivateNetwork,
	}
}

// newPartnerSwitch makes a command that changes one partner and says so.
func newPartnerSwitch(p command.Process, usage string, change func(*masterdata.Store, context.Context, string) error) *cobra.Command {
	return commands.New(usage, command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		err := change(s.MasterData, ctx, args[0])
		return command.Confirm(cmd, command.Explain(err, noPartner(args[0])),
			"partner %s: %s. The calls of a running server follow within ten seconds.\n", args[0], command.Done[cmd.Name()])
	}))
}

func noPartner(name string) command.Because {
	return command.Partners.NotFound(strconv.Quote(name))
}
