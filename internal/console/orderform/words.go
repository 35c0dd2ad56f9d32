package orderform

import (
	"strconv"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// Words puts what the API says into words for people.
type Words struct {
	// Text is a text of a key in the language of the user, with its arguments.
	Text  func(key string, args ...any) string
	Names *Names
	// Moment is a time in the zone of the user; nil: in UTC, in English.
	Moment func(time.Time) string
}

// Label is the label of an input.
func (w Words) Label(f *Form, input string) string {
	field, _ := f.field(input)
	return w.Text(field.Label)
}

// Place says where an input is: its group, or its row.
func (w Words) Place(f *Form, input string) string {
	if list, row, _, ofRow := split(input); ofRow {
		return w.Text(rowNames[list], row+1)
	}
	if at := f.GroupOf(input); at >= 0 {
		return w.Text(f.Groups[at].Name)
	}
	return ""
}

// rowNames are the names of the rows of lists.
var rowNames = map[string]string{Items: key("Item %d"), TaxIDs: key("Tax id %d"), Metadata: key("Record %d")}

// message puts a message of the API about an input into words.
func (w Words) message(f *Form, input string, message problem.Message) string {
	if field, _ := f.field(input); field.Type.Name == request.TypeService && message == problem.NotInteger {
		message = problem.UnknownID.With("")
	}
	return w.Say(w.Label(f, input), message)
}

// Say puts a message into words about a field with a label. The text of each code names its arguments as {max}, and the field
// as {label}.
func (w Words) Say(label string, m problem.Message) string {
	if label == "" {
		label = w.Text(key("This value"))
	}
	var said []string
	for code, args := range m.Parts() {
		places := []string{"{label}", label}
		text := w.Text(code)
		for _, arg := range args {
			if arg.Kind == problem.Words {
				text, places = "{}", nil
			}
			places = append(places, "{"+arg.Name+"}", w.argument(arg))
		}
		said = append(said, strings.NewReplacer(places...).Replace(text))
	}
	return strings.Join(said, " ")
}

func (w Words) argument(arg problem.Arg) string {
	switch arg.Kind {
	case problem.Number:
		if n, err := strconv.Atoi(arg.Value); err == nil {
			return w.Text("%d", n)
		}
	case problem.Country:
		if arg.Value == problem.AnyCountry {
			return w.Text(key("any country"))
		}
		return w.Names.Country(arg.Value)
	case problem.Choices:
		return w.choices(arg.Value)
	case problem.Clause:
		return w.Say("", arg.Clause)
	case problem.Moment:
		if w.Moment != nil {
			return w.Moment(arg.Moment())
		}
	}
	return arg.Value
}

// choices writes choices such as "5, 6 or 7".
func (w Words) choices(english string) string {
	at := strings.LastIndex(english, " or ")
	if at < 0 {
		return english
	}
	return w.Text(key("%[1]s or %[2]s"), english[:at], english[at+len(" or "):])
}

// Twice is the message of a key of metadata that an earlier row has.
func (w Words) Twice() string { return w.Text(key("An earlier record has this name.")) }
