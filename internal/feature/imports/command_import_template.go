package imports

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/importer"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newImportTemplate(p command.Process) *cobra.Command {
	var id int64
	var output string
	cmd := commands.New("import template",
		command.OnStore(p, func(ctx context.Context, _ *cobra.Command, s *store.Store, _ []string) error {
			format := importer.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), "."))
			if format != importer.CSV && format != importer.XLSX {
				return command.Usagef("--output is %q: want a name that ends in .csv or .xlsx", output)
			}
			return writeTemplate(ctx, s, id, format, output)
		}))
	return command.Flags(cmd, "service", &id, "output", &output)
}

func writeTemplate(ctx context.Context, s *store.Store, id int64, format importer.Format, output string) error {
	services, err := s.MasterData.Services(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(services, func(s shipment.Service) bool { return s.ServiceID == id })
	if at < 0 {
		return command.Usagef("there is no service %d: `waybill service list` shows them", id)
	}
	var file bytes.Buffer
	if err := importer.WriteTemplate(&file, format, services[at]); err != nil {
		return err
	}
	if err := os.WriteFile(output, file.Bytes(), 0o644); err != nil { //nolint:gosec // it has no secrets
		return fmt.Errorf("write the template: %w", err)
	}
	return nil
}
