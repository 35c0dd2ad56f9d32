package web

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Form is the content of a page's form: the values that were typed, and the problems of fields. Templates use it by the
// parts field, select, check, error and errors.
type Form struct {
	Sent     url.Values
	problems map[string][]problem.Message // by field; "": of the whole form
	Labels   map[string]string            // by field, for the summary of the problems
	order    []string                     // of the labelled fields
	say      func(label string, m problem.Message) string
	within   string // begins ids
}

// NewForm makes a form with values and without problems.
func NewForm(values url.Values) *Form {
	if values == nil {
		values = url.Values{}
	}
	return &Form{
		Sent: values, problems: map[string][]problem.Message{}, Labels: map[string]string{},
		say: func(_ string, m problem.Message) string { return m.String() },
	}
}

// Label names a field in the summary of the problems. The summary lists fields in the order of these calls.
func (f *Form) Label(field, text string) *Form {
	f.Labels[field] = text
	f.order = append(f.order, field)
	return f
}

// Fail adds a problem to a field, or to the whole form if it is "".
func (f *Form) Fail(field, text string) {
	f.problems[field] = append(f.problems[field], problem.Own(text))
}

// Failed reports whether the form has problems.
func (f *Form) Failed() bool { return len(f.problems) > 0 }

// Value is the value of a field.
func (f *Form) Value(field string) string { return f.Sent.Get(field) }

// Values are all values of a field.
func (f *Form) Values(field string) []string { return f.Sent[field] }

// Fields are the values of fields of a request as Sent takes them. A boolean is whether it has a value, and an empty number is null.
func (f *Form) Fields(fields []request.Field) map[string]any {
	values := make(map[string]any, len(fields))
	for _, field := range fields {
		value := f.Value(field.Name)
		switch {
		case field.Type.Name == request.TypeBoolean:
			values[field.Name] = value != ""
		case field.Type.Name == request.TypeInteger && strings.TrimSpace(value) == "":
			values[field.Name] = nil
		default:
			values[field.Name] = value
		}
	}
	return values
}

// Has reports whether a field has a value among several.
func (f *Form) Has(field, value string) bool { return slices.Contains(f.Sent[field], value) }

// Errors are the problems of a field.
func (f *Form) Errors(field string) []string {
	return each.Of(f.problems[field], func(m problem.Message) string { return f.say(f.Labels[field], m) })
}

// Within begins the ids of fields with a name, for a page that has another form with the same fields.
func (f *Form) Within(name string) *Form {
	f.within = name + "-"
	return f
}

// ID is the id of a field's element.
func (f *Form) ID(field string) string { return f.within + "f-" + elementID(field) }

// ErrorID is the id of the element with a field's problems.
func (f *Form) ErrorID(field string) string { return "e-" + elementID(field) }

var notInID = strings.NewReplacer(".", "-", "[", "-", "]", "")

func elementID(field string) string { return notInID.Replace(field) }

// FormProblem is a line of the summary of problems.
type FormProblem struct{ ID, Label, Text string }

// Summary lists all problems: first the problems of the whole form, then of labelled fields in their order.
func (f *Form) Summary() []FormProblem {
	var all []FormProblem
	position := func(field string) int { return slices.Index(f.order, field) }
	fields := slices.SortedFunc(maps.Keys(f.problems), func(a, b string) int {
		return cmp.Or(cmp.Compare(min(len(a), 1), min(len(b), 1)), cmp.Compare(position(a), position(b)), cmp.Compare(a, b))
	})
	for _, field := range fields {
		id := ""
		if field != "" {
			id = f.ID(field)
		}
		for _, text := range f.Errors(field) {
			label := f.Labels[field]
			if strings.Contains(text, label) {
				label = "" // the text says what it is about
			}
			all = append(all, FormProblem{id, label, text})
		}
	}
	return all
}

// Option is a choice of a select.
type Option struct{ Value, Text string }

// Options are an empty choice with a text, and one of each value.
func Options[T any](none string, values []T, of func(T) Option) []Option {
	return append([]Option{{"", none}}, each.Of(values, of)...)
}

// ServiceOptions are an empty choice with a text, and one of each service.
func ServiceOptions(none string, services []shipment.Service) []Option {
	return Options(none, services, func(s shipment.Service) Option { return Option{strconv.FormatInt(s.ServiceID, 10), s.Name} })
}

// Page cuts rows to a page of size rows. The caller reads one row more than that, which shows that another page follows. Then next
// makes its path from the last row of this one; else path is "".
func Page[T any](rows []T, size int, next func(last T) string) (page []T, path string) {
	page = rows[:min(len(rows), size)]
	return page, Next(page, len(rows) > size, next)
}

// Next is the path of the page after some rows, which next makes from the last one; "" if there are no more.
func Next[T any](rows []T, more bool, next func(last T) string) string {
	if !more {
		return ""
	}
	return next(rows[len(rows)-1])
}

// Ticked are the values of a box that is ticked or not.
func Ticked(on bool) []string {
	if on {
		return []string{"1"}
	}
	return nil
}

// Itself is a choice whose text is its value.
func Itself(value string) Option { return Option{value, value} }

// LanguageOption is the choice of a language.
func LanguageOption(l *Language) Option { return Option{l.Tag, l.Name} }

// Fact is a line of the part facts; one without a value is not shown. Warn is a note to look at.
type Fact struct{ Name, Value, Note, Warn string }

// CountryOptions are all countries by name; the first is any.
func (v *Visit) CountryOptions() []Option {
	options := each.Of(shipment.Countries(), func(c shipment.Country) Option { return Option{string(c), v.Country(c)} })
	slices.SortFunc(options, func(a, b Option) int { return strings.Compare(a.Text, b.Text) })
	return append([]Option{{"", v.T("Any country")}}, options...)
}
