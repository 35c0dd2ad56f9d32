package console

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// mappingForm is the form for what the columns are, and for what all orders have in common.
type mappingForm struct {
	*form
	Columns  []mappingColumn
	Choices  []string // fields, in words
	Defaults []defaultField
	Services []option
	Payments []option
	Charsets []option // none: the file is no CSV file
	Words    map[string][]option
}

// mappingColumn is a column of the file.
type mappingColumn struct {
	Index   int
	Letter  string
	Heading string
	Sample  []string // texts of its first cells
	Field   string   // in words; "": it is left out
	Kind    string   // how its values may be written, see wordsOf
}

// defaultField is a field that all orders have in common.
type defaultField struct {
	Name, Label string
	Missing     bool
}

// usualDefaults are the fields that files lack most often.
var usualDefaults = []string{
	"payment_type", "pickup_contact_name", "pickup_contact_number", "pickup_country", "pickup_postal", "pickup_address", "item_price_currency",
}

// charsets are those of CSV files that spreadsheets write.
var charsets = []string{
	"utf-8", "windows-1252", "windows-1250", "windows-1251", "windows-1254", "windows-1256", "windows-1258", "windows-874", "gb18030", "big5",
	"shift_jis", "euc-kr",
}

// samples is how many cells of a column are shown.
const samples = 3

// newMappingForm makes the form of an import as it is.
func (v *visit) newMappingForm(p *importPage) (*mappingForm, error) {
	m := &mappingForm{form: newForm(map[string][]string{}), Words: ways()}
	services, err := v.serviceOptions()
	if err != nil {
		return nil, err
	}
	m.Services = services
	m.Payments = []option{
		{"", v.t("As the file says")}, {shipment.PaymentPrepaid, v.t("Prepaid")}, {shipment.PaymentCOD, v.t("Cash on delivery")},
	}
	if p.Report.Format == importer.CSV {
		m.values.Set("charset", p.Report.Charset)
		for _, name := range slices.Compact(slices.Concat([]string{p.Report.Charset}, charsets)) {
			if !slices.ContainsFunc(m.Charsets, func(o option) bool { return o.Value == name }) {
				m.Charsets = append(m.Charsets, option{name, name})
			}
		}
	}
	words := v.fieldWords()
	m.Choices = words.Choices
	for i, heading := range p.Report.Headings {
		m.Columns = append(m.Columns, m.column(p, words, i, heading))
	}
	m.label("charset", v.t("Charset")).label("service_id", v.t("Service"))
	m.addDefaults(p, words)
	return m, nil
}

// column makes a column of the form.
func (m *mappingForm) column(p *importPage, words *fieldWords, i int, heading string) mappingColumn {
	c := mappingColumn{Index: i, Letter: importer.ColumnName(i), Heading: heading}
	for _, row := range p.Report.Preview[:min(samples, len(p.Report.Preview))] {
		if i < len(row) && row[i] != "" {
			c.Sample = append(c.Sample, row[i])
		}
	}
	m.label(columnInput("field", i), cmp.Or(heading, c.Letter))
	at := slices.IndexFunc(p.Report.Mapping.Columns, func(c importer.ColumnMapping) bool {
		return !c.Ignore && headingIndex(p.Report.Headings, c) == i
	})
	if at < 0 {
		return c
	}
	is := p.Report.Mapping.Columns[at]
	c.Field, c.Kind = words.label(is.Field), wordsOf(is.Field)
	m.values.Set(columnInput("decimal", i), string(is.Decimal))
	m.values.Set(columnInput("date", i), string(is.Date))
	m.values.Set(columnInput("unit", i), is.Unit)
	m.values.Set(columnInput("phone", i), is.Phone)
	m.label(columnInput("phone", i), cmp.Or(heading, c.Letter))
	return c
}

// addDefaults adds what all orders have in common: what is missing first.
func (m *mappingForm) addDefaults(p *importPage, words *fieldWords) {
	for field, value := range p.Report.Mapping.Defaults {
		m.values.Set("default."+field, value)
	}
	m.values.Set("service_id", p.Report.Mapping.Defaults["service_id"])
	fields := slices.Concat(p.Report.Missing, usualDefaults)
	for field := range p.Report.Mapping.Defaults {
		if !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields[len(p.Report.Missing)+len(usualDefaults):])
	for i, field := range fields {
		if field == "service_id" || slices.Index(fields, field) < i {
			continue
		}
		m.Defaults = append(m.Defaults, defaultField{field, words.label(field), i < len(p.Report.Missing)})
		m.label("default."+field, words.label(field))
	}
}

// ways are the ways to write values, by the kind of wordsOf.
func ways() map[string][]option {
	kilograms := []option{{"", "kg"}, {"g", "g"}, {"lb", "lb"}, {"oz", "oz"}}
	centimetres := []option{{"", "cm"}, {"mm", "mm"}, {"m", "m"}, {"in", "in"}, {"ft", "ft"}}
	return map[string][]option{
		"decimal": {{"", "1234.5"}, {string(importer.DecimalComma), "1.234,5"}, {string(importer.DecimalPoint), "1,234.5"}},
		"date": {
			{"", "2026-11-30"},
			{string(importer.DateDMY), "30/11/2026"},
			{string(importer.DateMDY), "11/30/2026"},
			{string(importer.DateYMD), "2026/11/30"},
			{string(importer.DateSerial), "46356"},
		},
		"weight": kilograms, "length": centimetres,
	}
}

// columnInput is the name of an input of a column.
func columnInput(what string, index int) string { return what + "." + strconv.Itoa(index) }

// headingIndex is the index of a column of a mapping among the headings, -1 if there is none.
func headingIndex(headings []string, c importer.ColumnMapping) int {
	if c.Column != "" {
		return columnIndex(strings.ToUpper(c.Column))
	}
	return slices.IndexFunc(headings, func(h string) bool { return strings.EqualFold(h, strings.TrimSpace(c.Heading)) })
}

// checkImport checks the import again with the mapping of the form.
func (v *visit) checkImport() error {
	if err := v.parse(); err != nil {
		return err
	}
	p, err := v.readImport()
	if err != nil {
		return err
	}
	m, err := v.newMappingForm(p)
	if err != nil {
		return err
	}
	maps.Copy(m.values, v.r.PostForm)
	body := map[string]any{"defaults": "{}", "mapping": v.sentMapping(p, m)}
	if charset := v.form("charset"); charset != "" && charset != p.Report.Charset {
		body["charset"] = charset
	}
	if !m.failed() {
		answer, err := v.api(http.MethodPost, v.importAPI("check/"), body)
		if err != nil {
			return err
		}
		if answer.ok() {
			return v.redirect(p.Path)
		}
		for _, text := range v.messages("", answer) {
			m.fail("", text)
		}
	}
	p.Mapping = m
	return v.showImport(http.StatusUnprocessableEntity, p)
}

// sentMapping is the mapping of the import with the changes of the form, as JSON. What is wrong is a problem of the form.
func (v *visit) sentMapping(p *importPage, m *mappingForm) string {
	words := v.fieldWords()
	mapping := importer.Mapping{Preset: p.Report.Mapping.Preset, Defaults: m.sentDefaults()}
	for _, c := range p.Report.Mapping.Columns { // of columns that are joined, each is here
		i := headingIndex(p.Report.Headings, c)
		if i < 0 || i >= len(p.Report.Headings) || m.values.Get(columnInput("field", i)) == "" {
			mapping.Columns = append(mapping.Columns, v.written(c, i))
		}
	}
	for i, heading := range p.Report.Headings {
		text := m.values.Get(columnInput("field", i))
		if strings.TrimSpace(text) == "" {
			continue
		}
		c := importer.ColumnMapping{Heading: heading, Column: importer.ColumnName(i)}
		field, known := words.field(text)
		switch {
		case !known:
			m.fail(columnInput("field", i), v.t("Choose one of the list."))
		case field == notImported:
			c.Ignore = true
		case field == ownRecord:
			c.Field = metadataPrefix + strings.TrimSpace(heading)
		default:
			c.Field = field
		}
		mapping.Columns = append(mapping.Columns, v.written(c, i))
	}
	text, err := json.Marshal(mapping)
	if err != nil {
		panic("a mapping is JSON: " + err.Error())
	}
	return string(text)
}

// sentDefaults are the values of the form that all orders have in common.
func (m *mappingForm) sentDefaults() map[string]string {
	defaults := map[string]string{"service_id": m.values.Get("service_id")}
	for name, values := range m.values {
		if field, ok := strings.CutPrefix(name, "default."); ok && field != "service_id" {
			defaults[field] = strings.TrimSpace(values[0])
		}
	}
	maps.DeleteFunc(defaults, func(_, value string) bool { return value == "" })
	return defaults
}

// written gives a column the ways to write values that the form has.
func (v *visit) written(c importer.ColumnMapping, i int) importer.ColumnMapping {
	value := func(what, before string) string {
		if sent, has := v.r.PostForm[columnInput(what, i)]; has {
			return strings.TrimSpace(sent[0])
		}
		return before
	}
	kind := wordsOf(c.Field)
	switch kind {
	case "weight", "length":
		c.Unit = value("unit", c.Unit)
		c.Decimal = importer.Decimal(value("decimal", string(c.Decimal)))
	case "number":
		c.Decimal = importer.Decimal(value("decimal", string(c.Decimal)))
	case "date":
		c.Date = importer.DateOrder(value("date", string(c.Date)))
	case "phone":
		c.Phone = value("phone", c.Phone)
	}
	return c
}
