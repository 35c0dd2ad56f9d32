package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newSimulate(p command.Process) *cobra.Command {
	return commands.Group("simulate",
		newSimulateJourney(p),
	)
}

func newSimulateJourney(p command.Process) *cobra.Command {
	name := shipment.JourneyNames()[0]
	var pause time.Duration
	cmd := commands.New("simulate journey TRACKING_NO",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			journey, known := shipment.JourneyByName(name)
			switch {
			case !known:
				return command.Usagef("--journey is %q: want one of %s", name, strings.Join(shipment.JourneyNames(), ", "))
			case pause < 0:
				return command.Usagef("--pause cannot be negative")
			}
			demo, err := s.MasterData.HasDemoAccount(ctx) // the settings may be those of another environment than the data
			if err != nil {
				return err
			}
			if !demo {
				return errors.New("this data has no demo account, so it is not that of a development environment: journeys are simulated " +
					"in development only")
			}
			trackingNo := shipment.TrackingKey(args[0])
			order, err := s.OrderByTrackingNo(ctx, trackingNo)
			if err != nil {
				return command.Explain(err, command.Becausef(store.ErrNotFound, "there is no order with the tracking number %s", trackingNo))
			}
			return command.Confirm(cmd, s.Journeys.StartJourney(ctx, order.AccountID, trackingNo, journey, pause),
				"%s has the journey %q: %d steps, one each %s, while a server runs. /track/%s shows them.\n",
				trackingNo, journey.Name, len(journey.Steps), pause, trackingNo)
		}))
	cmd.Long += "\n\n" + journeyList()
	return command.Flags(cmd, "journey", &name, "pause", &pause)
}

func journeyList() string {
	var list strings.Builder
	for _, j := range shipment.Journeys() {
		fmt.Fprintf(&list, "  %-18s %s\n", j.Name, j.About)
	}
	return strings.TrimSuffix(list.String(), "\n")
}
