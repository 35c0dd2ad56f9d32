package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// customsOwner is a kind of resource that states facts for customs: accounts or services.
type customsOwner struct {
	command.Resource
	read   func(*masterdata.Store, context.Context, int64) (shipment.Customs, error)
	update func(*masterdata.Store, context.Context, int64, func(shipment.Customs) error) (shipment.Customs, error)
}

var (
	customsOfAccount = customsOwner{
		command.Accounts, (*masterdata.Store).AccountCustoms, (*masterdata.Store).UpdateAccountCustoms,
	}
	customsOfService = customsOwner{
		command.Services, (*masterdata.Store).ServiceCustoms, (*masterdata.Store).UpdateServiceCustoms,
	}
)

func newCustoms(p command.Process, of customsOwner) *cobra.Command {
	var help strings.Builder
	for _, s := range masterdata.CustomsSettings() {
		value := strings.Join(s.Choices, ", ")
		if value != "" {
			value = " (" + value + ")"
		}
		fmt.Fprintf(&help, "\n  %s\n      %s%s", s.Name, s.About, value)
	}
	return command.WithJSON(&cobra.Command{
		Use:   "customs " + strings.ToUpper(of.Name) + " [NAME=VALUE]...",
		Short: "Show or change what the " + of.Name + " states for customs",
		Long: `Partners such as EasyPost declare parcels to customs. What an order does not say comes from its account, or else
from its service; what nobody states is not declared. NAME= removes a fact. Running servers use a change at once.
` + help.String(),
		Example: fmt.Sprintf(`  waybill %[1]s customs 7
  waybill %[1]s customs 7 contents_type=merchandise restriction_type=none origin_country=SG
  waybill %[1]s customs 7 customs_signer="Ann Lee" customs_certify=yes`, of.Name),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Usagef("%s takes the id of the %s: `waybill %s list` shows the ids", cmd.CommandPath(), of.Name, of.Command)
			}
			return nil
		},
		RunE: of.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error {
			facts, err := of.change(ctx, s, id, args)
			if err != nil || command.WantsJSON(cmd) {
				return command.Say(cmd, err, facts, nil, "")
			}
			return command.PrintTable(cmd.OutOrStdout(), masterdata.CustomsSettings(), []command.Field[masterdata.CustomsSetting]{
				command.Of("FACT", "", func(s masterdata.CustomsSetting) any { return s.Name }),
				command.Of("STATED", "", func(s masterdata.CustomsSetting) any { return command.Dash(facts[s.Name]) }),
			})
		}),
	})
}

// change sets what the arguments name, and returns all facts.
func (of customsOwner) change(ctx context.Context, s *store.Store, id int64, args []string) (shipment.Customs, error) {
	if len(args) == 0 {
		return of.read(s.MasterData, ctx, id)
	}
	facts, err := of.update(s.MasterData, ctx, id, func(facts shipment.Customs) error {
		for _, arg := range args {
			name, value, hasValue := strings.Cut(arg, "=")
			if !hasValue {
				return command.Usagef("%q is not NAME=VALUE", arg)
			}
			if err := masterdata.SetCustoms(facts, name, value); err != nil {
				return err
			}
		}
		return nil
	})
	if wrong, ok := errors.AsType[*problem.FieldError](err); ok {
		err = command.Usagef("%s", wrong)
	}
	return facts, err
}
