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
	var overlap time.Duration
	cmd := &cobra.Command{
		Use:   "rotate",
		Short: "Replace the key that signs the addresses of labels and documents",
		Long: `Whoever has the address of a label can open it. New addresses are signed with a new key from now on; running servers
follow within 5 seconds. Addresses that were given out before stop at the end of the overlap, or at once if they are of
the key before the last one. Programs then ask for the order again, which has the new address.`,
		Example: "  waybill label rotate\n  waybill label rotate --overlap 1m",
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			if overlap < leastOverlap || overlap > mostOverlap {
				return command.Usagef("--overlap is %v: want %v to %v", overlap, leastOverlap, mostOverlap)
			}
			until, err := s.RotateLabelKey(ctx, overlap)
			return command.Confirm(cmd, err, "Addresses of labels have a new key. Those of the old one are valid until %s.\n",
				until.UTC().Format("2006-01-02 15:04 MST"))
		}),
	}
	cmd.Flags().DurationVar(&overlap, "overlap", usualOverlap, "`TIME` for which addresses of the old key are valid, such as 720h")
	return cmd
}

func newLabelRevoke(p command.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "revoke TRACKING-NO",
		Short: "Revoke the addresses of the label and documents of one order",
		Long: `Whoever has the address of a label can open it. All addresses of the order's label and documents that were given out before
are not found from now on. Those of other orders stay. Whoever views the order gets its new addresses.`,
		Example: "  waybill label revoke WB48210739526ID",
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			o, err := s.OrderByTrackingNo(ctx, shipment.TrackingKey(args[0]))
			if err == nil {
				o, err = s.RevokeAddresses(ctx, o.AccountID, o.TrackingNo)
			}
			return command.Confirm(cmd, command.Explain(err, command.Becausef(store.ErrNotFound, "there is no order %s", args[0])),
				"The addresses of the label and documents of %s are revoked. The order has new ones.\n", o.TrackingNo)
		}),
	}
}
