package orders

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// The overlap of two keys of label addresses.
const (
	leastOverlap, usualOverlap, mostOverlap = time.Minute, 30 * 24 * time.Hour, 366 * 24 * time.Hour
)

func newLabelRotate(p command.Process) *cobra.Command {
	overlap := usualOverlap
	cmd := commands.New("label rotate",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			if overlap < leastOverlap || overlap > mostOverlap {
				return command.Usagef("--overlap is %v: want %v to %v", overlap, leastOverlap, mostOverlap)
			}
			until, err := s.RotateLabelKey(ctx, overlap)
			return command.Confirm(cmd, err, "Addresses of labels have a new key. Those of the old one are valid until %s.\n",
				until.UTC().Format("2006-01-02 15:04 MST"))
		}))
	return command.Flags(cmd, "overlap", &overlap)
}

func newLabelRevoke(p command.Process) *cobra.Command {
	return commands.New("label revoke TRACKING-NO",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			o, err := s.OrderByTrackingNo(ctx, shipment.TrackingKey(args[0]))
			if err == nil {
				o, err = s.RevokeAddresses(ctx, o.AccountID, o.TrackingNo)
			}
			return command.Confirm(cmd, command.Explain(err, command.Becausef(store.ErrNotFound, "there is no order %s", args[0])),
				"The addresses of the label and documents of %s are revoked. The order has new ones.\n", o.TrackingNo)
		}))
}
