package operator

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newService(p command.Process) *cobra.Command {
	return command.NewGroup("service", "Manage the services on offer",
		`A service is a lane from one country to another, which shippers order by its id. A service
without a partner is fulfilled in house: its labels are ready at once.`,
		newServiceCreate(p),
		command.NewList(p, &cobra.Command{Use: "list", Short: "List the services"}, serviceFields,
			"There are no services: `waybill service create NAME` makes one.",
			func(ctx context.Context, s *store.Store) ([]shipment.Service, error) {
				return s.MasterData.Services(ctx)
			}),
		newServiceUpdate(p), newCustoms(p, customsOfService),
		command.NewSwitch(p, command.Services, "disable", "Take no more orders for a service", "4", (*masterdata.Store).DisableService),
		command.NewSwitch(p, command.Services, "enable", "Take orders for a service again", "4", (*masterdata.Store).EnableService),
		newServiceRouting(p), newServiceMarks(p),
	)
}

// serviceFields have "" in their JSON for any country and for a service in house.
var serviceFields = []command.Field[shipment.Service]{
	command.Of("SERVICE", "service_id", func(s shipment.Service) any { return s.ServiceID }),
	command.Of("NAME", "name", func(s shipment.Service) any { return s.Name }),
	command.Of("FROM", "origin", func(s shipment.Service) any { return command.ShownAs(s.Origin, cmp.Or(string(s.Origin), "any")) }),
	command.Of("TO", "destination", func(s shipment.Service) any {
		return command.ShownAs(s.Destination, cmp.Or(string(s.Destination), "any"))
	}),
	command.Of("CATEGORY", "category", func(s shipment.Service) any { return s.Category }),
	command.Of("COD", "cod", func(s shipment.Service) any { return s.COD }),
	command.Of("PARTNER", "partner", func(s shipment.Service) any { return command.ShownAs(s.Partner, cmp.Or(s.Partner, "in house")) }),
	command.Of("MISSING CUSTOMS", "missing_customs", func(s shipment.Service) any { return s.MissingCustoms() }),
	command.Of("STATE", "disabled", func(s shipment.Service) any { return liveOrDisabled(s.Disabled) }),
}

// liveOrDisabled is the text of the column STATE.
func liveOrDisabled(disabled bool) any {
	if disabled {
		return command.ShownAs(disabled, "disabled")
	}
	return command.ShownAs(disabled, "live")
}

func newServiceCreate(p command.Process) *cobra.Command {
	var service shipment.Service
	var origin, destination string
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a service",
		Example: `  waybill service create "SG-ID Pickup" --from SG --to ID --cod
  waybill service create "HK-anywhere Drop-off" --from HK --category drop-off --id 40`,
		RunE: func(cmd *cobra.Command, args []string) error {
			service.Name = args[0]
			if err := readLane(&service, origin, destination); err != nil {
				return err
			}
			return command.WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				created, err := s.MasterData.CreateService(ctx, service)
				err = command.Explain(err, command.Becausef(store.ErrNameTaken,
					"service %d exists already: choose another --id, or none for the next free one", service.ServiceID))
				return command.Say(cmd, err, created, serviceFields, "Created service %d, %q. A running server offers it within a second.\n",
					created.ServiceID, created.Name)
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&origin, "from", "", "`COUNTRY` of pickup, by code or name; default any")
	cmd.Flags().StringVar(&destination, "to", "", "`COUNTRY` of the consignee, by code or name; default any")
	cmd.Flags().StringVar(&service.Category, "category", shipment.CategoryPickup, "how a parcel starts: pickup or drop-off")
	cmd.Flags().BoolVar(&service.COD, "cod", false, "offer cash on delivery")
	cmd.Flags().StringVar(&service.Partner, "partner", "", "`PARTNER` that fulfils it, easypost, or in development simulated; default "+
		"in house")
	missingCustoms(cmd.Flags(), &service)
	cmd.Flags().Int64Var(&service.ServiceID, "id", 0, "`ID` that shippers order it by; 0 is the next free one")
	return command.WithJSON(cmd)
}

// missingCustoms adds the flag that says what happens to orders without facts for customs.
func missingCustoms(flags *pflag.FlagSet, s *shipment.Service) {
	flags.Var((*missingFlag)(s), "missing-customs", "`wait` to create orders without the facts for customs that the partner needs, and to "+
		"submit them when\nthe facts are stated; refuse to refuse them")
}

// missingFlag is the value of the flag missing-customs.
type missingFlag shipment.Service

func (f *missingFlag) String() string { return (*shipment.Service)(f).MissingCustoms() }
func (f *missingFlag) Type() string   { return "" }

func (f *missingFlag) Set(value string) error {
	if value != shipment.MissingWait && value != shipment.MissingRefuse {
		return fmt.Errorf("want %s or %s", shipment.MissingWait, shipment.MissingRefuse)
	}
	f.RefusesMissing = value == shipment.MissingRefuse
	return nil
}

// readLane finds the countries of a service.
func readLane(s *shipment.Service, origin, destination string) error {
	var known bool
	if s.Origin, known = country(origin); !known {
		return command.Usagef("--from is %q, which is not a country: want a code or a name, such as SG or Singapore", origin)
	}
	if s.Destination, known = country(destination); !known {
		return command.Usagef("--to is %q, which is not a country: want a code or a name, such as ID or Indonesia", destination)
	}
	return nil
}

// country finds a country; "" is any.
func country(name string) (shipment.Country, bool) {
	if name == "" {
		return "", true
	}
	return shipment.CountryByName(name)
}

func newServiceUpdate(p command.Process) *cobra.Command {
	return command.NewUpdate(p, command.Services, &cobra.Command{
		Use:   "update SERVICE",
		Short: "Change a service's name, partner, cash on delivery or missing customs",
		Long: `Changes what the flags name. A running server follows within a second. Orders that exist keep their
partner. The lane cannot be changed: create another service.`,
		Example: `  waybill service update 4 --partner acme
  waybill service update 4 --partner ""          fulfil it in house
  waybill service update 4 --name "SG-ID Pickup" --cod=false`,
	}, func(flags *pflag.FlagSet, s *shipment.Service) {
		flags.StringVar(&s.Name, "name", s.Name, "new `NAME`")
		flags.StringVar(&s.Partner, "partner", s.Partner, "`PARTNER` that fulfils its new orders; \"\" is in house")
		flags.BoolVar(&s.COD, "cod", s.COD, "offer cash on delivery")
		missingCustoms(flags, s)
	}, serviceFields, (*masterdata.Store).UpdateService)
}
