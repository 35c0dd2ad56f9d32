package harness

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// WriteTable writes rows, the first of which is the head, as Markdown that is aligned for people.
func WriteTable(out io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	rule := make([]string, len(widths))
	for i, width := range widths {
		rule[i] = strings.Repeat("-", width)
	}
	for _, row := range slices.Insert(slices.Clone(rows), 1, rule) {
		for i, cell := range row {
			fmt.Fprintf(out, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(out, "|")
	}
}

// Thousands writes a number with a comma at the thousands.
func Thousands[N int | int64 | float64](n N) string {
	digits := fmt.Sprintf("%.0f", float64(n))
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
