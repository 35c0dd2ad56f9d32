package console

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// form is what a page's form shows: the values that were typed, and the problems of fields. Templates use it by the
// parts field, select, check, error and errors.
type form struct {
	values   url.Values
	problems map[string][]string // by field; "": of the whole form
	labels   map[string]string   // by field, for the summary of the problems
	order    []string            // of the labelled fields
	say      func(label, problem string) string
}

// newForm makes a form with values and without problems.
func newForm(values url.Values) *form {
	if values == nil {
		values = url.Values{}
	}
	return &form{
		values: values, problems: map[string][]string{}, labels: map[string]string{},
		say: func(_, problem string) string { return problem },
	}
}

// label names a field in the summary of the problems. The summary lists fields in the order of these calls.
func (f *form) label(field, text string) *form {
	f.labels[field] = text
	f.order = append(f.order, field)
	return f
}

// fail adds a problem to a field, or to the whole form if it is "".
func (f *form) fail(field, problem string) { f.problems[field] = append(f.problems[field], problem) }

// failAll adds the problems of an answer of the interface, which are shown in the user's words with the labels of fields.
func (v *visit) failAll(f *form, answer apiAnswer) {
	f.say = v.words().Plain
	for field, texts := range answer.problems() {
		f.problems[field] = append(f.problems[field], texts...)
	}
}

// failed reports whether the form has problems.
func (f *form) failed() bool { return len(f.problems) > 0 }

// Value is the value of a field.
func (f *form) Value(field string) string { return f.values.Get(field) }

// Values are all values of a field.
func (f *form) Values(field string) []string { return f.values[field] }

// Has reports whether a field has a value among several.
func (f *form) Has(field, value string) bool { return slices.Contains(f.values[field], value) }

// Errors are the problems of a field.
func (f *form) Errors(field string) []string {
	shown := make([]string, len(f.problems[field]))
	for i, problem := range f.problems[field] {
		shown[i] = f.say(f.labels[field], problem)
	}
	return shown
}

// ID is the id of a field's element.
func (f *form) ID(field string) string { return "f-" + elementID(field) }

// ErrorID is the id of the element with a field's problems.
func (f *form) ErrorID(field string) string { return "e-" + elementID(field) }

func elementID(field string) string {
	return strings.NewReplacer(".", "-", "[", "-", "]", "").Replace(field)
}

// formProblem is a line of the summary of problems.
type formProblem struct{ ID, Label, Text string }

// Summary lists all problems: those of the whole form first, then those of labelled fields in their order.
func (f *form) Summary() []formProblem {
	var all []formProblem
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
			label := f.labels[field]
			if strings.Contains(text, label) {
				label = "" // the text says what it is about
			}
			all = append(all, formProblem{id, label, text})
		}
	}
	return all
}

// option is a choice of a select.
type option struct{ Value, Text string }

// fact is a line of the part facts; one without a value is not shown.
type fact struct{ Name, Value, Note string }

// newOnce makes the value of a form's hidden field once, by which the interface carries out a form once that is sent
// twice.
func newOnce() string { return rand.Text() }
