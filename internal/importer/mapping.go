package importer

import (
	"encoding/json"
	"fmt"
	"strings"

	"waybill/internal/request"
)

// Mapping says which column of a table is which field of an order or of its items.
type Mapping struct {
	Preset  string          `json:"preset,omitempty"` // whose columns these are
	Columns []ColumnMapping `json:"columns"`
	// Defaults are texts of fields that have no value in the file, by field.
	Defaults map[string]string `json:"defaults,omitempty"`
}

// ColumnMapping says what a column is. Columns with the same field are joined in the order of the mapping.
type ColumnMapping struct {
	Heading string `json:"heading"`          // compared without regard to case and blanks
	Column  string `json:"column,omitempty"` // its letter, when the heading is "" or occurs twice
	Field   string `json:"field"`            // of request.CreateFields or request.ItemFields

	Join    string            `json:"join,omitempty"`    // text before this part of a field with several columns, default ", "
	Decimal Decimal           `json:"decimal,omitempty"` // of numbers
	Date    DateOrder         `json:"date,omitempty"`    // of dates
	Unit    string            `json:"unit,omitempty"`    // of weights and lengths, when it is not kg or cm
	Phone   string            `json:"phone,omitempty"`   // country code of numbers without one, such as +62
	Values  map[string]string `json:"values,omitempty"`  // what cells mean, without regard to case; * is any other
}

// Decimal says how the numbers of a column are written.
type Decimal string

// The ways to write decimals.
const (
	DecimalPlain Decimal = ""      // 1234.5
	DecimalComma Decimal = "comma" // 1.234,5
	DecimalPoint Decimal = "point" // 1,234.5
)

// DateOrder says how the dates of a column are written.
type DateOrder string

// The orders of dates.
const (
	DateISO    DateOrder = ""       // 2026-01-31
	DateDMY    DateOrder = "dmy"    // 31/01/2026, with any separator
	DateMDY    DateOrder = "mdy"    // 01/31/2026
	DateYMD    DateOrder = "ymd"    // 2026/01/31
	DateSerial DateOrder = "serial" // 46053, the number of the day in a spreadsheet
)

// ParseMapping reads a mapping from JSON. The error names what is wrong with it and the fix.
func ParseMapping(data []byte) (Mapping, error) {
	var m Mapping
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return Mapping{}, fmt.Errorf("the mapping is not valid JSON: %w", err)
	}
	return m, m.Validate()
}

// Validate returns an error that names the column or the default that is wrong, and the fix.
func (m Mapping) Validate() error {
	for i, c := range m.Columns {
		if kindOfField(c.Field) == noField {
			return fmt.Errorf("columns[%d]: %q is not a field of an order or an item", i, c.Field)
		}
	}
	for field := range m.Defaults {
		if kindOfField(field) == noField {
			return fmt.Errorf("defaults: %q is not a field of an order or an item", field)
		}
	}
	return nil
}

// Fields are the fields that a mapping may name: those of orders, then those of items.
func Fields() []request.Field { return allFields }

// Missing are the required fields for which a mapping has neither a column nor a default. Every order would be
// refused for each of them.
func (m Mapping) Missing() []request.Field {
	has := make(map[string]bool, len(m.Columns)+len(m.Defaults))
	for _, c := range m.Columns {
		has[c.Field] = true
	}
	for field, value := range m.Defaults {
		has[field] = has[field] || value != ""
	}
	var missing []request.Field
	for _, f := range allFields {
		if f.Required && !has[f.Name] {
			missing = append(missing, f)
		}
	}
	return missing
}
