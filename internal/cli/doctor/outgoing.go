package doctor

import (
	"context"

	"waybill/internal/cli/command"
	"waybill/internal/store"
)

// checkOutgoing finds data whose servers make no outgoing calls.
func checkOutgoing(ctx context.Context, p target) finding {
	if p.store == nil || p.have != p.want {
		return finding{}
	}
	o, err := p.store.Outgoing(ctx)
	const fix = "run `waybill resume` when no other server works with these data"
	switch {
	case err != nil:
		return failed("check the database", "%s", command.OneLine(err))
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
