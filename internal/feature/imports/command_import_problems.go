package imports

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"waybill/client"
)

const (
	printedRows     = 50 // refused rows that are printed
	printedWarnings = 20 // different warnings that are printed
)

// importWarning is a warning of rules or of the reader about rows that are not refused.
type importWarning struct{ field, message string }

// printImportProblems prints the problems of the refused rows, and then each warning once, because the same one may
// be true for all rows.
func printImportProblems(ctx context.Context, out io.Writer, sdk *client.Client, id int64) error {
	var warnings []importWarning
	first, rows := make(map[importWarning]string), make(map[importWarning]int)
	refused := 0
	for row, err := range sdk.ImportProblems(ctx, id) {
		if err != nil {
			return err
		}
		if row.Refused {
			if refused++; refused <= printedRows {
				printRefusedRow(out, row)
			}
			continue
		}
		for _, p := range row.Problems {
			w := importWarning{p.Field, p.Message}
			if rows[w]++; rows[w] == 1 {
				warnings, first[w] = append(warnings, w), placeOf(row, p)
			}
		}
	}
	if refused > printedRows {
		fmt.Fprintf(out, "  … and %d more refused rows: --refused FILE writes them all.\n", refused-printedRows)
	}
	for _, w := range warnings[:min(len(warnings), printedWarnings)] {
		fmt.Fprintf(out, "  warning for %d rows, the first is %s: %s: %s\n", rows[w], first[w], w.field, w.message)
	}
	if more := len(warnings) - printedWarnings; more > 0 {
		fmt.Fprintf(out, "  … and %d more warnings.\n", more)
	}
	return nil
}

// printRefusedRow prints each problem on a line: the cell, the value, the message and the hint.
func printRefusedRow(out io.Writer, row client.ImportRow) {
	for _, p := range row.Problems {
		line := fmt.Sprintf("%s %s %q: %s %s", placeOf(row, p), p.Field, p.Value, p.Message, p.Hint)
		fmt.Fprintf(out, "  %s\n", strings.TrimSpace(line))
	}
}

// placeOf is the cell of a problem, or its row.
func placeOf(row client.ImportRow, p client.CellProblem) string {
	return cmp.Or(p.Cell, fmt.Sprintf("row %d", row.Row))
}
