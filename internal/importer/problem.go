package importer

import (
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Problem is a mistake in a cell, or a place that a person should look at.
type Problem struct {
	Row     int             `json:"row"`           // in the file, from 1
	Column  string          `json:"column"`        // its letter, "" if no column has the field
	Cell    string          `json:"cell"`          // such as B17, "" if no column has the field
	Heading string          `json:"heading"`       // of the column
	Field   string          `json:"field"`         // such as consignee_number, "" if it is about the row
	Value   string          `json:"value"`         // of the cell, or the default of the field; at most 200 characters
	Message problem.Message `json:"message"`       // of the validator, or of the reader
	Hint    problem.Message `json:"hint,omitzero"` // what the spreadsheet did to the value, and what to do

	Currency string `json:"-"` // of an amount that may be another one
}

// shownValue is the most characters of a value in a problem.
const shownValue = 200

// at makes a problem of a cell. A column of -1 is none.
func (p *Plan) at(row Row, column int, field, value string, message problem.Message) Problem {
	found := Problem{Row: row.Number, Field: field, Value: shorten(value), Message: message}
	if column >= 0 {
		found.Column = ColumnName(column)
		found.Cell = found.Column + strconv.Itoa(found.Row)
		found.Heading = shorten(p.table.Headings[column])
	}
	return found
}

func shorten(s string) string { return shipment.Shorten(strings.TrimSpace(s), shownValue) }
