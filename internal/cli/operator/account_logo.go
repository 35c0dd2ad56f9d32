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
	return commands.Group("account logo",
		commands.New("account logo set ACCOUNT FILE",
			command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, args []string) error {
				logo, err := readLogo(ctx, p, args[0])
				if err != nil {
					return err
				}
				return setLogo(ctx, cmd, s, id, &logo)
			})),
		commands.New("account logo remove ACCOUNT",
			command.Accounts.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, id int64, _ []string) error {
				return setLogo(ctx, cmd, s, id, nil)
			})))
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
