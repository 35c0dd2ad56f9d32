package imports

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// mappingForm is the form for what the columns are, and for what all orders have in common.
type mappingForm struct {
	*web.Form
	Columns  []mappingColumn
	Choices  []string // fields, in words
	Defaults []defaultField
	Services []web.Option
	Payments []web.Option
	Charsets []web.Option // none: the file is no CSV file
	Sheets   []web.Option // none: the file has one
	Words    map[string][]web.Option
}

// mappingColumn is a column of the file.
type mappingColumn struct {
	Index   int
	Letter  string
	Heading string
	Sample  []string // texts of its first cells
	Field   string   // in words; "": it is left out
	Kind    string   // how its values may be written, see wordsOf
	More    moreWays
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
func newMappingForm(v *web.Visit, p *importPage) (*mappingForm, error) {
	services, err := serviceOptions(v)
	m := &mappingForm{Form: web.NewForm(nil), Words: ways(), Services: services, Payments: []web.Option{
		{Value: "", Text: v.T("As the file says")},
		{Value: shipment.PaymentPrepaid, Text: v.T("Prepaid")},
		{Value: shipment.PaymentCOD, Text: v.T("Cash on delivery")},
	}}
	if p.Report.Format == importer.CSV {
		m.Sent.Set("charset", p.Report.Charset)
		others := slices.DeleteFunc(slices.Clone(charsets), func(name string) bool { return name == p.Report.Charset })
		m.Charsets = each.Of(slices.Concat([]string{p.Report.Charset}, others), web.Itself)
	}
	m.Sent.Set("sheet", p.Report.Sheet)
	m.Sheets = each.Of(p.Report.Sheets, web.Itself)
	if p.Report.HeadingRow > 0 {
		m.Sent.Set("heading_row", strconv.FormatInt(p.Report.HeadingRow, 10))
	}
	words := newFieldWords(v)
	m.Choices = words.Choices
	for i, heading := range p.Report.Headings {
		m.Columns = append(m.Columns, m.column(p, words, i, heading))
	}
	m.Label("charset", v.T("Charset")).Label("sheet", v.T("Sheet")).Label("heading_row", v.T("Row with the headings"))
	m.Label("service_id", v.T("Service"))
	m.Words["phone"], m.Words["amount"] = phoneWays(v, p.Report.Mapping), amountWays(p.Report.Mapping)
	m.addDefaults(p, words)
	return m, err
}

// column makes a column of the form.
func (m *mappingForm) column(p *importPage, words *fieldWords, i int, heading string) mappingColumn {
	c := mappingColumn{Index: i, Letter: importer.ColumnName(i), Heading: heading}
	for _, row := range p.Report.Preview[:min(samples, len(p.Report.Preview))] {
		if i < len(row) && row[i] != "" {
			c.Sample = append(c.Sample, row[i])
		}
	}
	m.Label(columnInput("field", i), cmp.Or(heading, c.Letter))
	at := slices.IndexFunc(p.Report.Mapping.Columns, func(c importer.ColumnMapping) bool {
		return !c.Ignore && headingIndex(p.Report.Headings, c) == i
	})
	if at < 0 {
		return c
	}
	is := p.Report.Mapping.Columns[at]
	c.Field, c.Kind = words.label(is.Field), wordsOf(is.Field)
	for _, way := range columnWays {
		m.Sent.Set(columnInput(way.input, i), *way.of(&is))
	}
	c.More = m.moreWays(words.v, p.Report.Mapping.Columns, at, i)
	return c
}

// addDefaults adds what all orders have in common: what is missing first.
func (m *mappingForm) addDefaults(p *importPage, words *fieldWords) {
	for field, value := range p.Report.Mapping.Defaults {
		m.Sent.Set("default."+field, value)
	}
	m.Sent.Set("service_id", p.Report.Mapping.Defaults["service_id"])
	fields := slices.Concat(p.Report.Missing, usualDefaults, slices.Sorted(maps.Keys(p.Report.Mapping.Defaults)))
	for i, field := range fields {
		if field == "service_id" || slices.Index(fields, field) < i {
			continue
		}
		m.Defaults = append(m.Defaults, defaultField{field, words.label(field), i < len(p.Report.Missing)})
		m.Label("default."+field, words.label(field))
	}
}

// columnInput is the name of an input of a column.
func columnInput(what string, index int) string { return what + "." + strconv.Itoa(index) }

// headingIndex is the index of a column of a mapping among the headings, -1 if there is none.
func headingIndex(headings []string, c importer.ColumnMapping) int {
	if c.Column != "" {
		return importer.ColumnIndex(strings.ToUpper(c.Column))
	}
	return slices.IndexFunc(headings, func(h string) bool { return strings.EqualFold(h, strings.TrimSpace(c.Heading)) })
}

// checkImport checks the import again with the mapping of the form.
func (pg *pages) checkImport(v *web.Visit, p *importPage) error {
	m, err := newMappingForm(v, p)
	if err != nil {
		return err
	}
	m.forgetChecks(v)
	maps.Copy(m.Sent, v.Request.PostForm)
	mapping, fields := sentMapping(v, p, m), map[string]any{}
	for field, read := range map[string]string{
		"charset": p.Report.Charset, "sheet": p.Report.Sheet, "heading_row": strconv.FormatInt(p.Report.HeadingRow, 10),
	} {
		if value := v.FormValue(field); value != "" && value != read {
			fields[field] = value
		}
	}
	if len(fields) > 0 && fields["charset"] == nil { // other headings: the columns are found out anew
		mapping = importer.Mapping{}
	}
	if !m.Failed() {
		err := pg.check(v, p, fields, Reading{Mapping: &mapping, Defaults: map[string]string{}})
		if err == nil {
			return v.Redirect(p.Path)
		}
		said := v.Said("", err)
		if said == nil {
			return err
		}
		for _, text := range said {
			m.Fail("", text)
		}
	}
	p.Mapping = m
	return pg.showImport(v, http.StatusUnprocessableEntity, p)
}

// check checks an import again. What says how its file is read beside the columns is in the fields of the page.
func (pg *pages) check(v *web.Visit, p *importPage, fields map[string]any, how Reading) error {
	_, err := web.WriteSent(v, &request.RecheckImport, fields,
		func(ctx context.Context, by masterdata.Caller, sent request.ImportRequest) (stored.Import, error) {
			how.ImportRequest = sent
			if encoded := (job.Options{Mapping: how.Mapping}).Encode(); utf8.RuneCount(encoded) > request.MaxMapping {
				return stored.Import{}, request.Wrong("mapping", problem.MaxLength.With(request.MaxMapping))
			}
			return pg.Check(ctx, by, p.ImportID, how)
		})
	return err
}

// sentMapping is the mapping of the import with the changes of the form. What is wrong is a problem of the form.
func sentMapping(v *web.Visit, p *importPage, m *mappingForm) importer.Mapping {
	words := newFieldWords(v)
	mapping := importer.Mapping{Preset: p.Report.Mapping.Preset, Defaults: m.sentDefaults(), LeaveOut: sentLeaveOut(v, &p.Report)}
	for _, c := range p.Report.Mapping.Columns { // of columns that are joined, each is here
		i := headingIndex(p.Report.Headings, c)
		if i < 0 || i >= len(p.Report.Headings) || m.Sent.Get(columnInput("field", i)) == "" {
			mapping.Columns = append(mapping.Columns, m.written(v, c, i))
		}
	}
	for i, heading := range p.Report.Headings {
		text := m.Sent.Get(columnInput("field", i))
		if strings.TrimSpace(text) == "" {
			continue
		}
		c := importer.ColumnMapping{Heading: heading, Column: importer.ColumnName(i)}
		field, known := words.field(text)
		switch {
		case !known:
			m.Fail(columnInput("field", i), v.T("Choose one of the list."))
		case field == notImported:
			c.Ignore = true
		case field == ownRecord:
			c.Field = metadataPrefix + strings.TrimSpace(heading)
		default:
			c.Field = field
		}
		mapping.Columns = append(mapping.Columns, m.written(v, c, i))
	}
	return mapping
}

// sentDefaults are the values of the form that all orders have in common.
func (m *mappingForm) sentDefaults() map[string]string {
	defaults := map[string]string{"service_id": m.Sent.Get("service_id")}
	for name, values := range m.Sent {
		if field, ok := strings.CutPrefix(name, "default."); ok && field != "service_id" {
			defaults[field] = strings.TrimSpace(values[0])
		}
	}
	maps.DeleteFunc(defaults, func(_, value string) bool { return value == "" })
	return defaults
}
