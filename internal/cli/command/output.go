package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"waybill/internal/each"

	"github.com/spf13/cobra"
)

// WithJSON lets a command print JSON for programs.
func WithJSON(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().Bool("json", false, "print JSON")
	return cmd
}

// WantsJSON reports whether --json was given.
func WantsJSON(cmd *cobra.Command) bool {
	asJSON, err := cmd.Flags().GetBool("json")
	return err == nil && asJSON
}

// Count is a number with its noun, such as "1 order" or "2 orders".
func Count(n int64, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return strconv.FormatInt(n, 10) + " " + plural
}

// PrintTable prints the fields that have a title.
func PrintTable[T any](w io.Writer, rows []T, fields []Field[T]) error {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	columns := slices.DeleteFunc(slices.Clone(fields), func(f Field[T]) bool { return f.title == "" })
	line := func(text func(Field[T]) string) { fmt.Fprintln(table, strings.Join(each.Of(columns, text), "\t")) }
	line(func(f Field[T]) string { return f.title })
	for _, row := range rows {
		line(func(f Field[T]) string { return cell(f.value(row)) })
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// PrintJSON prints a value with indentation.
func PrintJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// Minute shows a time to people, in UTC.
func Minute(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// OrNull is nil for the zero time: null in JSON.
func OrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// OrDash shows an empty text to people.
func OrDash(text string) string { return cmp.Or(text, "-") }

// YesNo shows a bool to people.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Took is the time that something took, for people: "-" for none.
func Took(d time.Duration) string {
	switch {
	case d == 0:
		return "-"
	case d < time.Millisecond:
		return d.Round(time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}
