package importer

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"waybill/internal/shipment"
)

// The words for fields by language, and the columns of other services' exports. A language or a service more is a
// file more.
//
//go:embed data
var data embed.FS

// languages are those of the words, the first of which wins.
var languages = []string{"en", "id", "de", "zh", "th", "ms", "fr", "es", "pt", "it", "nl", "ja", "ko", "vi", "ar"}

// vocabulary is the words of a language.
type vocabulary struct {
	// A party and an attribute, in either order, are a field. An attribute alone is one of the consignee, and the first
	// word for the consignee alone is its name.
	Parties    map[string][]string `json:"parties"`
	Of         []string            `json:"of"` // between an attribute and its party, as in "nom du destinataire"
	Attributes map[string][]string `json:"attributes"`
	Fields     map[string][]string `json:"fields"`
	Lists      []string            `json:"lists"`    // for columns with all items of an order, or with how many there are
	Units      map[string][]string `json:"units"`    // as headings and cells have them
	Months     [][]string          `json:"months"`   // from January, as days have them
	Payments   map[string][]string `json:"payments"` // as cells have them, by payment_type
	States     map[string][]string `json:"states"`   // as cells have them, by why such an order is no parcel

	StateHeadings map[string][]string `json:"state_headings"` // by why an order with any text there is no parcel, "" for states
	GoneHeadings  map[string][]string `json:"gone_headings"`  // of numbers of pieces that are not sent any more, by why
	NoFields      []string            `json:"no_fields"`      // headings of what orders do not have, such as totals
}

// synonym says which field a heading means.
type synonym struct {
	field string
	part  string // of an address or a name, "" for its first
	buyer bool   // of who buys or pays, who is the consignee if the table does not say who that is
}

// The further parts of an address and of a name, as they are joined.
const (
	partHouse    = "house"
	partMore     = "address2"
	partDistrict = "district"
	partCompany  = "company" // before the address

	partFirst = "first" // of a name, if no column has all of it
	partLast  = "last"  // behind partFirst
)

// partOrder are the parts in the order in which they are added.
var partOrder = []string{partFirst, partLast, partHouse, partMore, partDistrict, partCompany}

// partsOf are the attributes of the parts.
var partsOf = map[string]string{
	partHouse: "address", partMore: "address", partDistrict: "address", partCompany: "address", partFirst: "name", partLast: "name",
}

type synonymIndex struct {
	strong map[string]synonym
	weak   map[string]synonym // only if no other column is the field
	units  map[string]string
	months map[string]string // their numbers

	payments map[string]string

	states, stateHeadings, goneHeadings map[string]string

	lists, noFields map[string]bool
}

// synonyms is the index of all languages by normal heading.
var synonyms = sync.OnceValue(func() synonymIndex {
	index := synonymIndex{
		make(map[string]synonym), make(map[string]synonym), make(map[string]string), make(map[string]string), make(map[string]string),
		make(map[string]string), make(map[string]string), make(map[string]string), make(map[string]bool), make(map[string]bool),
	}
	for name := range taxIDFields {
		index.add(name, synonym{field: name})
	}
	for _, f := range allFields {
		index.add(f.Name, synonym{field: f.Name})
		if f.Alias != "" {
			index.add(f.Alias, synonym{field: f.Name})
		}
	}
	for _, language := range languages {
		var v vocabulary
		mustRead("data/headings/"+language+".json", &v)
		for _, field := range slices.Sorted(maps.Keys(v.Fields)) {
			for _, word := range v.Fields[field] {
				index.add(word, synonymOf(field))
			}
		}
		for unit, words := range v.Units {
			for _, word := range words {
				index.units[word] = unit
			}
		}
		for i, names := range v.Months {
			for _, name := range names {
				index.months[name] = strconv.Itoa(i + 1)
			}
		}
		for _, word := range v.Lists {
			index.lists[normal(word)] = true
		}
		for _, word := range v.NoFields {
			index.noFields[normal(word)] = true
		}
		addWords(index.goneHeadings, v.GoneHeadings)
		addWords(index.payments, v.Payments)
		addWords(index.states, v.States)
		addWords(index.stateHeadings, v.StateHeadings)
		index.addParties(v)
	}
	index.addUnits()
	delete(index.strong, normal(ErrorHeading))
	return index
})

// addWords adds words by their meanings to what normal words mean.
func addWords(to map[string]string, byMeaning map[string][]string) {
	for meaning, words := range byMeaning {
		for _, word := range words {
			to[normal(word)] = meaning
		}
	}
}

func (x synonymIndex) add(word string, s synonym) {
	if _, taken := x.strong[normal(word)]; !taken {
		x.strong[normal(word)] = s
	}
}

// unitWords are the words for columns of units, with those for a weight or a size in place of %.
var unitWords = []string{
	"%unit", "%units", "%uom", "%unitofmeasure", "unitof%", "satuan%", "%satuan", "%einheit", "%seinheit", "%单位", "%單位",
}

// addUnits adds the words for columns of units.
func (x synonymIndex) addUnits() {
	for word, s := range maps.Clone(x.strong) {
		if unitsOf[s.field] != nil {
			for _, pattern := range unitWords {
				x.add(strings.Replace(pattern, "%", word, 1), synonym{field: s.field + unitSuffix})
			}
		}
	}
}

// mayBeCarrier are the words whose company may be the carrier.
var mayBeCarrier = map[string]bool{
	"shipping": true, "ship": true, "delivery": true, "lieferung": true, "liefer": true, "envío": true, "entrega": true, "livraison": true,
	"spedizione": true, "consegna": true, "bezorg": true, "aflever": true, "verzend": true, "envio": true,
}

func (x synonymIndex) addParties(v vocabulary) {
	for _, party := range slices.Sorted(maps.Keys(v.Parties)) {
		words := v.Parties[party]
		for _, attribute := range slices.Sorted(maps.Keys(v.Attributes)) {
			names := v.Attributes[attribute]
			s := synonymOf(partyField(party, attribute))
			if of := partsOf[attribute]; of != "" {
				s = synonymOf(partyField(party, of))
				s.part = attribute
			}
			if kindOfField(s.field) == noField {
				continue
			}
			for _, name := range names {
				for _, word := range words {
					if attribute == partCompany && mayBeCarrier[word] {
						continue
					}
					x.add(word+name, s)
					x.add(name+word, s)
					for _, of := range v.Of {
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
var Presets = sync.OnceValue(func() []Preset {
	names := []string{
		"waybill", "shopify", "woocommerce", "woocommerce-advanced", "amazon", "etsy", "lazada", "shopee", "shopee-id", "tokopedia", "tiktok",
		"shippit", "shippo", "easypost", "ebay", "woocommerce-webtoffee", "sendcloud", "shipstation", "shipstation-import", "karrio",
	}
	presets := make([]Preset, 0, len(names))
	for _, name := range names {
		var p Preset
		mustRead("data/presets/"+name+".json", &p)
		presets = append(presets, p)
	}
	return presets
})

// presetOf is the preset with a name, the zero one if there is none.
func presetOf(name string) Preset {
	for _, preset := range Presets() {
		if preset.Name == name {
			return preset
		}
	}
	return Preset{}
}

// mustRead reads an embedded file, which tests check.
func mustRead(name string, to any) {
	content, err := data.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(content, to)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded %s: %v", name, err))
	}
}
