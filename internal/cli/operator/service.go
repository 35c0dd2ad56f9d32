package operator

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newService(p command.Process) *cobra.Command {
	return commands.Group("service",
		newServiceCreate(p),
		command.NewList(p, commands.Of("service list"), serviceFields,
			"There are no services: `waybill service create NAME` makes one.",
			func(ctx context.Context, s *store.Store) ([]shipment.Service, error) {
				return s.MasterData.Services(ctx)
			}),
		newServiceUpdate(p), newCustoms(p, customsOfService),
		command.NewSwitch(p, commands.Of("service disable SERVICE"), command.Services, (*masterdata.Store).DisableService),
		command.NewSwitch(p, commands.Of("service enable SERVICE"), command.Services, (*masterdata.Store).EnableService),
		newServiceRouting(p), newServiceMarks(p),
	)
}

// serviceFields have "" in their JSON for any country and for a service in house.
var serviceFields = command.Columns(`SERVICE service_id, NAME name, FROM origin|any, TO destination|any, CATEGORY category, COD cod,
	PARTNER partner|in house, MISSING CUSTOMS missing_customs, CUSTOMS FORMS customs_forms, OWN LABEL own_label, STATE disabled`,
	command.Value("missing_customs", func(s shipment.Service) any { return s.MissingCustoms() }),
	command.Value("customs_forms", func(s shipment.Service) any { return s.CustomsForms() }),
	command.Value("disabled", func(s shipment.Service) any { return liveOrDisabled(s.Disabled) }),
)

// liveOrDisabled is the text of the column STATE.
func liveOrDisabled(disabled bool) any {
	if disabled {
		return command.ShownAs(disabled, "disabled")
	}
	return command.ShownAs(disabled, "live")
}

// serviceFlags are the flags of fields of the API that have other names.
var serviceFlags = command.FlagNames{"origin": "from", "destination": "to", "service_id": "id"}

func newServiceCreate(p command.Process) *cobra.Command {
	cmd := commands.New("service create NAME",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			service, err := command.Sent(cmd, &request.CreateService, serviceFlags, map[string]string{"name": args[0]})
			if err != nil {
				return err
			}
			created, err := s.MasterData.CreateService(ctx, service)
			err = command.Explain(err, command.Becausef(store.ErrNameTaken,
				"service %d exists already: choose another --id, or none for the next free one", service.ServiceID))
			return command.Say(cmd, err, created, serviceFields, "Created service %d, %q. A running server offers it within a second.\n",
				created.ServiceID, created.Name)
		}))
	return command.WithJSON(command.Flags(cmd, "from", new(""), "to", new(""), "category", new(shipment.CategoryPickup),
		"cod", new(false), "partner", new(""), "missing-customs", new(shipment.MissingWait), "customs-forms", new(shipment.FormsPost),
		"own-label", new(false), "id", new(int64(0))))
}

func newServiceUpdate(p command.Process) *cobra.Command {
	cmd := commands.New("service update SERVICE",
		command.Services.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
			if flags := []string{"name", "partner", "cod", "missing-customs", "customs-forms", "own-label"}; !anyGiven(cmd, flags...) {
				return command.NothingToChange(flags)
			}
			change, err := command.Sent(cmd, &request.ChangeService, nil, nil)
			if err != nil {
				return err
			}
			changed, err := s.MasterData.UpdateService(ctx, id, func(service *shipment.Service) error {
				change(service)
				return nil
			})
			return command.Show(cmd, err, changed, serviceFields)
		}))
	return command.WithJSON(command.Flags(cmd, "name", new(""), "partner", new(""), "cod", new(false),
		"missing-customs", new(shipment.MissingWait), "customs-forms", new(shipment.FormsPost), "own-label", new(false)))
}
