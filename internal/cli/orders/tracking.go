package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/importer"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

func newTracking(p command.Process) *cobra.Command {
	return command.NewGroup("tracking", "Report what happened to parcels",
		`For operators that scan parcels themselves. Programs report by POST
/api/operator/tracking/ with a key of an operator's account.`,
		newTrackingImport(p), newTrackingCorrect(p), newTrackingProof(p),
	)
}

// trackingImport counts the results of imported reports.
type trackingImport struct {
	Moved, Recorded, Duplicate int
	Full                       []string // tracking numbers of orders with the most events
	Unknown                    []string
}

var trackingFields = command.Columns[trackingImport]("moved, recorded, duplicate, full, unknown")

func newTrackingImport(p command.Process) *cobra.Command {
	return command.WithJSON(&cobra.Command{
		Use:   "import FILE",
		Short: "Record the reports of a CSV or XLSX file",
		Long: `Records the reports of a CSV or XLSX file, all or, if a row is wrong, none. The first row names
the columns, in any order: ` + strings.Join(request.ReportKeys(), ", ") + `.
Importing a file twice changes nothing, if its rows say when things occurred or have ids.`,
		Example: "  waybill tracking import scans.csv",
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			reports, wrong, err := readReports(ctx, args[0])
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			for _, problem := range wrong {
				fmt.Fprintf(p.Stderr, "%s: row %d: %s\n", args[0], problem.Row, problem)
			}
			if wrong != nil {
				return fmt.Errorf("%s has %d problems: nothing was imported", args[0], len(wrong))
			}
			actor := audit.ActorOf(ctx)
			for i := range reports { // the times of another file are by another clock
				reports[i].ActorKind, reports[i].Actor = string(actor.Kind), actor.Name+", "+filepath.Base(args[0])
			}
			return importReports(ctx, cmd, s, reports)
		}),
	})
}

// readReports reads and checks a file of reports; wrong names what is wrong by cell.
func readReports(ctx context.Context, name string) (reports []shipment.TrackingReport, wrong []importer.Problem, err error) {
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	run, err := sandbox.New(importer.Limits, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, nil, err
	}
	defer run.Close()
	table, err := importer.Read(ctx, run, file, importer.ReadOptions{})
	if err != nil {
		return nil, nil, err
	}
	if table.CharsetGuessed {
		return nil, nil, fmt.Errorf("it is not UTF-8, but seems to be %s: save it as UTF-8", table.Charset)
	}
	return importer.Reports(table)
}

func importReports(ctx context.Context, cmd *cobra.Command, s *store.Store, reports []shipment.TrackingReport) error {
	outcomes, err := s.AddTrackingEvents(ctx, reports)
	if err != nil {
		return err
	}
	done := trackingImport{Full: []string{}, Unknown: []string{}}
	for i, outcome := range outcomes {
		switch outcome {
		case store.TrackingMoved:
			done.Moved++
		case store.TrackingRecorded:
			done.Recorded++
		case store.TrackingDuplicate:
			done.Duplicate++
		case store.TrackingUnknown:
			done.Unknown = append(done.Unknown, reports[i].TrackingNo)
		case store.TrackingFull:
			done.Full = append(done.Full, reports[i].TrackingNo)
		}
	}
	return command.Say(cmd, nil, done, trackingFields,
		"%d reports: %d moved an order, %d only went into its history, %d were there already, %d are of unknown orders\n%s%s",
		len(reports), done.Moved, done.Recorded, done.Duplicate, len(done.Unknown),
		strings.Join(each.Of(done.Unknown, func(no string) string { return "unknown: " + no + "\n" }), ""),
		strings.Join(each.Of(done.Full, func(no string) string {
			return fmt.Sprintf("not recorded: %s has %d events\n", no, shipment.MaxEvents)
		}), ""))
}

func newTrackingCorrect(p command.Process) *cobra.Command {
	var c shipment.Correction
	cmd := &cobra.Command{
		Use:   "correct TRACKING-NO --status STATUS --reason TEXT",
		Short: "Correct the status of an order",
		Long: `Sets the status of an order that was reported wrongly, also a final one such as SUCCESS. The
history says what it corrects, and who did it. The shipper receives a webhook. The status that the
order has already is confirmed: nothing of it needs attention any more.
--lost ends the order of a parcel that is lost, with the status EXCEPTION, until an event moves it.`,
		Example: `  waybill tracking correct WB48210739526ID --status DELIVERY_IN_PROGRESS --reason 'the wrong parcel was scanned'
  waybill tracking correct WB48210739526ID --lost --reason 'the partner has searched for it'`,
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			if c.TrackingNo = args[0]; c.Lost && c.Status == "" {
				c.Status = shipment.Exception
			}
			body, err := json.Marshal(map[string]any{"tracking_no": c.TrackingNo, "status": c.Status, "lost": c.Lost, "reason": c.Reason})
			if err != nil {
				return err
			}
			checked, err := request.ReadCorrection(body)
			if err != nil {
				return command.Usagef("%v", err)
			}
			before, err := s.CorrectTracking(ctx, checked)
			return command.Confirm(cmd, command.Explain(err,
				command.Becausef(store.ErrNotFound, "no order has the tracking number %s", checked.TrackingNo),
				command.Becausef(store.ErrErased, "the personal data of %s are erased: nothing can be corrected", checked.TrackingNo),
				command.Becausef(store.ErrCancelled, "%s is cancelled: only a status of a parcel that was picked up corrects that",
					checked.TrackingNo),
			), "%s is %s, which corrects %s.\n", checked.TrackingNo, checked.Status, before)
		}),
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar((*string)(&c.Status), "status", "", "right `STATUS`, such as DELIVERY_IN_PROGRESS")
	cmd.Flags().BoolVar(&c.Lost, "lost", false, "the parcel is lost")
	cmd.Flags().StringVar(&c.Reason, "reason", "", "`TEXT` that says why, for the history and the audit log")
	return cmd
}

func newTrackingProof(p command.Process) *cobra.Command {
	var proof client.DeliveryProof
	var path string
	cmd := &cobra.Command{
		Use:   "proof TRACKING-NO --name NAME --image FILE",
		Short: "Store the proof that a parcel was delivered",
		Long: `Sends a picture of the signature or the parcel to a server, with a key of an operator's account. An order has one proof: a later
one takes its place.`,
		Example: "  waybill tracking proof WB48210739526ID --name 'Siti Rahma' --image signature.png",
		PreRunE: func(*cobra.Command, []string) (err error) {
			if path == "" || proof.Name == "" {
				return command.Usagef("--name and --image are needed: who took the parcel, and a picture")
			}
			proof.Image, err = command.ReadInput(p, path)
			return err
		},
	}
	cmd.Flags().StringVar(&proof.Name, "name", "", "`NAME` of who took the parcel")
	cmd.Flags().StringVar(&path, "image", "", "`FILE` with a PNG or JPEG of at most 5 MiB")
	return command.OnServerAsText(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		proof.TrackingNo = args[0]
		return command.Confirm(cmd, server.ReportProof(ctx, proof), "%s has a proof of delivery.\n", proof.TrackingNo)
	})
}
