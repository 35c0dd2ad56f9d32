package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// full are rules that between them have every key.
const full = `[
{"id":"all","service_id":3,"account_id":7,"origin":"Singapore","destination":"South Korea","severity":"error",
 "valid_from":"2026-01-01","valid_until":"2027-01-01","messages":{"en":"No & <no>","ko":"아니"},"source":"https://example.com/a?b=c",
 "disabled":true,"when":"order.weight > 1 && true","kind":"required","field":"consignee_state"},
{"id":"b","severity":"warning","kind":"pattern","field":"item_sku","pattern":"[A-Z]+"},
{"id":"c","severity":"warning","kind":"postal_code","party":"shipper","pattern":"[0-9]+"},
{"id":"d","severity":"warning","kind":"max_volumetric_weight","kg":30.125,"divisor":5000},
{"id":"e","severity":"warning","kind":"max_girth","cm":300.5,"origin":["MY","SG"],"destination":["JP"]},
{"id":"f","severity":"warning","kind":"max_value","amount":150,"currency":"eur"},
{"id":"g","severity":"warning","kind":"forbidden_words","field":"item_desc","words":[" Knife "]},
{"id":"h","severity":"warning","kind":"forbidden_categories","categories":["Weapons"]},
{"id":"i","severity":"warning","kind":"forbidden_hs_codes","prefixes":["93.01"]},
{"id":"j","severity":"warning","kind":"tax_id_required","party":"consignee","types":["NPWP","NIK"],"field":"tax_ids"},
{"id":"k","severity":"warning","kind":"phone_country","field":"pickup_contact_number"},
{"id":"l","severity":"warning","kind":"forbidden_words","field":["item_desc","item_category"],"words":["Knife"],"read_on":"2026-11-26",
 "review_on":"2027-05-26","origin":["Japan","EU"],"destination":"GCC"},
{"id":"m","severity":"warning","kind":"embargo","party":"shipper","places":["cu","UA:295000-299999"]},
{"id":"n","severity":"warning","kind":"max_value","amount":1000000000,"currency":"IDR"}
]`

func TestParseIsTheInverseOfMarshal(t *testing.T) {
	first, err := rules.Parse([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := rules.Parse(text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	if got := string(text); !strings.Contains(got, `"origin":["EU","Japan"],"destination":"GCC"`) || len(first[11].Destinations) != 6 ||
		!strings.Contains(got, `"places":["Cuba","Ukraine: 295000-299999"]`) {
		t.Errorf("groups and places are not normalised: %s", got)
	}
	if first[5].Currency != "EUR" || first[6].Words[0] != "Knife" || first[8].Prefixes[0] != "9301" || first[3].KG != 30125 {
		t.Errorf("the values are not normalised: %+v", first)
	}
}

func TestMarshalHasTheKeysOfTheKind(t *testing.T) {
	parsed, err := rules.Parse([]byte(`{"id":"w","severity":"error","kind":"max_weight","kg":30.0}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(parsed[0])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"w","service_id":null,"account_id":null,"origin":"*","destination":"*","severity":"error",` +
		`"valid_from":null,"valid_until":null,"disabled":false,"kind":"max_weight","kg":30}`
	if string(text) != want {
		t.Errorf("is %s, want %s", text, want)
	}
}

func TestParseNamesRuleKeyAndFix(t *testing.T) {
	file, err := os.ReadFile("testdata/wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 3000)
	cases := [][2]string{
		{`[` + strings.Repeat(`{},`, 1000) + `{}]`, `The file has 1001 rules: want at most 1000.`},
		{rule(`"kind":"max_wait","kg":1`), `r: kind: is "max_wait": want ` + alternatives(rules.Kinds())},
		{rule(`"kind":"max_weight","kg":1,"when":"` + long + `"`), `r: when: has 3000 characters: want 1 to 2000, or leave it out`},
		{rule(`"kind":"max_weight","kg":1,"source":"` + long + `"`), `r: source: has 3000 characters: want 1 to 500, or leave it out`},
		{rule(`"kind":"max_weight","kg":1,"service_id":"` + long + `"`), `r: service_id: is "` + long[:59] + `…: want a whole number from 1`},
	}
	for pair := range strings.SplitSeq(strings.TrimSpace(string(file)), "\n\n") {
		text, want, _ := strings.Cut(pair, "\n")
		cases = append(cases, [2]string{text, want})
	}
	for _, c := range cases {
		if _, err := rules.Parse([]byte(c[0])); fmt.Sprint(err) != c[1] {
			t.Errorf("%.100s\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// TestParseTakesLimits: what is as large as a limit, or stands without what it could be compared with, is right.
func TestParseTakesLimits(t *testing.T) {
	countries, err := json.Marshal(shipment.Countries()[:rules.MaxCountries])
	if err != nil {
		t.Fatal(err)
	}
	longest := strings.Repeat("é", rules.MaxMessage)
	languages := `"en":"` + longest + `"`
	for i := range rules.MaxMessages - 1 {
		languages += fmt.Sprintf(`,"x%c%c":"a"`, 'a'+i/26, 'a'+i%26)
	}
	words := strings.Repeat(`,"`+strings.Repeat("é", rules.MaxWord)+`"`, rules.MaxListEntries)[1:]
	for _, text := range []string{
		rule(`"kind":"max_weight","kg":0.001`), rule(`"kind":"forbidden_hs_codes","prefixes":["85","850760000000"]`),
		rule(`"kind":"forbidden_words","field":"item_desc","words":[` + words + `]`),
	} {
		if _, err := rules.Parse([]byte(text)); err != nil {
			t.Errorf("%.80s: %v", text, err)
		}
	}
	for _, members := range []string{
		`"service_id":1`, `"read_on":"2026-11-26"`, `"review_on":"2026-11-26"`, `"valid_from":"2026-11-26"`, `"valid_until":"2026-11-26"`,
		`"source":"` + strings.Repeat("é", 500) + `"`, `"messages":{` + languages + `}`, `"destination":` + string(countries),
	} {
		if _, err := rules.Parse([]byte(rule(`"kind":"max_weight","kg":1,` + members))); err != nil {
			t.Errorf("%.60s: %v", members, err)
		}
	}
}

func alternatives(kinds []rules.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func TestParseListsEveryProblem(t *testing.T) {
	_, err := rules.Parse([]byte(`[
		{"id":"a","severity":"x","kind":"max_weight","kg":0,"y":1},
		{"id":"b","severity":"error","kind":"max_length"}]`))
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok {
		t.Fatalf("the error is %v", err)
	}
	var got []string
	for _, p := range invalid.Problems {
		got = append(got, p.Rule+" "+p.Key)
	}
	if diff := cmp.Diff([]string{"a severity", "a kg", "a y", "b cm"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	_, err := rules.Parse([]byte(`[` + strings.Repeat(`{},`, 999) + `{}]`))
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok || len(invalid.Problems) != 100 {
		t.Errorf("%d problems, want 100", len(invalid.Problems))
	}
}

func TestCompileNamesWhatIsWrongAndKeepsTheOthers(t *testing.T) {
	parsed, err := rules.Parse([]byte(`[
		{"id":"right","severity":"error","kind":"max_weight","kg":1},
		{"id":"pattern","severity":"error","kind":"pattern","field":"item_sku","pattern":"a)|(b"},
		{"id":"party","severity":"error","kind":"tax_id_required","party":"shipper","types":["GST"],"field":"consignee_identifcation_number"},
		{"id":"tax","severity":"error","kind":"checksum","scheme":"nik","field":"consignee_identifcation_number","country":"ID"},
		{"id":"tax2","severity":"error","kind":"checksum","scheme":"nik","field":"consignee_identifcation_number","party":"consignee"}]`))
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.Compile(append(parsed, parsed[0]))
	const want = "party: field: is consignee_identifcation_number, which is not the shipper's: want tax_ids\n" +
		"pattern: pattern: is not a regular expression of RE2: error parsing regexp: unexpected ): `a)|(b`\n" +
		"right: id: is there twice: give each rule its own id\n" +
		"tax: tax_type: is missing: country and party belong to the tax ids of a type\n" +
		"tax2: tax_type: is missing: country and party belong to the tax ids of a type"
	if fmt.Sprint(err) != want {
		t.Errorf("the error is %v", err)
	}
	if found := set.Check(example(), noon); len(found) != 1 {
		t.Errorf("%d findings, want that of the rule that is right", len(found))
	}
}
