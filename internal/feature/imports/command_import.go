package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

// The exit codes of import beside exitOK, exitError and exitUsage.
const (
	exitRefused = 3 // orders were refused; with --valid-only the others were created
	exitWaits   = 4 // nothing was created: the import needs a confirmation, which another flag gives
)

// importFlags are the flags of import.
type importFlags struct {
	command.ServerFlags
	request                   client.ImportRequest
	mapFile, refused, created string
}

func newImport(p command.Process) *cobra.Command {
	var f importFlags
	cmd := commands.New("import FILE", func(cmd *cobra.Command, args []string) error { return f.run(cmd, p, args[0]) })
	command.Flags(cmd, "service", &f.request.ServiceID, "dry-run", &f.request.DryRun, "valid-only", &f.request.ValidOnly,
		"map", &f.mapFile, "existing", &f.request.Existing, "yes", &f.request.Confirm, "charset", &f.request.Charset,
		"sheet", &f.request.Sheet, "heading-row", &f.request.HeadingRow, "refused", &f.refused, "created", &f.created)
	f.Bind(cmd)
	cmd.AddCommand(newImportTemplate(p))
	return cmd
}

func (f *importFlags) run(cmd *cobra.Command, p command.Process, path string) error {
	r := &f.request
	if r.Existing != "" && r.Existing != client.ExistingSkip && r.Existing != client.ExistingCreate {
		return command.Usagef("--existing is %q: want skip or create", r.Existing)
	}
	r.FileName = filepath.Base(path)
	var err error
	if r.File, err = os.ReadFile(path); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	if f.mapFile != "" {
		if r.Mapping, err = os.ReadFile(f.mapFile); err != nil {
			return fmt.Errorf("read the mapping: %w", err)
		}
		if !json.Valid(r.Mapping) {
			return command.Usagef("%s is not JSON: see `docs/import.md`", f.mapFile)
		}
	}
	sdk, err := f.Open(p.Environ)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	made, err := sdk.CreateImport(ctx, *r)
	if err != nil {
		return err
	}
	settled, err := watchImport(ctx, sdk, made.ID, newProgressLine(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	return f.finish(ctx, cmd.OutOrStdout(), sdk, settled)
}

// watchImport waits for an import. If ctx ends it cancels the import.
func watchImport(ctx context.Context, sdk *client.Client, id int64, shown *progressLine) (client.Import, error) {
	settled, err := sdk.WaitForImport(ctx, id, shown.show)
	shown.end()
	if ctx.Err() == nil {
		return settled, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), command.GoodbyeTimeout)
	defer cancel()
	if _, err := sdk.CancelImport(ctx, id); err != nil {
		return settled, err
	}
	return settled, fmt.Errorf("stopped: import %d is cancelled, and orders that it has created stay", id)
}

// finish prints what became of an import, writes the files, and returns the error of its exit code.
func (f *importFlags) finish(ctx context.Context, out io.Writer, sdk *client.Client, i client.Import) error {
	fmt.Fprintf(out, "Import %d is %s: %d rows, %d orders, %d valid, %d refused, %d created, %d skipped.\n",
		i.ID, i.State, i.Rows, i.Orders, i.Valid, i.Refused, i.Created, i.Skipped)
	for _, note := range i.Notes {
		fmt.Fprintf(out, "%s\n", note)
	}
	if i.ProblemsURL != "" {
		if err := printImportProblems(ctx, out, sdk, i.ID); err != nil {
			return err
		}
	}
	printSummary(out, i)
	if err := f.writeResults(ctx, out, sdk, i); err != nil {
		return err
	}
	if i.State == client.ImportWaiting {
		return cancelWaiting(ctx, sdk, i)
	}
	switch {
	case i.State == client.ImportCancelled:
		return errors.New("the import was cancelled")
	case i.State == client.ImportFailed && i.Refused == 0:
		return errors.New(i.Message)
	case i.Refused > 0:
		return &command.ExitCodeError{Code: exitRefused, Message: fmt.Sprintf("refused orders: %d", i.Refused)}
	}
	return nil
}

// writeResults writes the files that the flags name.
func (f *importFlags) writeResults(ctx context.Context, out io.Writer, sdk *client.Client, i client.Import) error {
	for _, result := range []struct {
		path, url, what string
		fetch           func(context.Context, int64) (client.ImportFile, error)
	}{
		{f.refused, i.RefusedURL, "refused rows", sdk.RefusedRows},
		{f.created, i.OrdersURL, "created orders", sdk.ImportedOrders},
	} {
		if result.path == "" || result.url == "" {
			continue
		}
		file, err := result.fetch(ctx, i.ID)
		if err != nil {
			return err
		}
		if err := os.WriteFile(result.path, file.Content, 0o600); err != nil {
			return fmt.Errorf("write the %s: %w", result.what, err)
		}
		fmt.Fprintf(out, "The %s are in %s.\n", result.what, result.path)
	}
	return nil
}

// cancelWaiting cancels an import that needs a confirmation, so that none is left behind, and says which flag gives it.
func cancelWaiting(ctx context.Context, sdk *client.Client, i client.Import) error {
	if _, err := sdk.CancelImport(ctx, i.ID); err != nil {
		return err
	}
	code, needs := exitRefused, make([]string, 0, len(i.Needs))
	for _, need := range i.Needs {
		switch need {
		case client.NeedProblems:
			what := "refused"
			if i.Refused == 0 {
				what = "left out"
			}
			needs = append(needs, "orders were "+what+" (--valid-only creates the others)")
			continue
		case client.NeedSameFile:
			needs = append(needs, fmt.Sprintf("import %d created %d orders of the same file (--yes imports it again)",
				i.SameFile[0].ID, i.SameFile[0].Created))
		case client.NeedReferences:
			first := i.ExistingExamples[0]
			if first.ShipperOrderID != "" {
				needs = append(needs, fmt.Sprintf("orders with the references of %d orders exist, such as %s (--existing skip or create)",
					i.ExistingOrders, first.ShipperOrderID))
				break
			}
			needs = append(needs, fmt.Sprintf("%d orders exist, such as that of row %d, which import %d created (--existing skip or create)",
				i.ExistingOrders, first.Row, first.ImportID))
		case client.NeedCharset:
			needs = append(needs, fmt.Sprintf("the charset was guessed to be %s (--charset names it, --yes accepts it)", i.Charset))
		case client.NeedMapping:
			needs = append(needs, fmt.Sprintf(
				"the columns %s are not read, or not as in an earlier import (--map says what they are, --yes goes on as it is)",
				strings.Join(i.Unfit, ", ")))
		}
		code = exitWaits
	}
	return &command.ExitCodeError{Code: code, Message: "nothing was created: " + strings.Join(needs, "; ")}
}
