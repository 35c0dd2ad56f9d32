package request

import (
	"waybill/internal/shipment"
)

// maxZone is the most characters of the name of a time zone.
const maxZone = 100

// AccountSettings are the time zone and the language of an account's pages, and what becomes of its phone numbers.
type AccountSettings struct {
	Timezone string // "": UTC
	Language string // "": the language of the browser
	// CompletePhones gives phone numbers without a country code that of their country; nil: it is not decided.
	CompletePhones *bool
}

// AccountSettingsFields are the fields of those settings.
func AccountSettingsFields() []Field { return accountSettingsTable.fields() }

var accountSettingsTable = newTable(
	bind(field("timezone", optional, Type{Name: TypeText, MaxLength: maxZone},
		"Time zone in which pages show times to users who have chosen none, such as Asia/Singapore. Null is UTC."), readZoneName,
		func(s *AccountSettings) *string { return &s.Timezone }),
	choice("language", optional, shipment.PageLanguages(),
		"Language of pages for users who have chosen none. Null is that of the browser.",
		func(s *AccountSettings) *string { return &s.Language }),
	bind(field("complete_phones", optional, Type{Name: TypeBoolean},
		"Whether phone numbers without a country code get that of the country of their address, default false: then they are refused."),
		readCompletePhones, func(s *AccountSettings) **bool { return &s.CompletePhones }),
)

// readCompletePhones is readFilterBoolean that leaves out an absent value.
func readCompletePhones(v Value, f *Field) (*bool, Messages) {
	if v.Kind == Absent {
		return nil, nil
	}
	return readFilterBoolean(v, f)
}

// AccountSettingsShape is the shape of a request that changes those settings.
func AccountSettingsShape() *Shape { return accountSettingsShape }

var accountSettingsShape = ownShape(accountSettingsTable.keys...)

// ReadAccountSettings reads a change of those settings: an absent field stays, null clears it.
func ReadAccountSettings(f *Form) (change func(*AccountSettings), problems Problems) {
	values, problems := accountSettingsTable.readChange(f, new(AccountSettings))
	if problems != nil {
		return nil, problems
	}
	return func(s *AccountSettings) { accountSettingsTable.read(values, s) }, nil
}

// readZoneName reads the name of a time zone.
func readZoneName(v Value, f *Field) (string, Messages) {
	name, problems := readText(v, f)
	if problems == nil && name != "" {
		_, problems = readZone(Text(name), f)
	}
	return name, problems
}

// readChange reads the fields of a request that changes stored ones: an absent field stays, and null becomes the empty
// value of its type. It fills to, and returns the values to read again into what is stored.
func (t *table[T]) readChange(f *Form, to *T) (valueMap, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	values := make(valueMap, len(t.columns))
	for i := range t.columns {
		c := &t.columns[i]
		values[c.Name] = f.get(c.Name)
		if values[c.Name].Kind == Null {
			values[c.Name] = cleared(c.Type)
		}
	}
	return values, t.read(values, to)
}
