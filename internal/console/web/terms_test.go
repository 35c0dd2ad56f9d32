package web

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// otherTerms are words that a text must not have, by language, and what is written instead: each thing has one word, see
// docs/translating.md.
var otherTerms = map[string]map[string]string{
	"en": {
		`(?i)\b(re-?submit|re-?send)\b|submit (it )?again$|^Send again|^Ask .*again|^Tr(y|ied) again`: "Retry",
		`^more than %s$`: "a number with a plus sign",
	},
	"id": {
		`(?i)nomor (pelacakan|lacak)`:               "nomor resi",
		`(?i)\bsopir\b`:                             "pengemudi",
		`(?i)\bkejadian\b`:                          "peristiwa",
		`(?i)\bsaring(an)?\b`:                       "filter",
		`(?i)\blembar kerja\b`:                      "spreadsheet",
		`(?i)\bpunya\b`:                             "memiliki",
		`(?i)\bdulu\b`:                              "dahulu",
		`(?i)\bpekerjaan cetak\b`:                   "antrean cetak, tugas cetak",
		`(?i)\bdi ?ambil (sebelumnya|pengemudi)\b`:  "dijemput",
		`(?i)paket (sudah|berstatus|telah) diambil`: "dijemput",
		`(?i)kunci sandi`:                           "passkey",
		`(?i)\bantarmuka\b`:                         "API",
		`(?i)\bsetelan\b`:                           "pengaturan",
		`(?i)\bgalat\b`:                             "kesalahan",
		`^Penyerahan|penyerahan (ini|itu|seperti)`:  "pengajuan",
		`Inggris Raya`:                              "Britania Raya",
	},
	"zh-Hans": {
		`取件`:            "揽收",
		`字符集`:           "字符编码",
		`接收端`:           "端点",
		`合作伙伴`:          "合作方",
		`(^|[^新])打开清单`:  "新建清单",
		`妥投`:            "签收",
		`(登录|用户|客户)账号`:  "账户",
		`快递单号|物流单号|追踪号`: "运单号",
	},
}

// TestTermsAreUsedOneWay: the texts of the console and the words of the tracking page have one word for each thing.
func TestTermsAreUsedOneWay(t *testing.T) {
	t.Parallel()
	texts, err := readTexts(allFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for tag, terms := range otherTerms {
		said := map[string]string{} // where, by text
		for key, translations := range texts {
			forms := append(slices.Collect(maps.Values(translations[tag].plurals)), translations[tag].text)
			if tag == LanguageTags[0] {
				forms = append(forms, key)
			}
			for _, form := range forms {
				said[form] = key
			}
		}
		content, err := os.ReadFile(filepath.Join("..", "public", "words", tag+".json"))
		var words map[string]any
		if err == nil {
			err = json.Unmarshal(content, &words)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range textsIn(words) {
			said[text] = "the tracking page"
		}
		for term, instead := range terms {
			pattern := regexp.MustCompile(term)
			for text, where := range said {
				if pattern.MatchString(text) {
					t.Errorf("%s, %s: %q says %q: write %s", tag, where, text, pattern.FindString(text), instead)
				}
			}
		}
	}
}

// textsIn are all texts in a JSON value.
func textsIn(value any) (all []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case map[string]any:
		for _, inner := range v {
			all = append(all, textsIn(inner)...)
		}
	case []any:
		for _, inner := range v {
			all = append(all, textsIn(inner)...)
		}
	}
	return all
}

// TestNumbersHaveTheirSign: a number is not written with the point of English in another language.
func TestNumbersHaveTheirSign(t *testing.T) {
	t.Parallel()
	v := &Visit{Language: languages()[slices.Index(LanguageTags, "id")]}
	if got := []string{v.Weight("1.25"), v.Decimal("12.5 × 3.25 × 4 cm"), v.Money("1234.5", "SGD")}; strings.Join(got, " ") !=
		"1,25 kg 12,5 × 3,25 × 4 cm 1.234,5 SGD" {
		t.Errorf("numbers in Indonesian: %q", got)
	}
}
