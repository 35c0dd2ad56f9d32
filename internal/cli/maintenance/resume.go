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
	return commands.New("resume", command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
		o, err := s.CheckDatabase(ctx) // or the next server would notice another database, and pause
		if err != nil || o.Pause == store.NotPaused {
			return command.Confirm(cmd, err, "Outgoing calls were not paused.\n")
		}
		return command.Confirm(cmd, s.SetPause(ctx, store.NotPaused), "Servers call partners and send webhooks and mail again.\n")
	}))
}
