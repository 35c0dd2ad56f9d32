package operator

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newServiceMarks(p command.Process) *cobra.Command {
	cmd := commands.New("service marks SERVICE MARK...",
		command.Services.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, given []string) error {
			if slices.Equal(given, []string{"none"}) {
				given = nil
			}
			marks, unknown := shipment.MarksOf(given)
			if len(unknown) > 0 {
				return command.Usagef("%q is not a mark: want some of %s, or none", unknown[0], strings.Join(shipment.ServiceMarks(), ", "))
			}
			err := s.MasterData.UpdateServiceLabels(ctx, id, func(l *shipment.ServiceLabels) error {
				l.Marks = marks
				return nil
			})
			return command.Confirm(cmd, err, "Marks of service %d: %s.\n", id, cmp.Or(strings.Join(marks, ", "), "none"))
		}))
	cmd.Long = fmt.Sprintf(cmd.Long, strings.Join(shipment.ServiceMarks(), ", "))
	return cmd
}
