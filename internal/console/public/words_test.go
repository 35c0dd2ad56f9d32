package public

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestLanguageOfTheReader(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "nonsense;;q": "en", "de-DE,de;q=0.9": "de", "id-ID,id;q=0.9,en;q=0.8": "id", "ms-MY": "ms", "th": "th", "vi-VN": "vi",
		"zh-CN,zh;q=0.9": "zh-Hans", "zh-SG": "zh-Hans", "zh": "zh-Hans", "zh-TW": "zh-Hant", "zh-HK,en;q=0.5": "zh-Hant",
		"ja-JP": "ja", "ko": "ko", "ar-AE": "ar", "es-MX": "es", "fr-CA": "fr", "nl-NL": "en",
		"pl, th;q=0.5": "th", "en;q=0.1, vi;q=0.9": "vi", strings.Repeat("th,", 200): "en",
	} {
		if got := acceptedLocale(header).tag; got != want {
			t.Errorf("%.60q: %s, want %s", header, got, want)
		}
	}
	for query, want := range map[string]string{"lang=ko": "ko true", "lang=ZH-hant": "zh-Hant true", "lang=xx": "th false", "": "th false"} {
		r := httptest.NewRequest(http.MethodGet, "/track?"+query, http.NoBody)
		r.Header.Set("Accept-Language", "th")
		lang, chosen := localeOf(r)
		if got := lang.tag + map[bool]string{true: " true", false: " false"}[chosen]; got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestEveryLanguageHasEveryWord finds missing words, and texts that a language shares with English by mistake.
func TestEveryLanguageHasEveryWord(t *testing.T) {
	english := textsOf(t, &locales().list[0].words)
	for _, l := range locales().list {
		texts := textsOf(t, &l.words)
		same := 0
		for name, text := range english {
			if texts[name] == "" && name != "Dir" {
				t.Errorf("%s has no %s", l.tag, name)
			}
			if texts[name] == text {
				same++
			}
		}
		if len(texts) != len(english) {
			t.Errorf("%s has %d texts, and English %d", l.tag, len(texts), len(english))
		}
		if l.tag != "en" && same > 5 { // such as Depot
			t.Errorf("%s has %d texts of English", l.tag, same)
		}
		if months := len(l.words.Months); strings.Contains(l.words.Date, "Jan") != (months == 12) || months%12 != 0 {
			t.Errorf("%s has %d months and the dates %s", l.tag, months, l.words.Date)
		}
		if l.country("SG") == "" {
			t.Errorf("%s has no names of countries", l.tag)
		}
	}
}

// textsOf returns all texts by name. Statuses, stages, and what hubs and test journeys report must be among them.
func textsOf(t *testing.T, words *Words) map[string]string {
	t.Helper()
	texts := map[string]string{}
	fields := reflect.ValueOf(words).Elem()
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		switch field := fields.Field(i); field.Kind() {
		case reflect.String:
			texts[name] = field.String()
		case reflect.Map:
			for _, key := range field.MapKeys() {
				texts[name+" "+key.String()] = field.MapIndex(key).String()
			}
		case reflect.Slice: // months: a language may write them in digits
		default:
			t.Fatalf("%s is a %s", name, field.Kind())
		}
	}
	expect := func(name string) {
		if _, ok := texts[name]; !ok {
			t.Errorf("%s: no %s", words.Name, name)
		}
	}
	for _, status := range shipment.TrackerStatuses() {
		expect("Statuses " + string(status))
	}
	for _, s := range slices.Concat(abroad, []stage{stageReturning, stageReturned, stageCancelled}) {
		expect("Stages " + string(s))
	}
	for _, a := range shipment.Activities() {
		expect("Notes " + a.Text())
	}
	for _, journey := range shipment.Journeys() {
		for _, step := range journey.Steps {
			if step.Text != "" {
				expect("Notes " + step.Text)
			}
			if step.Place != "" {
				expect("Places " + step.Place)
			}
		}
	}
	return texts
}

func TestPlaces(t *testing.T) {
	indonesian, japanese, arabic := acceptedLocale("id"), acceptedLocale("ja"), acceptedLocale("ar")
	for _, c := range []struct{ got, want string }{
		{indonesian.route("SG", "ID"), "Singapura → Indonesia"},
		{indonesian.route("", "ID"), "Indonesia"},
		{indonesian.route("ID", "ID"), "Indonesia"},
		{indonesian.route("ID", ""), "Indonesia"},
		{indonesian.route("", ""), ""},
		{arabic.route("SG", "ID"), "سنغافورة ← إندونيسيا"},
		{indonesian.place("Bandung", "ID"), "Bandung, Indonesia"},
		{indonesian.place("Airport", "ID"), "Bandara, Indonesia"},
		{indonesian.place("Singapore", "SG"), "Singapura"},
		{indonesian.place("Bandung", ""), "Bandung"},
		{indonesian.place("", "ID"), "Indonesia"},
		{japanese.place("Airport", "SG"), "シンガポール 空港"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	french := acceptedLocale("fr").words
	for _, c := range []struct {
		status     shipment.TrackerStatus
		text, want string
		foreign    bool
	}{
		{shipment.Exception, shipment.LostText, "Le colis est perdu", false},
		{shipment.PickedUp, "picked up", "", false},
		{shipment.PickedUp, "", "", false},
		{shipment.PickedUp, "Weighed", "Weighed", true},
	} {
		if got, foreign := french.note(c.status, c.text); got != c.want || foreign != c.foreign {
			t.Errorf("%s %q: %q %t", c.status, c.text, got, foreign)
		}
	}
}
