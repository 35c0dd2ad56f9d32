package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newTracking(p Process) *cobra.Command {
	return newGroup("tracking", "Report what happened to parcels",
		`For operators that scan parcels themselves. Programs report by POST
/api/operator/tracking/ with a key of an operator's account.`,
		newTrackingImport(p),
	)
}

// trackingImport is what an import did, as printed.
type trackingImport struct {
	Moved     int      `json:"moved"`
	Recorded  int      `json:"recorded"`
	Duplicate int      `json:"duplicate"`
	Unknown   []string `json:"unknown"` // tracking numbers
}

func newTrackingImport(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE.csv",
		Short: "Record the reports of a CSV file",
		Long: `Records the reports of a CSV file, all or, if a line is wrong, none. The first line names
the columns, in any order: ` + strings.Join(request.ReportKeys(), ", ") + `.
Importing a file twice changes nothing, if its lines say when things occurred or have ids.`,
		Example: "  waybill tracking import scans.csv",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			reports, wrong, err := readReports(args[0])
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			for _, problem := range wrong {
				fmt.Fprintf(p.Stderr, "%s: %s\n", args[0], problem)
			}
			if wrong != nil {
				return fmt.Errorf("%s has %d problems: nothing was imported", args[0], len(wrong))
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error { return importReports(ctx, cmd, s, reports) })
		},
	}
	addJSONFlag(cmd)
	return cmd
}

// readReports reads and checks a file of reports; wrong names what is wrong by line.
func readReports(name string) (reports []shipment.TrackingReport, wrong []string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	reader := csv.NewReader(file)
	columns, err := readColumns(reader)
	if err != nil {
		return nil, nil, err
	}
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return reports, wrong, nil
		}
		if err != nil {
			return nil, nil, err // it names the line
		}
		line, _ := reader.FieldPos(0)
		report, problems := reportOf(columns, cells)
		for _, problem := range problems {
			wrong = append(wrong, fmt.Sprintf("line %d: %s", line, problem))
		}
		reports = append(reports, report)
	}
}

// readColumns reads the first line.
func readColumns(reader *csv.Reader) ([]string, error) {
	columns, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("read the names of the columns: %w", err)
	}
	columns[0] = strings.TrimPrefix(columns[0], "\uFEFF") // spreadsheets begin with one
	for i, column := range columns {
		columns[i] = strings.ToLower(strings.TrimSpace(column))
		if !slices.Contains(request.ReportKeys(), columns[i]) {
			return nil, fmt.Errorf("line 1: there is no column %q: want some of %s", column, strings.Join(request.ReportKeys(), ", "))
		}
	}
	return columns, nil
}

// reportOf checks a line as the interface checks a report.
func reportOf(columns, cells []string) (report shipment.TrackingReport, wrong []string) {
	values := make(map[string]request.Value, len(columns))
	for i, column := range columns {
		if !utf8.ValidString(cells[i]) {
			wrong = append(wrong, column+": it is not UTF-8")
		}
		values[column] = request.Text(cells[i])
	}
	for _, problem := range request.ReadReport(values, &report) {
		messages, _ := problem.Node.(request.Messages)
		wrong = append(wrong, problem.Field+": "+strings.Join(messages, " "))
	}
	return report, wrong
}

func importReports(ctx context.Context, cmd *cobra.Command, s *store.Store, reports []shipment.TrackingReport) error {
	outcomes, err := s.AddTrackingEvents(ctx, reports)
	if err != nil {
		return err
	}
	done := trackingImport{Unknown: []string{}}
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
		}
	}
	if wantsJSON(cmd) {
		return printJSON(cmd.OutOrStdout(), done)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d reports: %d moved an order, %d only went into its history, %d were there already, %d are of "+
		"unknown orders\n",
		len(reports), done.Moved, done.Recorded, done.Duplicate, len(done.Unknown))
	for _, no := range done.Unknown {
		fmt.Fprintln(cmd.OutOrStdout(), "unknown:", no)
	}
	return nil
}
