package orderform

import (
	"regexp"
	"strconv"
	"strings"

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

// phrase is what people read in the place of a message of the API.
type phrase struct {
	pattern *regexp.Regexp
	text    string                                      // key; the label is its first argument
	args    func(w Words, groups []string) (args []any) // the further ones; nil: there are none
}

func numbers(_ Words, groups []string) []any {
	n, err := strconv.Atoi(groups[1])
	if err != nil {
		return []any{groups[1]}
	}
	return []any{n}
}

func asTheyAre(_ Words, groups []string) []any { return []any{groups[1]} }

// phrases are tried in this order. A message that none fits is one of a rule, in the user's language.
var phrases = []phrase{
	{regexp.MustCompile(`^This field (is required|may not be blank|may not be null)\.$`), key("%s is missing."), nil},
	{regexp.MustCompile(`^A valid number is required\.$`), key("%s must be a number, with a point before decimals: 12.5."), nil},
	{regexp.MustCompile(`^A valid integer is required\.$`), key("%s must be a whole number, such as 2."), nil},
	{regexp.MustCompile(`^Ensure this field has no more than (\d+) characters\.$`), key("%[1]s can have at most %[2]d characters."), numbers},
	{regexp.MustCompile(`^Ensure that there are no more than (\d+) digits in total\.$`), key("%[1]s can have at most %[2]d digits."), numbers},
	{
		regexp.MustCompile(`^Ensure that there are no more than (\d+) decimal places\.$`),
		key("%[1]s can have at most %[2]d digits after the point."), numbers,
	},
	{
		regexp.MustCompile(`^Ensure that there are no more than (\d+) digits before the decimal point\.$`),
		key("%[1]s can have at most %[2]d digits before the point."), numbers,
	},
	{regexp.MustCompile(`^Ensure this value is greater than or equal to (.+)\.$`), key("%[1]s must be at least %[2]s."), asTheyAre},
	{regexp.MustCompile(`^Ensure this value is less than or equal to (.+)\.$`), key("%[1]s must be at most %[2]s."), asTheyAre},
	{regexp.MustCompile(`^Ensure this value is greater than 0\.$`), key("%s must be more than 0."), nil},
	{regexp.MustCompile(`^Ensure this field has no more than (\d+) elements\.$`), key("There can be at most %[2]d."), numbers},
	{regexp.MustCompile(`^This list may not be empty\.$`), key("%s is missing."), nil},
	{regexp.MustCompile(`^(Null|Surrogate) characters are not allowed`), key("%s has a character that cannot be used."), nil},
	{regexp.MustCompile(`^Not a valid string\.$`), key("%s has a character that cannot be used."), nil},
	{regexp.MustCompile(`^Date has wrong format\.`), key("%s must be a day, such as 2026-11-21."), nil},
	{regexp.MustCompile(`^Enter a valid email address\.$`), key("%s must look like name@example.com."), nil},
	{
		regexp.MustCompile(`^Enter a valid phone number: a plus sign`),
		key("%s must begin with a plus sign and the country code, and have 7 to 15 digits: +6561234567."), nil,
	},
	{regexp.MustCompile(`^Enter a valid phone number: 6 to 15 digits`), key("%s must have 6 to 15 digits."), nil},
	{regexp.MustCompile(`^Enter 6 to 40 letters, digits or hyphens\.$`), key("%s must have 6 to 40 letters, digits or hyphens."), nil},
	{
		regexp.MustCompile(`^This tracking number is reserved\.$`),
		key("Waybill issues numbers like this one. Choose another, or leave it empty."), nil,
	},
	{regexp.MustCompile(`^This field must be unique\.$`), key("Another order has this number."), nil},
	{regexp.MustCompile(`^Enter an HS code: `), key("%s must have 6 to 10 digits."), nil},
	{regexp.MustCompile(`(?s)^".*" is not a valid choice\.$`), key("%s: choose one of the list."), nil},
	{regexp.MustCompile(`^Invalid pk `), key("%s: choose one of the list."), nil},
	{regexp.MustCompile(`^Enter a valid URL: `), key("%s must begin with https:// and have a host."), nil},
	{
		regexp.MustCompile(`^Enter a URL without a user`),
		key("%s must have no user, no password and no part after #."), nil,
	},
	{regexp.MustCompile(`^Datetime has wrong format\.`), key("Enter a day and a time."), nil},
	{regexp.MustCompile(`^The parcel was picked up, so`), key("The parcel was picked up already."), nil},
	{regexp.MustCompile(`^The partner goes on with the order\.$`), key("The partner goes on with the order."), nil},
	{regexp.MustCompile(`^Enter a URL whose port`), key("%s must have a port from 1 to 65535."), nil},
	{regexp.MustCompile(`^Service \d+ runs from (.+) to (.+)\.$`), key("This service runs from %[2]s to %[3]s."), lane},
	{regexp.MustCompile(`^Service \d+ does not offer cash on delivery\.$`), key("This service does not offer cash on delivery."), nil},
	{
		regexp.MustCompile(`^Must be ([A-Z]{3}), the currency of (.+), on a cod order\.$`),
		key("With cash on delivery the currency is %[2]s, that of %[3]s."), func(w Words, groups []string) []any {
			return []any{groups[1], w.Names.Country(groups[2])}
		},
	},
}

func lane(w Words, groups []string) []any {
	end := func(country string) string {
		if country == "any country" {
			return w.Text(key("any country"))
		}
		return w.Names.Country(country)
	}
	return []any{end(groups[1]), end(groups[2])}
}

// message puts a message about an input into words.
func (w Words) message(f *Form, input, message string) string {
	if f.field(input).Type.Name == request.TypeService && message == "A valid integer is required." {
		return w.Text(key("%s: choose one of the list."), w.Label(f, input))
	}
	return w.Plain(w.Label(f, input), message)
}

// Plain puts a message of the API into words about a field with a label. A message that is not known stays as it is.
func (w Words) Plain(label, message string) string {
	for _, p := range phrases {
		groups := p.pattern.FindStringSubmatch(message)
		if groups == nil {
			continue
		}
		if !strings.Contains(p.text, "%") {
			return w.Text(p.text)
		}
		args := []any{label}
		if p.args != nil {
			args = append(args, p.args(w, groups)...)
		}
		return w.Text(p.text, args...)
	}
	return message
}

// Missing is the message of an input that is empty.
func (w Words) Missing(f *Form, input string) string {
	return w.Text(key("%s is missing."), w.Label(f, input))
}

// Twice is the message of a key of metadata that an earlier row has.
func (w Words) Twice() string { return w.Text(key("An earlier record has this name.")) }
