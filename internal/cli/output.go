package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// addJSONFlag lets a command print JSON for programs.
func addJSONFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("json", false, "print JSON")
}

// wantsJSON reports whether --json was given.
func wantsJSON(cmd *cobra.Command) bool {
	asJSON, err := cmd.Flags().GetBool("json")
	return err == nil && asJSON
}

// count is a number with its noun, such as "1 order" or "2 orders".
func count(n int64, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return strconv.FormatInt(n, 10) + " " + plural
}

// printTable prints the fields that have a title.
func printTable[T any](w io.Writer, rows []T, fields []field[T]) error {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	columns := slices.DeleteFunc(slices.Clone(fields), func(f field[T]) bool { return f.title == "" })
	line := func(text func(field[T]) string) { fmt.Fprintln(table, strings.Join(mapped(columns, text), "\t")) }
	line(func(f field[T]) string { return f.title })
	for _, row := range rows {
		line(func(f field[T]) string { return cell(f.value(row)) })
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// minute shows a time to people, in UTC.
func minute(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// orNull is nil for the zero time: null in JSON.
func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// orDash shows an empty text to people.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// took is the time that something took, for people: "-" for none.
func took(d time.Duration) string {
	switch {
	case d == 0:
		return "-"
	case d < time.Millisecond:
		return d.Round(time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}
