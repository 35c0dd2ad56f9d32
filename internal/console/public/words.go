package public

import (
	"bytes"
	"embed"
	"encoding/json"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/shipment"
)

// wordFiles has a file of words for each language, named by its BCP 47 tag.
//
//go:embed words
var wordFiles embed.FS

// Words are the texts of the pages in one language.
type Words struct {
	Name     string // of the language, in itself
	Dir      string // "rtl" if it is written from right to left
	Title    string // of the page
	Number   string // label of the field for a tracking number
	Hint     string // where to find that number
	Track    string // the button that shows the parcel
	Invalid  string // what a tracking number looks like
	Shipper  string // label of the account's name
	Replaced string // label of the number of the order that replaces a cancelled one
	Progress string // name of the bar of stages
	Done     string // a stage that the parcel has passed
	Now      string // the stage of the parcel
	Later    string // a stage that is still to come
	History  string // heading above the updates
	Times    string // what the times mean
	Unknown  string // there is no parcel with the number
	Check    string // what to do then
	Language string // label of the language switch
	API      string // link to the documentation of the API
	Date     string // layout of package time
	Months   []string
	Place    string // {place} and {country} in their order

	Stages   map[stage]string
	Statuses map[shipment.TrackerStatus]string
	Notes    map[string]string // texts of reports, by the English one
	Places   map[string]string // places of reports, by the English one
}

// languages lists the tags of all languages, the default first.
var languages = []string{"en", "id", "ms", "th", "vi", "zh-Hans", "zh-Hant", "ja", "ko", "ar", "de", "es", "fr"}

// locales returns all locales in the order of languages, and the matcher that finds the best one for a reader.
var locales = sync.OnceValue(func() (all struct {
	list    []*locale
	matcher language.Matcher
},
) {
	tags := make([]language.Tag, len(languages))
	for i, name := range languages {
		tags[i] = language.MustParse(name)
		all.list = append(all.list, &locale{tag: name, words: readWords(name), regions: display.Regions(tags[i])})
	}
	all.matcher = language.NewMatcher(tags)
	return all
})

func readWords(name string) (words Words) {
	text, err := wordFiles.ReadFile("words/" + name + ".json")
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(&words)
	}
	if err != nil {
		panic("words of " + name + ": " + err.Error()) // they are embedded
	}
	return words
}

// note returns the text of a report: "" if it only repeats the status, its translation if it is known.
// foreign reports whether it is neither.
func (w *Words) note(status shipment.TrackerStatus, text string) (note string, foreign bool) {
	if strings.EqualFold(text, status.Text()) {
		return "", false
	}
	if known := w.Notes[text]; known != "" {
		return known, false
	}
	return text, text != ""
}
