package operator

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newServiceRouting(p command.Process) *cobra.Command {
	return commands.Group("service routing",
		newRoutingImport(p), newRoutingSet(p), newRoutingShow(p))
}

func newRoutingImport(p command.Process) *cobra.Command {
	cmd := commands.New("service routing import SERVICE FILE",
		command.Services.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error {
			routing, err := readRoutes(p, args[0])
			if err != nil {
				return err
			}
			err = s.MasterData.UpdateServiceLabels(ctx, id, func(l *shipment.ServiceLabels) error {
				l.Routing = routing
				return nil
			})
			return command.Confirm(cmd, err, "Service %d has %d routes. A running server follows within a second.\n", id, len(routing))
		}))
	cmd.Long = fmt.Sprintf(cmd.Long, shipment.MaxRoutes)
	return cmd
}

func newRoutingSet(p command.Process) *cobra.Command {
	var route shipment.Route
	cmd := commands.New("service routing set SERVICE PREFIX",
		command.Services.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error {
			route.Prefix = args[0]
			key, routes := shipment.PostalKey(args[0]), 0
			err := s.MasterData.UpdateServiceLabels(ctx, id, func(l *shipment.ServiceLabels) (err error) {
				others := slices.DeleteFunc(slices.Clone(l.Routing), func(r shipment.Route) bool { return r.Prefix == key })
				if route.Hub != "" || route.SortCode != "" {
					others = append(others, route)
				} else if len(others) == len(l.Routing) {
					return command.Usagef("service %d has no route of %q: give --hub or --sort-code to make one", id, key)
				}
				l.Routing, err = shipment.NewRouting(others)
				routes = len(l.Routing)
				return err
			})
			return command.Confirm(cmd, err, "Service %d has %d routes. A running server follows within a second.\n", id, routes)
		}))
	return command.Flags(cmd, "hub", &route.Hub, "sort-code", &route.SortCode)
}

var routeFields = command.Columns[shipment.Route]("PREFIX, HUB, SORT CODE")

func newRoutingShow(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("service routing show SERVICE",
		command.Services.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
			if _, err := s.MasterData.Service(ctx, id); err != nil {
				return err
			}
			labels, err := s.MasterData.ServiceLabels(ctx, id)
			return command.List(cmd, err, labels.Routing, routeFields,
				fmt.Sprintf("Service %d has no routes: `waybill service routing import %d FILE` sets them.", id, id))
		})))
}

// maxRoutesFile is the most bytes of a file of routes.
const maxRoutesFile = 1 << 20

// readRoutes reads a file of routes.
func readRoutes(p command.Process, path string) ([]shipment.Route, error) {
	text, err := command.ReadInput(p, path)
	if err != nil {
		return nil, fmt.Errorf("read the routes: %w", err)
	}
	if len(text) > maxRoutesFile {
		return nil, fmt.Errorf("%s has more than 1 MiB: a routing table is smaller", path)
	}
	routes, err := shipment.ParseRoutes(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return routes, nil
}
