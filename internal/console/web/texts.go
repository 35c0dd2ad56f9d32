package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"sync"

	"golang.org/x/text/feature/plural"
	textlanguage "golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"waybill/internal/console/orderform"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

//go:embed texts
var textFiles embed.FS

// Language is a language of the console.
type Language struct {
	Tag     string // BCP 47
	Name    string // in itself
	printer *message.Printer
	regions display.Namer
}

// say is a text in the language, with its arguments in the format of that language; "" for "".
func (l *Language) say(key string, args ...any) string {
	if key == "" {
		return ""
	}
	return l.printer.Sprintf(message.Key(key, key), args...)
}

// LanguageTags are the languages of the console; the first is the default, which the keys of the texts are in.
var LanguageTags = shipment.PageLanguages()

// LanguagesOf are the languages of LanguageTags, in the same order, with the texts of this package and those of files.
func LanguagesOf(files ...fs.FS) ([]*Language, error) {
	texts, err := loadTexts(append(files, textFiles)...)
	if err != nil {
		return nil, fmt.Errorf("the texts of the console: %w", err)
	}
	all := make([]*Language, len(LanguageTags))
	for i, tag := range LanguageTags {
		t := textlanguage.MustParse(tag)
		all[i] = &Language{tag, display.Self.Name(t), message.NewPrinter(t, message.Catalog(texts)), display.Regions(t)}
	}
	return all, nil
}

// languages are those of the texts of this package, which has all messages of the API.
var languages = sync.OnceValue(func() []*Language {
	all, err := LanguagesOf()
	if err != nil {
		panic(err) // a test has checked it
	}
	return all
})

var languageMatcher = sync.OnceValue(func() textlanguage.Matcher {
	return textlanguage.NewMatcher(each.Of(LanguageTags, textlanguage.MustParse))
})

// maxAcceptLanguage is how many bytes of a header are parsed; browsers send some 50.
const maxAcceptLanguage = 500

// LanguageOf returns the language that a user chose; if chosen is not one of them, it follows from the header
// Accept-Language (RFC 9110, section 12.5.4).
func (c *Console) LanguageOf(chosen string, r *http.Request) *Language {
	return languageOf(c.Languages, chosen, r)
}

func languageOf(all []*Language, chosen string, r *http.Request) *Language {
	if i := slices.Index(LanguageTags, chosen); i >= 0 {
		return all[i]
	}
	header := r.Header.Get("Accept-Language")
	if len(header) > maxAcceptLanguage {
		header = ""
	}
	_, i := textlanguage.MatchStrings(languageMatcher(), header)
	return all[i]
}

// Key marks a text that is translated where it is shown, for the tests that look for all texts.
func Key(text string) string { return text }

// translation is a text in a language: a string, or its plural forms by the first number in the text.
type translation struct {
	text    string
	plurals map[string]string // one, other
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *translation) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &t.text)
	}
	return json.Unmarshal(data, &t.plurals)
}

// message returns what the catalogue keeps.
func (t *translation) message() catalog.Message {
	if t.plurals == nil {
		return catalog.String(t.text)
	}
	var cases []any
	for _, form := range []string{"one", "other"} {
		if text, has := t.plurals[form]; has {
			cases = append(cases, form, text)
		}
	}
	return plural.Selectf(1, "", cases...)
}

// readTexts returns the translations of all codes, and of texts/*.json in all files, by language, by key.
func readTexts(files ...fs.FS) (map[string]map[string]translation, error) {
	all := map[string]map[string]translation{}
	var sections []struct {
		Codes []struct {
			Code    string
			Console map[string]translation
		}
	}
	if err := json.Unmarshal(problem.Table, &sections); err != nil {
		return nil, fmt.Errorf("read the table of codes: %w", err)
	}
	for _, section := range sections {
		for _, code := range section.Codes {
			all[code.Code] = code.Console
		}
	}
	for _, folder := range files {
		names, err := fs.Glob(folder, "texts/*.json")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, err
			}
			var texts map[string]map[string]translation
			if err := json.Unmarshal(content, &texts); err != nil {
				return nil, fmt.Errorf("read %s: %w", name, err)
			}
			maps.Copy(all, texts)
		}
	}
	return all, nil
}

// loadTexts makes the catalogue of all texts. The keys of messages of the API are codes; in English they say what the API does if
// they have no text of their own.
func loadTexts(files ...fs.FS) (catalog.Catalog, error) {
	texts, err := readTexts(files...)
	if err != nil {
		return nil, err
	}
	builder := catalog.NewBuilder(catalog.Fallback(textlanguage.English))
	tags := map[string]textlanguage.Tag{} // parsing one takes as long as adding its text
	for _, code := range problem.Codes() {
		if err := builder.SetString(textlanguage.English, code, problem.English(code)); err != nil {
			return nil, fmt.Errorf("text of %s: %w", code, err)
		}
	}
	for key, translations := range texts {
		for tag, t := range translations {
			if _, parsed := tags[tag]; !parsed {
				tags[tag] = textlanguage.Make(tag)
			}
			if err := builder.Set(tags[tag], key, t.message()); err != nil {
				return nil, fmt.Errorf("text %q in %s: %w", key, tag, err)
			}
		}
		if _, has := translations["en"]; !has && problem.English(key) == "" {
			if err := builder.SetString(textlanguage.English, key, key); err != nil {
				return nil, fmt.Errorf("text %q: %w", key, err)
			}
		}
	}
	return builder, nil
}

// SayTo returns the language of a request's Accept-Language, and what puts messages of the API about fields into its words; nil for
// English, which the API has itself.
func SayTo(r *http.Request) (tag string, say func(field string, m problem.Message) string) {
	l := languageOf(languages(), "", r)
	if l == languages()[0] {
		return l.Tag, nil
	}
	return l.Tag, orderform.Words{Text: l.say, Names: orderform.NamesIn(l.Tag)}.Say
}

// Names are the names of countries in the language of the user.
func (v *Visit) Names() *orderform.Names { return orderform.NamesIn(v.Language.Tag) }

// Words put what the API says into words of the user.
func (v *Visit) Words() orderform.Words {
	return orderform.Words{Text: v.T, Names: v.Names(), Moment: v.Moment}
}

// CommonZones are suggested as timezones; others can be typed.
var CommonZones = []string{
	"Asia/Bangkok", "Asia/Dubai", "Asia/Ho_Chi_Minh", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jayapura", "Asia/Kuala_Lumpur",
	"Asia/Makassar", "Asia/Manila", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Taipei", "Asia/Tokyo", "Australia/Perth",
	"Australia/Sydney", "Europe/Amsterdam", "Europe/Berlin", "Europe/London", "America/Los_Angeles", "America/New_York", "UTC",
}
