package orderform

import (
	"waybill/internal/console/phrase"
	"waybill/internal/request"
)

// Words puts what the API says into words for people.
type Words struct {
	// Text is a text of a key in the language of the user, with its arguments.
	Text  func(key string, args ...any) string
	Names *Names
}

// Label is the label of an input.
func (w Words) Label(f *Form, input string) string { return w.Text(f.field(input).Label) }

// Place says where an input is: its group, or its row.
func (w Words) Place(f *Form, input string) string {
	list, row, _, ofRow := split(input)
	if ofRow {
		return w.Text(rowNames[list], row+1)
	}
	for _, g := range f.Groups {
		for _, of := range g.Fields {
			if of.Name == input {
				return w.Text(g.Name)
			}
		}
	}
	return ""
}

// rowNames are the names of the rows of lists.
var rowNames = map[string]string{Items: key("Item %d"), TaxIDs: key("Tax id %d"), Metadata: key("Record %d")}

// message puts a message about an input into words.
func (w Words) message(f *Form, input, message string) string {
	if f.field(input).Type.Name == request.TypeService && message == "A valid integer is required." {
		return w.Text(key("%s: choose one of the list."), w.Label(f, input))
	}
	return w.Plain(w.Label(f, input), message)
}

// Plain puts a message of the API into words about a field with a label. A message that is not known stays as it is.
func (w Words) Plain(label, message string) string {
	return phrase.Language{Text: w.Text, Country: w.Names.Country}.Of(label, message)
}

// Missing is the message of an input that is empty.
func (w Words) Missing(f *Form, input string) string {
	return w.Text(key("%s is missing."), w.Label(f, input))
}

// Twice is the message of a key of metadata that an earlier row has.
func (w Words) Twice() string { return w.Text(key("An earlier record has this name.")) }
