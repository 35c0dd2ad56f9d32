package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newLabel(p command.Process) *cobra.Command {
	return commands.Group("label",
		newLabelRender(p), newLabelCheck(p), newLabelSheet(), newLabelStatus(p), newLabelManifest(p), newLabelRotate(p), newLabelRevoke(p),
	)
}

// printing are the flags of commands that print.
type printing struct {
	output  string
	options label.Options
}

// bind makes the flags of a command, after which more may follow.
func (o *printing) bind(cmd *cobra.Command, more ...any) *cobra.Command {
	return command.Flags(cmd, append([]any{
		"output", &o.output, "size", (*string)(&o.options.Size), "dpi", &o.options.DPI, "hex", &o.options.Hex,
	}, more...)...)
}

// write prints into the output file, and removes the file when printing fails.
func (o *printing) write(cmd *cobra.Command, draw func(io.Writer, label.Options) (label.Report, error)) (report label.Report, err error) {
	if o.output == "" {
		return report, command.Usagef("name the file to write, such as --output label.pdf")
	}
	o.options.Format = label.PDF
	if o.output != "-" {
		o.options.Format = label.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(o.output)), "."))
	}
	if err := o.options.Check(); err != nil {
		return report, command.Usagef("%v", err)
	}
	if o.output == "-" {
		return draw(cmd.OutOrStdout(), o.options)
	}
	file, err := os.Create(o.output)
	if err != nil {
		return report, fmt.Errorf("write %s: %w", o.output, err)
	}
	report, err = draw(file, o.options)
	if err = errors.Join(err, file.Close()); err != nil {
		return report, errors.Join(err, os.Remove(o.output))
	}
	return report, nil
}

func newLabelRender(p command.Process) *cobra.Command {
	var out printing
	cmd := commands.New("label render FILE", func(cmd *cobra.Command, args []string) error {
		parcels, err := readParcels(cmd, p, args[0])
		if err != nil {
			return err
		}
		report, err := out.write(cmd, func(w io.Writer, o label.Options) (label.Report, error) {
			return label.NewPrinter().PrintAll(w, shipmentsOf(parcels), o)
		})
		if err != nil {
			return err
		}
		for _, w := range report.Warnings {
			fmt.Fprintln(p.Stderr, "waybill: warning:", w)
		}
		return nil
	})
	return out.bind(cmd, "document", (*string)(&out.options.Document))
}

func shipmentsOf(parcels []parcel) iter.Seq2[label.Shipment, error] {
	return func(yield func(label.Shipment, error) bool) {
		for _, parcel := range parcels {
			if !yield(parcel.Shipment, nil) {
				return
			}
		}
	}
}

// parcel is an order of a file as it is printed, with its name for people.
type parcel struct {
	label.Shipment
	name string
}

// readParcels reads and validates a file of orders.
func readParcels(cmd *cobra.Command, p command.Process, path string) ([]parcel, error) {
	services, err := knownServices(cmd, p)
	if err != nil {
		return nil, err
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the orders: %w", err)
	}
	read, err := orders.ReadFile(cmd.Context(), file, services)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	parcels := make([]parcel, len(read))
	for i, o := range read {
		parcels[i].name = request.OrderName(i, o.ShipperOrderID, o.TrackingNo)
		// There is no parcel yet, and the print must not be taken for its label.
		o.TrackingNo = cmp.Or(o.TrackingNo, fmt.Sprintf("SPECIMEN-%d", i+1))
		parcels[i].Shipment = label.Shipment{
			Order: o, Service: services[o.ServiceID], AboveCN22: (*rules.Rates)(nil).AboveSDR(&o, label.MaxCN22),
		}
	}
	return parcels, nil
}

// knownServices are the services of the database, or without one the demo services.
func knownServices(cmd *cobra.Command, p command.Process) (map[int64]shipment.Service, error) {
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return nil, err
	}
	all := shipment.DemoServices()
	if hasDatabase(c) {
		err := command.WithStore(cmd, p, func(ctx context.Context, s *store.Store) (err error) {
			all, err = s.MasterData.Services(ctx)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return each.By(all, func(s shipment.Service) int64 { return s.ServiceID }), nil
}

func hasDatabase(c config.Config) bool {
	_, err := os.Stat(c.SQLiteFile())
	return !c.SQLite() || err == nil
}

// warningView is a warning as printed: order is its reference, else its tracking number, else its place in the file.
type warningView struct{ Order, Field, Problem, Characters string }

// warningFields: characters are code points.
var warningFields = command.Columns[warningView]("ORDER order, FIELD field|, PROBLEM problem, CHARACTERS characters")

func viewWarning(order string, w label.Warning) warningView {
	points := each.Of(w.Characters, func(r rune) string { return fmt.Sprintf("U+%04X", r) })
	return warningView{order, w.Field, string(w.Problem), strings.Join(points, " ")}
}

func viewProblem(p request.OrderProblem) warningView {
	return warningView{p.Order, p.Field, p.Message.String(), ""}
}

func newLabelCheck(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("label check FILE", func(cmd *cobra.Command, args []string) error {
		parcels, err := readParcels(cmd, p, args[0])
		var warnings []warningView
		if invalid, ok := errors.AsType[*request.InvalidOrdersError](err); ok {
			warnings, err = each.Of(invalid.Problems, viewProblem), nil
		} else if err == nil {
			warnings, err = checkParcels(parcels)
		}
		return command.FailIf(len(warnings) > 0, command.List(cmd, err, warnings, warningFields, "Everything prints as written."))
	}))
}

// checkParcels reviews each label on its own, because a report has a limited number of warnings.
func checkParcels(parcels []parcel) ([]warningView, error) {
	printer := label.NewPrinter()
	var warnings []warningView
	for _, parcel := range parcels {
		report, err := printer.Review(parcel.Shipment, label.Options{})
		if err != nil {
			return nil, err
		}
		for _, w := range report.Warnings {
			warnings = append(warnings, viewWarning(parcel.name, w))
		}
	}
	return warnings, nil
}

func newLabelSheet() *cobra.Command {
	var out printing
	cmd := commands.New("label sheet", func(cmd *cobra.Command, _ []string) error {
		_, err := out.write(cmd, label.NewPrinter().Specimen)
		return err
	})
	return out.bind(cmd)
}
