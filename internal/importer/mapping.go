package importer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// Mapping says which column of a table is which field of an order or of its items. Complete adds the columns that it
// does not name.
type Mapping struct {
	Preset  string          `json:"preset,omitempty"` // whose columns these are
	Columns []ColumnMapping `json:"columns"`
	// LeaveOut are columns whose values say why an order is left out, "" if it is not. nil: as Complete proposes.
	LeaveOut []ColumnMapping `json:"leave_out,omitzero"`
	// Defaults are texts of fields that have no value in the file, by field.
	Defaults map[string]string `json:"defaults,omitempty"`
}

// ColumnMapping says what a column is. Columns with the same field are joined in the order of the mapping.
type ColumnMapping struct {
	Heading string `json:"heading"`          // compared without regard to case and blanks
	Column  string `json:"column,omitempty"` // its letter, when the heading is "" or occurs twice
	// Field is one of request.CreateFields or request.ItemFields, tax_ids.PARTY.TYPE, tax_ids.PARTY.TYPE.country or
	// metadata.KEY, or the unit of a weight or size, such as order_weight.unit. metadata alone has the heading as its key.
	Field  string `json:"field,omitempty"`
	Ignore bool   `json:"ignore,omitempty"` // the column is no field

	Join    string            `json:"join,omitempty"`       // text before this part of a field with several columns, default ", "
	Decimal Decimal           `json:"decimal,omitempty"`    // of numbers
	Date    DateOrder         `json:"date,omitempty"`       // of dates
	Unit    string            `json:"unit,omitempty"`       // of weights and lengths, when it is not kg or cm and no column has it
	Phone   string            `json:"phone,omitempty"`      // country code of numbers without one, such as +62; or PhoneOfCountry
	Values  map[string]string `json:"values,omitempty"`     // what cells mean, without regard to case; * is any other
	Fill    bool              `json:"fill,omitempty"`       // an empty cell of an item has the value of the order's other rows
	All     bool              `json:"all_pieces,omitempty"` // the amount is of all pieces of the item
	First   bool              `json:"first,omitempty"`      // it counts only if the columns of the field before it are empty
	Several []string          `json:"several,omitempty"`    // of item_desc: its cells have several items, and these values of each
	Side    int               `json:"side,omitempty"`       // of a size: which of the sides of 30x20x15 it is, from 1
	Rows    bool              `json:"rows,omitempty"`       // of LeaveOut: an order keeps its other rows
}

// Name is the heading of the column, or its letter.
func (c ColumnMapping) Name() string { return cmp.Or(c.Heading, c.Column) }

// PhoneOfCountry gives phone numbers without a country code that of their address.
const PhoneOfCountry = "country"

// Decimal says how the numbers of a column are written.
type Decimal string

// The ways to write decimals. Amounts may have a way for each currency: IDR comma, SGD point.
const (
	DecimalPlain Decimal = ""      // 1234.5
	DecimalComma Decimal = "comma" // 1.234,5
	DecimalPoint Decimal = "point" // 1,234.5
)

// decimalWays are the ways, or those of currencies.
var decimalWays = compiled(`^(([A-Z]{3} )?(comma|point)(, |$))*$`)

// of is the way of the amounts in a currency.
func (d Decimal) of(currency string) Decimal {
	for one := range strings.SplitSeq(string(d), ", ") {
		if code, way, has := strings.Cut(one, " "); !has || code == currency {
			return Decimal(cmp.Or(way, code))
		}
	}
	return DecimalPlain
}

// with gives the amounts in a currency a way, "" for all.
func (d Decimal) with(currency string, way Decimal) Decimal {
	if currency == "" {
		return way
	}
	return Decimal(strings.TrimSuffix(fmt.Sprintf("%s %s, %s", currency, way, d), ", "))
}

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
		_, sent, _ := strings.Cut(err.Error(), "unknown field ")
		sent, _ = strconv.Unquote(sent)
		return Mapping{}, problem.Join(request.NearField(sent, mappingKeys), problem.MappingNotJSON.With(err)).Err()
	}
	for i := range m.Columns {
		if c := &m.Columns[i]; c.Field == metadataField {
			c.Field = metadataPrefix + strings.TrimSpace(c.Heading)
		}
	}
	return m, m.Validate()
}

// mappingKeys are the keys of a mapping and of its columns.
var mappingKeys = []string{
	"preset", "columns", "leave_out", "defaults", "heading", "column", "field", "ignore", "join", "decimal", "date", "unit", "phone", "values",
	"fill", "all_pieces", "first", "several", "side", "rows",
}

// wrong is the problem of a place of a mapping.
func wrong(place string, err error) error {
	return problem.MappingWrong.With(place, fmt.Sprintf("%s: %v.", place, err)).Err()
}

// Validate returns an error that names the column or the default that is wrong, and the fix.
func (m Mapping) Validate() error {
	for _, of := range []struct {
		place    string
		columns  []ColumnMapping
		validate func(*ColumnMapping) error
	}{{"columns", m.Columns, (*ColumnMapping).validate}, {"leave_out", m.LeaveOut, (*ColumnMapping).validateLeaveOut}} {
		if len(of.columns) > MaxColumns {
			return wrong(of.place, fmt.Errorf("%d columns: at most %d", len(of.columns), MaxColumns))
		}
		for i := range of.columns {
			if err := of.validate(&of.columns[i]); err != nil {
				return wrong(fmt.Sprintf("%s[%d]", of.place, i), err)
			}
		}
	}
	for field, value := range m.Defaults {
		switch {
		case !isKnown(field) || isUnit(field):
			return wrong("defaults", errNotField(field))
		case len(value) > MaxCell:
			return wrong("defaults", fmt.Errorf("the value of %s has more than %d bytes", field, MaxCell))
		}
	}
	return nil
}

func errNotField(field string) error {
	return fmt.Errorf("%q is not a field of an order or an item, such as consignee_name, item_desc, "+
		"tax_ids.shipper.VAT or metadata.KEY", field)
}

// phoneCode is a country code, or a plus sign for numbers that have one.
var phoneCode = compiled(`^\+[1-9]?[0-9]{0,3}$`)

// maxValues is the most values of a column.
const maxValues = 1000

func (c *ColumnMapping) validate() error {
	f, known := FieldOf(c.Field)
	switch {
	case c.Heading == "" && c.Column == "":
		return errNoColumn
	case c.Ignore && c.Field != "":
		return fmt.Errorf("ignore leaves the column out: leave out ignore, or field %q", c.Field)
	case c.Ignore:
		return nil
	case c.Field == "":
		return errors.New(`name the field, or send "ignore": true to leave the column out`)
	case !known:
		return errNotField(c.Field)
	default:
		return c.validateValues(&f)
	}
}

// validateLeaveOut checks a column that says which orders are left out.
func (c *ColumnMapping) validateLeaveOut() error {
	switch {
	case c.Heading == "" && c.Column == "":
		return errNoColumn
	case c.Field != "" || c.Ignore:
		return errors.New("send neither field nor ignore: the values say which orders are left out, and why")
	case len(c.Values) > maxValues:
		return fmt.Errorf("%d values: at most %d", len(c.Values), maxValues)
	}
	return nil
}

var errNoColumn = errors.New("name the heading or the letter of the column")

// validateValues checks how the values of a column are written.
func (c *ColumnMapping) validateValues(f *request.Field) error {
	u, knownUnit := units[c.Unit]
	switch {
	case !decimalWays().MatchString(string(c.Decimal)):
		return fmt.Errorf("decimal %q is none of comma and point, nor those of currencies, such as IDR comma, SGD point", c.Decimal)
	case strings.Contains(string(c.Decimal), " ") && !isMoney(f.Name):
		return fmt.Errorf("decimal %q has currencies, and %s is no amount", c.Decimal, c.Field)
	case !slices.Contains([]DateOrder{DateISO, DateDMY, DateMDY, DateYMD, DateSerial}, c.Date):
		return fmt.Errorf("date %q is none of dmy, mdy, ymd and serial", c.Date)
	case c.Unit != "" && !knownUnit:
		return fmt.Errorf("unit %q is none of kg, g, lb, oz, cm, mm, m, in and ft", c.Unit)
	case c.Unit != "" && (f.Type.Name != request.TypeDecimal || u.weight != strings.HasSuffix(f.Name, "_weight") || isMoney(f.Name)):
		return fmt.Errorf("%s has no unit %s", c.Field, c.Unit)
	case c.Phone != "" && c.Phone != PhoneOfCountry && !phoneCode().MatchString(c.Phone):
		return fmt.Errorf(`phone %q is not a country code such as "+62", nor "+" or "country"`, c.Phone)
	case len(c.Values) > maxValues:
		return fmt.Errorf("%d values: at most %d", len(c.Values), maxValues)
	}
	return c.validateSeveral()
}

func (c *ColumnMapping) validateSeveral() error {
	switch {
	case c.Side < 0 || c.Side > len(sizeFields) || c.Side > 0 && !slices.Contains(sizeFields, c.Field):
		return fmt.Errorf("side is 1, 2 or 3, of %s", strings.Join(sizeFields, ", "))
	case c.Several != nil && c.Field != descField:
		return fmt.Errorf("several is only for %s", descField)
	case slices.ContainsFunc(c.Several, func(field string) bool { return !slices.Contains(listedFields[1:], field) }):
		return fmt.Errorf("several may have %s, and nothing else", strings.Join(listedFields[1:], ", "))
	}
	return nil
}

// isMoney reports whether a decimal field is an amount.
func isMoney(field string) bool {
	return strings.Contains(field, "amount") || strings.Contains(field, "amt") || strings.Contains(field, "price") ||
		strings.HasSuffix(field, "_value")
}

// Fields are the fields that a mapping may name: those of orders, then those of items.
func Fields() []request.Field { return allFields }

// Missing are the required fields for which a mapping has neither a column nor a default. Every order would be
// refused for each of them.
func (m Mapping) Missing() []request.Field {
	has := make(map[string]bool, len(m.Columns)+len(m.Defaults))
	for _, c := range m.Columns {
		has[c.Field] = true
		for _, field := range c.Several {
			has[field] = true
		}
	}
	for field, value := range m.Defaults {
		has[field] = has[field] || value != ""
	}
	return slices.DeleteFunc(slices.Clone(allFields), func(f request.Field) bool { return !f.Required || has[f.Name] })
}
