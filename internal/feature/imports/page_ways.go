package imports

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/importer"
)

// moreWays are the settings of a column that few columns need.
type moreWays struct {
	Set     bool         // one is set
	Joins   []web.Option // none: no column before it is of the same field
	Several []web.Option // none: a cell cannot have several items
	Item    bool         // it is of items
	Price   bool         // it may be of all pieces
}

// joinFirst means in the form: use the column only if the earlier columns of its field are empty.
const joinFirst = "first"

// phoneWays are the ways to complete numbers without a plus sign, by their codes in the mapping.
func phoneWays(v *web.Visit, mapping importer.Mapping) []web.Option {
	all := []web.Option{
		{Value: "", Text: v.T("As they are")},
		{Value: importer.PhoneOfCountry, Text: v.T("Code of the country")},
		{Value: "+", Text: v.T("A plus sign")},
	}
	for _, c := range mapping.Columns {
		all = withWay(all, c.Phone, c.Phone)
	}
	return all
}

// withWay adds a way to write values that is not among them.
func withWay(all []web.Option, value, text string) []web.Option {
	if slices.ContainsFunc(all, func(o web.Option) bool { return o.Value == value }) {
		return all
	}
	return append(all, web.Option{Value: value, Text: text})
}

// decimalText describes a way to write decimals, or those of currencies.
func decimalText(way importer.Decimal) string {
	return strings.NewReplacer(string(importer.DecimalComma), "1.234,5", string(importer.DecimalPoint), "1,234.5").Replace(string(way))
}

// amountWays are the ways to write amounts, with those of the mapping.
func amountWays(mapping importer.Mapping) []web.Option {
	all := ways()["decimal"]
	for _, c := range mapping.Columns {
		all = withWay(all, string(c.Decimal), decimalText(c.Decimal))
	}
	return all
}

// ways are the ways to write values, by the kind of wordsOf.
func ways() map[string][]web.Option {
	return map[string][]web.Option{
		"decimal": {
			{Value: "", Text: "1234.5"},
			{Value: string(importer.DecimalComma), Text: decimalText(importer.DecimalComma)},
			{Value: string(importer.DecimalPoint), Text: decimalText(importer.DecimalPoint)},
		},
		"date": {
			{Value: "", Text: "2026-11-30"},
			{Value: string(importer.DateDMY), Text: "30/11/2026"},
			{Value: string(importer.DateMDY), Text: "11/30/2026"},
			{Value: string(importer.DateYMD), Text: "2026/11/30"},
			{Value: string(importer.DateSerial), Text: "46356"},
		},
		"weight": web.Options("(kg)", []string{"kg", "g", "lb", "oz"}, web.Itself),
		"length": web.Options("cm", []string{"mm", "m", "in", "ft"}, web.Itself),
	}
}

// moreWays makes the settings of the column at an index of a mapping, and puts their values into the form.
func (m *mappingForm) moreWays(v *web.Visit, columns []importer.ColumnMapping, at, i int) moreWays {
	c := columns[at]
	more := moreWays{
		Item: strings.HasPrefix(c.Field, "item_"), Price: c.Field == "item_price_value",
		Set: len(c.Values) > 0 || c.Fill || c.All || len(c.Several) > 0,
	}
	if slices.ContainsFunc(columns[:at], func(o importer.ColumnMapping) bool { return o.Field == c.Field }) {
		more.Joins, more.Set = joins(v, c), true
	}
	if c.Field == "item_desc" {
		more.Several = []web.Option{
			{Value: "item_quantity", Text: v.T("pieces")},
			{Value: "item_price_value", Text: v.T("prices")},
			{Value: "item_sku", Text: v.T("SKUs")},
		}
	}
	m.Sent.Set(columnInput("join", i), cmp.Or(c.Join, defaultJoin))
	if c.First {
		m.Sent.Set(columnInput("join", i), joinFirst)
	}
	m.Sent[columnInput("several", i)] = c.Several
	m.Sent[columnInput("fill", i)], m.Sent[columnInput("all", i)] = web.Ticked(c.Fill), web.Ticked(c.All)
	m.Sent.Set(columnInput("values", i), valueLines(m.named(c, func(o web.Option) (is, name string) { return o.Value, o.Text })))
	return more
}

// named are the meanings of a column, with the names of services in place of their ids, or the other way: of says
// what is replaced, and by what.
func (m *mappingForm) named(c importer.ColumnMapping, of func(web.Option) (is, name string)) map[string]string {
	values := maps.Clone(c.Values)
	for _, service := range m.Services {
		is, name := of(service)
		for value, meaning := range values {
			if c.Field == serviceField && strings.EqualFold(meaning, is) && is != "" {
				values[value] = name
			}
		}
	}
	return values
}

// defaultJoin joins columns of a mapping that does not say how.
const defaultJoin = ", "

// joins are the ways to join a column to those of its field before it, with the way of the mapping.
func joins(v *web.Visit, c importer.ColumnMapping) []web.Option {
	all := []web.Option{
		{Value: defaultJoin, Text: v.T("Joined by a comma")},
		{Value: " ", Text: v.T("Joined by a blank")},
		{Value: "-", Text: v.T("Joined by a hyphen")},
		{Value: joinFirst, Text: v.T("Only if it is empty there")},
	}
	if c.Join == "" {
		return all
	}
	return withWay(all, c.Join, v.T("Joined by %s", strconv.Quote(c.Join)))
}

// valueLines are the meanings of the values of a column as lines.
func valueLines(values map[string]string) string {
	return strings.Join(each.Of(slices.Sorted(maps.Keys(values)), func(value string) string { return value + " = " + values[value] }), "\n")
}

// columnWays are the ways to write values that a column has an input for, with the kinds of wordsOf that have them.
var columnWays = []struct {
	input string
	kinds []string
	of    func(*importer.ColumnMapping) *string
}{
	{"decimal", []string{"weight", "length", "number"}, func(c *importer.ColumnMapping) *string { return (*string)(&c.Decimal) }},
	{"date", []string{"date"}, func(c *importer.ColumnMapping) *string { return (*string)(&c.Date) }},
	{"unit", []string{"weight", "length"}, func(c *importer.ColumnMapping) *string { return &c.Unit }},
	{"phone", []string{"phone"}, func(c *importer.ColumnMapping) *string { return &c.Phone }},
}

// written gives a column the ways to write values that the form has.
func (m *mappingForm) written(v *web.Visit, c importer.ColumnMapping, i int) importer.ColumnMapping {
	for _, way := range columnWays {
		sent, has := v.Request.PostForm[columnInput(way.input, i)]
		if has && slices.Contains(way.kinds, wordsOf(c.Field)) {
			*way.of(&c) = strings.TrimSpace(sent[0])
		}
	}
	if m.Sent.Get(columnInput("more", i)) != "" {
		m.addMore(v, &c, i)
	}
	return c
}

// forgetChecks clears the checkboxes of moreWays if the form was sent with them: a browser sends only checked ones.
func (m *mappingForm) forgetChecks(v *web.Visit) {
	for i := range m.Columns {
		if v.Request.PostForm.Has(columnInput("more", i)) {
			for _, what := range []string{"several", "fill", "all"} {
				m.Sent.Del(columnInput(what, i))
			}
		}
	}
}

// addMore gives a column the settings of moreWays that the form has. A line of values that has no meaning is a problem of the form.
func (m *mappingForm) addMore(v *web.Visit, c *importer.ColumnMapping, i int) {
	sent := func(what string) string { return m.Sent.Get(columnInput(what, i)) }
	if join := sent("join"); m.Sent.Has(columnInput("join", i)) {
		c.First = join == joinFirst
		c.Join = join
		if c.First || join == defaultJoin {
			c.Join = ""
		}
	}
	if c.Field == "item_desc" {
		c.Several = m.Sent[columnInput("several", i)]
	}
	c.Fill, c.All = sent("fill") != "", sent("all") != "" && c.Field == "item_price_value"
	c.Values = nil
	for line := range strings.Lines(sent("values")) {
		value, meaning, ok := strings.Cut(line, "=")
		if value = strings.TrimSpace(value); ok {
			if c.Values == nil {
				c.Values = map[string]string{}
			}
			c.Values[value] = strings.TrimSpace(meaning)
		} else if value != "" {
			m.Fail(columnInput("values", i), v.T("Write each value in a line of its own: cash = cod."))
		}
	}
	c.Values = m.named(*c, func(o web.Option) (is, name string) { return o.Text, o.Value })
}
