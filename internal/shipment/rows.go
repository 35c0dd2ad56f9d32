package shipment

import (
	"encoding/csv"
	"strings"
)

// Rows reads a table of comma-separated values that the program brings: first the names of the columns. Lines that begin with # are
// comments. It panics if the table is wrong.
func Rows(name, text string) [][]string {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic(name + ": " + err.Error())
	}
	return rows
}
