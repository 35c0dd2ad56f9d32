package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newService(p Process) *cobra.Command {
	return newGroup("service", "Manage the services on offer",
		`A service is a lane from one country to another, which shippers order by its id. A service
without a partner is fulfilled in house: its labels are ready at once.`,
		newServiceCreate(p), newServiceList(p), newServiceUpdate(p), newCustoms(p, customsOfService),
		newServiceSwitch(p, "disable", "Take no more orders for a service", (*masterdata.Store).DisableService),
		newServiceSwitch(p, "enable", "Take orders for a service again", (*masterdata.Store).EnableService),
		newServiceRouting(p), newServiceMarks(p),
	)
}

// serviceView is a service as printed.
type serviceView struct {
	ServiceID   int64  `json:"service_id"`
	Name        string `json:"name"`
	Origin      string `json:"origin"`      // ISO alpha-2; "" is any country
	Destination string `json:"destination"` // the same
	Category    string `json:"category"`
	COD         bool   `json:"cod"`
	Partner     string `json:"partner"` // "" is in house
	Disabled    bool   `json:"disabled"`
}

func viewService(s shipment.Service) serviceView {
	return serviceView{
		ServiceID: s.ServiceID, Name: s.Name, Origin: string(s.Origin), Destination: string(s.Destination),
		Category: s.Category, COD: s.COD, Partner: s.Partner, Disabled: s.Disabled,
	}
}

var serviceColumns = []column[serviceView]{
	{"SERVICE", func(s serviceView) string { return strconv.FormatInt(s.ServiceID, 10) }},
	{"NAME", func(s serviceView) string { return s.Name }},
	{"FROM", func(s serviceView) string { return cmp.Or(s.Origin, "any") }},
	{"TO", func(s serviceView) string { return cmp.Or(s.Destination, "any") }},
	{"CATEGORY", func(s serviceView) string { return s.Category }},
	{"COD", func(s serviceView) string { return yesNo(s.COD) }},
	{"PARTNER", func(s serviceView) string { return cmp.Or(s.Partner, "in house") }},
	{"STATE", func(s serviceView) string {
		if s.Disabled {
			return "disabled"
		}
		return "live"
	}},
}

func newServiceCreate(p Process) *cobra.Command {
	var service shipment.Service
	var origin, destination string
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a service",
		Example: `  waybill service create "SG-ID Pickup" --from SG --to ID --cod
  waybill service create "HK-anywhere Drop-off" --from HK --category drop-off --id 40`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			service.Name = args[0]
			if err := readLane(&service, origin, destination); err != nil {
				return err
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				return createService(ctx, cmd, s, service)
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
	cmd.Flags().Int64Var(&service.ServiceID, "id", 0, "`ID` that shippers order it by; 0 is the next free one")
	addJSONFlag(cmd)
	return cmd
}

// readLane finds the countries of a service.
func readLane(s *shipment.Service, origin, destination string) error {
	var known bool
	if s.Origin, known = country(origin); !known {
		return usagef("--from is %q, which is not a country: want a code or a name, such as SG or Singapore", origin)
	}
	if s.Destination, known = country(destination); !known {
		return usagef("--to is %q, which is not a country: want a code or a name, such as ID or Indonesia", destination)
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

func createService(ctx context.Context, cmd *cobra.Command, s *store.Store, service shipment.Service) error {
	created, err := s.MasterData.CreateService(ctx, service)
	if errors.Is(err, store.ErrNameTaken) {
		return fmt.Errorf("service %d exists already: choose another --id, or none for the next free one", service.ServiceID)
	}
	if err != nil {
		return err
	}
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), viewService(created))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Created service %d, %q. A running server offers it within a second.\n", created.ServiceID, created.Name)
	return nil
}

func newServiceList(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the services",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				services, err := s.MasterData.Services(ctx)
				if err != nil {
					return err
				}
				return list(cmd, mapped(services, viewService), serviceColumns,
					"There are no services: `waybill service create NAME` makes one.")
			})
		},
	}
	addJSONFlag(cmd)
	return cmd
}

// newServiceSwitch makes a command that changes one service and says so.
func newServiceSwitch(p Process, name, short string, change func(*masterdata.Store, context.Context, int64) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " SERVICE",
		Short:   short,
		Example: "  waybill service " + name + " 4",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return changeByID(cmd, p, args[0], "service", name, change)
		},
	}
}
