package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/store"
)

// pausedHint is printed by commands after which servers make no outgoing calls.
const pausedHint = "A server of these data makes no partner calls and sends no webhooks and no mail until you run `waybill resume`: " +
	"first make sure that no other server does this work."

func newResume(p Process) *cobra.Command {
	return &cobra.Command{
		Use:   "resume",
		Short: "After a restore or a copy: call partners, send webhooks and mail again",
		Long: `Says that these are the data that count. After "waybill restore", after "waybill copy", and when the
data of PostgreSQL are found in another database, servers take orders but make no partner calls and send
no webhooks and no mail: another server with the same data may do this work already. Make sure that none
does, then run this command. A server that runs goes on within seconds with what waited.`,
		Example: "  waybill resume",
		Args:    noArgs,
		RunE: onStore(p, func(ctx context.Context, _ *cobra.Command, s *store.Store, _ []string) error {
			o, err := s.CheckDatabase(ctx) // or the next server would notice another database, and pause
			if err != nil {
				return err
			}
			if o.Pause == store.NotPaused {
				fmt.Fprintln(p.Stdout, "Outgoing calls were not paused.")
				return nil
			}
			if err := s.SetPause(ctx, store.NotPaused); err != nil {
				return err
			}
			fmt.Fprintln(p.Stdout, "Servers call partners and send webhooks and mail again.")
			return nil
		}),
	}
}

// checkOutgoing finds data whose servers make no outgoing calls.
func checkOutgoing(ctx context.Context, p target) finding {
	if p.store == nil || p.have != p.want {
		return finding{}
	}
	o, err := p.store.Outgoing(ctx)
	const fix = "run `waybill resume` when no other server works with these data"
	switch {
	case err != nil:
		return failed("check the database", "%s", oneLine(err))
	case o.Moved:
		return failed(fix, "the data are in another PostgreSQL database than before: the next start skips order ids and pauses outgoing calls")
	case o.Pause != store.NotPaused:
		return failed(fix, "no partner calls, no webhooks and no mail since %s: the data were %s",
			o.PausedOn.Format("2006-01-02 15:04:05Z"), o.Pause)
	case p.config.NoOutgoing:
		return warning("remove --no-outgoing and WAYBILL_NO_OUTGOING after the drill",
			"no partner calls, no webhooks and no mail: it is a setting")
	case o.Unknown:
		return warning("GRANT EXECUTE ON FUNCTION pg_control_system() TO the role of Waybill; without it run "+
			"`waybill skip-order-ids` after each restore",
			"the role may not read the system identifier: a restored database would not be noticed")
	}
	return ok("partners are called, webhooks and mail are sent")
}
