package operator

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newAccountLogo(p command.Process) *cobra.Command {
	return command.NewGroup("logo", "Manage the logo on the labels of an account",
		"Labels that Waybill draws have the logo in their top left corner, in black and white.",
		&cobra.Command{
			Use:   "set ACCOUNT FILE",
			Short: "Set the logo of an account",
			Long: `The file is a PNG of at most 64 KiB and 1000 × 1000 pixels. It is made smaller to at most 24 × 11 mm, and
greys become dots. A running server follows within a second.`,
			Example: "  waybill account logo set 7 acme.png",
			RunE: command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error {
				logo, err := readLogo(ctx, p, args[0])
				if err != nil {
					return err
				}
				return setLogo(ctx, cmd, s, id, &logo)
			}),
		},
		&cobra.Command{
			Use:     "remove ACCOUNT",
			Short:   "Remove the logo of an account",
			Example: "  waybill account logo remove 7",
			RunE: command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
				return setLogo(ctx, cmd, s, id, nil)
			}),
		})
}

func setLogo(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, logo *shipment.Logo) error {
	err := s.MasterData.UpdateAccountLabels(ctx, id, func(l *shipment.AccountLabels) error {
		l.Logo = logo
		return nil
	})
	what := "no logo"
	if logo != nil {
		what = fmt.Sprintf("a logo of %g × %g mm", float64(logo.Width)/8, float64(logo.Height)/8)
	}
	return command.Confirm(cmd, err, "Account %d has %s.\n", id, what)
}

// readLogo makes a logo of a file, in a process of its own: it may be a file of a shipper.
func readLogo(ctx context.Context, p command.Process, path string) (shipment.Logo, error) {
	content, err := command.ReadInput(p, path)
	if err != nil {
		return shipment.Logo{}, fmt.Errorf("read the logo: %w", err)
	}
	if len(content) > shipment.MaxLogoFile {
		return shipment.Logo{}, fmt.Errorf("%s has more than 64 KiB: make the picture smaller", path)
	}
	runner, err := sandbox.New(sandbox.DefaultLimits, slog.New(slog.DiscardHandler))
	if err != nil {
		return shipment.Logo{}, err
	}
	defer runner.Close()
	logo, refused, err := partnerlabel.ReadLogo(ctx, runner, content)
	if !refused.IsZero() {
		return logo, fmt.Errorf("%s is refused: %s", path, refused)
	}
	return logo, err
}
