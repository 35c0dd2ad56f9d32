package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newServiceUpdate(p Process) *cobra.Command {
	var given shipment.Service
	cmd := &cobra.Command{
		Use:   "update SERVICE",
		Short: "Change a service's name, partner or cash on delivery",
		Long: `Changes what the flags name. A running server follows within a second. Orders that exist keep their
partner. The lane cannot be changed: create another service.`,
		Example: `  waybill service update 4 --partner acme
  waybill service update 4 --partner ""          fulfil it in house
  waybill service update 4 --name "SG-ID Pickup" --cod=false`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := serviceID(args[0])
			if err != nil {
				return err
			}
			if !anyGiven(cmd, "name", "partner", "cod") {
				return usagef("nothing to change: give --name, --partner or --cod")
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				changed, err := s.MasterData.UpdateService(ctx, id, func(sv *shipment.Service) error {
					changeService(cmd, given, sv)
					return nil
				})
				switch {
				case errors.Is(err, store.ErrNotFound):
					return noService(id)
				case err != nil:
					return err
				case wantsJSON(cmd):
					return printJSON(cmd.OutOrStdout(), viewService(changed))
				}
				return printTable(cmd.OutOrStdout(), []serviceView{viewService(changed)}, serviceColumns)
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&given.Name, "name", "", "new `NAME`")
	cmd.Flags().StringVar(&given.Partner, "partner", "", "`PARTNER` that fulfils its new orders; \"\" is in house")
	cmd.Flags().BoolVar(&given.COD, "cod", false, "offer cash on delivery")
	addJSONFlag(cmd)
	return cmd
}

// changeService sets what the flags name.
func changeService(cmd *cobra.Command, given shipment.Service, sv *shipment.Service) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "name":
			sv.Name = given.Name
		case "partner":
			sv.Partner = given.Partner
		case "cod":
			sv.COD = given.COD
		}
	})
}
