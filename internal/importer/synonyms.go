package importer

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// The words for fields by language, and the columns of other services' exports. A language or a service more is a
// file more. Of several files that have a word, or several presets that fit, the first by their names wins.
//
//go:embed data
var data embed.FS

// vocabulary is the words of a language, or of all, by what they are for, and then by what they mean: "" if that is clear.
//
// A word of parties and one of attributes, in either order and with one of "of" between, are a heading. An attribute alone is one of the
// consignee, and the first word for the consignee alone is its name. An attribute with a slash is a part of a field, if no column has it
// all. Words of fields are headings, too, and those of state_headings: with their meaning any text below them says why such an order is
// no parcel, without it those of states do. Below gone_headings are numbers of pieces that are not sent any more.
type vocabulary map[string]map[string][]string

// synonym says which field a heading means.
type synonym struct {
	field string
	part  string // of an address or a name, "" for its first
	buyer bool   // of who buys or pays, who is the consignee if the table does not say who that is
}

// The further parts of an address and of a name, as they are joined.
const (
	partHouse   = "house"
	partCompany = "company" // before the address

	partFirst = "first" // of a name, if no column has all of it
	partLast  = "last"  // behind partFirst
)

// partOrder are the parts in the order in which they are added.
var partOrder = []string{partFirst, partLast, partHouse, "address2", "district", partCompany}

type synonymIndex struct {
	strong map[string]synonym
	weak   map[string]synonym           // only if no other column is the field
	words  map[string]map[string]string // what words mean, by what they are for
}

// synonyms is the index of all languages by normal heading.
var synonyms = sync.OnceValue(func() synonymIndex {
	index := synonymIndex{make(map[string]synonym), make(map[string]synonym), make(map[string]map[string]string)}
	for name := range fieldsByName {
		index.add(name, synonym{field: name})
	}
	for _, f := range allFields {
		if f.Alias != "" {
			index.add(f.Alias, synonym{field: f.Name})
		}
	}
	for _, v := range readAll[vocabulary]("data/headings") {
		for _, field := range slices.Sorted(maps.Keys(v["fields"])) {
			for _, word := range v["fields"][field] {
				index.add(word, synonymOf(field))
			}
		}
		index.addWords(v)
		index.addParties(v)
	}
	index.addUnits()
	delete(index.strong, normal(ErrorHeading))
	return index
})

// addWords adds what words mean.
func (x synonymIndex) addWords(v vocabulary) {
	for section, byMeaning := range v {
		if x.words[section] == nil {
			x.words[section] = make(map[string]string)
		}
		for meaning, words := range byMeaning {
			for _, word := range words {
				x.words[section][keyOf(section, word)] = meaning
			}
		}
	}
}

// exactWords are the sections to whose words punctuation belongs. The last five are patterns.
var exactWords = []string{
	"signs", "units", "months", "cod", "house_numbers", "unit_columns", "carriers", "objects", "footers", "totals", "closings", "pieces",
	"mobiles",
}

func keyOf(section, word string) string {
	if slices.Contains(exactWords, section) {
		return strings.ToLower(word)
	}
	return normal(word)
}

// meaningOf returns what a word means in a section of the vocabulary.
func meaningOf(section, word string) (meaning string, known bool) {
	meaning, known = synonyms().words[section][keyOf(section, word)]
	return meaning, known
}

// isWord reports whether a section of the vocabulary has a word.
func isWord(section, word string) bool {
	_, known := meaningOf(section, word)
	return known
}

// compiledWords is a regular expression of texts that begin with one of the patterns of a section, with others around it.
func compiledWords(before, section, behind string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		patterns := slices.Sorted(maps.Keys(synonyms().words[section]))
		return regexp.MustCompile("(?i)^" + before + "(?:" + strings.Join(patterns, "|") + ")" + behind)
	})
}

// isHouseNumber reports whether a heading such as No. is that of a number.
func isHouseNumber(heading string) bool { return isWord("house_numbers", strings.Trim(heading, " .")) }

func (x synonymIndex) add(word string, s synonym) {
	if _, taken := x.strong[normal(word)]; !taken {
		x.strong[normal(word)] = s
	}
}

// addUnits adds the words for columns of units: those of unit_columns with a word for a weight or a size in place of %.
func (x synonymIndex) addUnits() {
	for word, s := range maps.Clone(x.strong) {
		if unitsOf[s.field] != nil {
			for pattern := range x.words["unit_columns"] {
				x.add(strings.Replace(pattern, "%", word, 1), synonym{field: s.field + unitSuffix})
			}
		}
	}
}

func (x synonymIndex) addParties(v vocabulary) {
	for _, party := range slices.Sorted(maps.Keys(v["parties"])) {
		words := v["parties"][party]
		for _, attribute := range slices.Sorted(maps.Keys(v["attributes"])) {
			of, part, _ := strings.Cut(attribute, "/")
			s := synonymOf(partyField(party, of))
			if s.part = part; !isKnown(s.field) {
				continue
			}
			for _, name := range v["attributes"][attribute] {
				for _, word := range words {
					if _, mayBeCarrier := x.words["carriers"][word]; mayBeCarrier && part == partCompany { // as in Shipping Company
						continue
					}
					x.add(word+name, s)
					x.add(name+word, s)
					for _, of := range v["of"][""] {
						x.add(name+of+word, s)
					}
				}
				if _, taken := x.weak[normal(name)]; party == "consignee" && !taken && !isPart(s.field) {
					x.weak[normal(name)] = s
				}
			}
		}
		if party == "consignee" {
			x.add(words[0], synonym{field: "consignee_name"})
		}
	}
}

// synonymOf is the synonym for a field, of which those of the buyer are fields of the consignee.
func synonymOf(field string) synonym {
	of := strings.Replace(field, "buyer", shipment.PartyConsignee, 1)
	return synonym{field: of, buyer: of != field}
}

// partyField is the field of an attribute of a party.
func partyField(party, attribute string) string {
	if kind, ok := strings.CutPrefix(attribute, taxIDsPrefix); ok {
		if party == "pickup" {
			party = shipment.PartyShipper
		}
		return taxIDsPrefix + party + "." + kind
	}
	if party == "pickup" && (attribute == "name" || attribute == "number") {
		return "pickup_contact_" + attribute
	}
	return party + "_" + attribute
}

// Preset is the columns of the export of another service.
type Preset struct {
	Name      string          `json:"name"`
	About     string          `json:"about"`
	Signature []string        `json:"signature"` // headings that the export always has
	Unchecked bool            `json:"unchecked"` // its headings were seen in one public source only
	Columns   []ColumnMapping `json:"columns"`
	// Defaults are what the export has for all orders without a column, such as one piece a row.
	Defaults map[string]string `json:"defaults"`
	Ended    []ColumnMapping   `json:"ended"` // columns whose values mean why an order is not to be sent any more, or nothing
}

// Presets are the embedded presets, in the order in which they are tried.
var Presets = sync.OnceValue(func() []Preset { return readAll[Preset]("data/presets") })

// presetOf is the preset with a name, the zero one if there is none.
func presetOf(name string) Preset {
	return each.By(Presets(), func(preset Preset) string { return preset.Name })[name]
}

// readAll reads the embedded files of a folder, in the order of their names.
func readAll[T any](folder string) []T {
	files, err := data.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	return each.Of(files, func(f fs.DirEntry) T { return mustRead[T](folder + "/" + f.Name()) })
}

// mustRead reads an embedded file, which tests check.
func mustRead[T any](name string) (value T) {
	content, err := data.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(content, &value)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded %s: %v", name, err))
	}
	return value
}
