package maintenance

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
)

// pausedHint is printed by commands after which servers make no outgoing calls.
const pausedHint = "A server of these data makes no partner calls and sends no webhooks and no mail until you run `waybill resume`: " +
	"first make sure that no other server does this work."

func newResume(p command.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "resume",
		Short: "After a restore or a copy: call partners, send webhooks and mail again",
		Long: `Says that these are the data that count. After "waybill restore", after "waybill copy", and when the
data of PostgreSQL are found in another database, servers take orders but make no partner calls and send
no webhooks and no mail: another server with the same data may do this work already. Make sure that none
does, then run this command. A server that runs goes on within seconds with what waited.`,
		Example: "  waybill resume",
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			o, err := s.CheckDatabase(ctx) // or the next server would notice another database, and pause
			if err != nil || o.Pause == store.NotPaused {
				return command.Confirm(cmd, err, "Outgoing calls were not paused.\n")
			}
			return command.Confirm(cmd, s.SetPause(ctx, store.NotPaused), "Servers call partners and send webhooks and mail again.\n")
		}),
	}
}
