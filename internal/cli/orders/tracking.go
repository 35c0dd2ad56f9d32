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
	return commands.Group("tracking",
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
	cmd := commands.New("tracking import FILE",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
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
		}))
	cmd.Long = fmt.Sprintf(cmd.Long, strings.Join(request.ReportKeys(), ", "))
	return command.WithJSON(cmd)
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
	cmd := commands.New("tracking correct TRACKING-NO --status STATUS --reason TEXT",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
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
		}))
	return command.Flags(cmd, "status", (*string)(&c.Status), "lost", &c.Lost, "reason", &c.Reason)
}

func newTrackingProof(p command.Process) *cobra.Command {
	var proof client.DeliveryProof
	var path string
	cmd := commands.Of("tracking proof TRACKING-NO --name NAME --image FILE")
	cmd.PreRunE = func(*cobra.Command, []string) (err error) {
		if path == "" || proof.Name == "" {
			return command.Usagef("--name and --image are needed: who took the parcel, and a picture")
		}
		proof.Image, err = command.ReadInput(p, path)
		return err
	}
	command.Flags(cmd, "name", &proof.Name, "image", &path)
	return command.OnServerAsText(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		proof.TrackingNo = args[0]
		return command.Confirm(cmd, server.ReportProof(ctx, proof), "%s has a proof of delivery.\n", proof.TrackingNo)
	})
}
