package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// The readers below read the value of a key. Their errors are messages of what it is and what is wanted.

// has says that a value has another number of some things than 1 to limit.
func has(n int, things string, limit int, or string) error {
	return problem.RuleWrong.With(fmt.Sprintf("has %d %s: want 1 to %d%s", n, things, limit, or)).Err()
}

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

// reader reads a value that fits. wanted says which values do.
func reader[T any](wanted string, fits func(T) bool) func(json.RawMessage) (T, error) {
	return func(sent json.RawMessage) (v T, err error) {
		if json.Unmarshal(sent, &v) != nil || !fits(v) {
			err = problem.RuleValue.With(cut(sent), wanted).Err()
		}
		return v, err
	}
}

// nameReader reads the name of something that find knows.
func nameReader[T any](wanted string, find func(name string) (T, bool)) func(json.RawMessage) (T, error) {
	return func(sent json.RawMessage) (v T, err error) {
		_, err = reader(wanted, func(name string) (known bool) {
			v, known = find(name)
			return known
		})(sent)
		return v, err
	}
}

var (
	readID = reader(
		fmt.Sprintf("1 to %d lower-case letters, digits and hyphens that do not begin with a hyphen, such as kr-pccc", MaxID), idForm.MatchString)
	readPositive = reader("a whole number from 1", func(n int64) bool { return n > 0 })
	readFlag     = reader("true or false", func(bool) bool { return true })
	readDate     = reader("a day as YYYY-MM-DD", func(day string) bool {
		_, err := time.Parse(time.DateOnly, day)
		return err == nil
	})
	readCountry  = nameReader(wantCountry, shipment.CountryByName)
	readCurrency = nameReader("an ISO 4217 code such as EUR", shipment.CurrencyByCode)
)

const (
	wantCountry = "the name or the code of a country, such as South Korea or KR"
	orGroup     = ", a group such as EU, or * for every country"
)

// readCountries reads an end of a lane: *, a country, or a list of countries.
func readCountries(sent json.RawMessage) ([]shipment.Country, error) {
	names := make([]string, 1)
	if json.Unmarshal(sent, &names[0]) != nil && json.Unmarshal(sent, &names) != nil {
		return nil, problem.RuleValue.With(cut(sent), "a country such as South Korea or KR, a list of countries"+orGroup).Err()
	}
	if len(names) == 1 && names[0] == "*" {
		return nil, nil
	}
	var countries []shipment.Country
	for _, name := range names {
		members := shipment.CountryGroup(name)
		if country, known := shipment.CountryByName(name); known {
			members = []shipment.Country{country}
		}
		if members == nil {
			return nil, problem.RuleWrong.With(fmt.Sprintf("has %q: want %s%s", cutText(name), wantCountry, orGroup)).Err()
		}
		for _, country := range members {
			if slices.Contains(countries, country) {
				return nil, problem.RuleWrong.With("has " + country.Name() + " twice: leave one out").Err()
			}
			countries = append(countries, country)
		}
	}
	if len(countries) < 1 || len(countries) > MaxCountries {
		return nil, has(len(countries), "countries", MaxCountries, ", or * for every country")
	}
	slices.Sort(countries) // as they are written, groups are not where they were
	return countries, nil
}

func readChoice[T ~string](choices ...T) func(json.RawMessage) (T, error) {
	return reader(alternatives(choices), func(name T) bool { return slices.Contains(choices, name) })
}

func readKind(sent json.RawMessage) (Kind, error) { return readChoice(Kinds()...)(sent) }

// languageForm is the form of BCP 47 tags, such as en, ko or zh-Hant.
var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

func readMessages(sent json.RawMessage) (messages map[string]string, err error) {
	if err := json.Unmarshal(sent, &messages); err != nil {
		return nil, problem.RuleValue.With(cut(sent), `an object with a text for each language, such as {"en":"…"}`).Err()
	}
	if len(messages) > MaxMessages {
		return nil, problem.RuleWrong.With(fmt.Sprintf("has %d languages: want at most %d", len(messages), MaxMessages)).Err()
	}
	seen := make(map[string]string, len(messages))
	for _, language := range slices.Sorted(maps.Keys(messages)) {
		text := messages[language]
		if i, twice := seen[strings.ToLower(language)]; twice {
			return nil, problem.RuleWrong.With(fmt.Sprintf(
				"has the language %q twice, as %q and %q: leave one out", strings.ToLower(language), i, language)).Err()
		}
		seen[strings.ToLower(language)] = language
		if !languageForm.MatchString(language) {
			return nil, problem.RuleWrong.With(fmt.Sprintf(
				"has the language %q: want a language tag such as en, ko or zh-Hant", cutText(language))).Err()
		}
		if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > MaxMessage {
			return nil, has(n, "characters for "+language, MaxMessage, "")
		}
	}
	if messages["en"] == "" {
		return nil, problem.RuleWrong.With("has no text for en: add one, or leave messages out for the built-in message").Err()
	}
	return messages, nil
}

func readText(limit int) func(json.RawMessage) (string, error) {
	return func(sent json.RawMessage) (text string, err error) {
		if json.Unmarshal(sent, &text) != nil {
			return "", problem.RuleValue.With(cut(sent), "a text").Err()
		}
		if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > limit {
			return "", has(n, "characters", limit, ", or leave it out")
		}
		return text, nil
	}
}

// readFields reads a field, or a list of fields.
func readFields(r *Rule, sent json.RawMessage) error {
	names := make([]string, 1)
	isList := json.Unmarshal(sent, &names[0]) != nil
	unknown := func(name string) bool { return fieldsByName[name] == nil }
	if isList && json.Unmarshal(sent, &names) != nil || len(names) == 0 || slices.ContainsFunc(names, unknown) {
		return problem.RuleValue.With(cut(sent), "a field of a create request, such as consignee_state or item_hs_code").Err()
	}
	if r.Field = names[0]; isList {
		r.Fields = names
	}
	return nil
}

// maxWhole is how many digits a number of a rule has before the point at most.
const maxWhole = 10

// readDecimal reads a number above 0 with at most some decimal places and maxWhole digits before them.
func readDecimal[T ~int64](places int) func(json.RawMessage) (T, error) {
	return func(sent json.RawMessage) (T, error) {
		whole, decimals, _ := strings.Cut(string(sent), ".")
		padded := decimals + strings.Repeat("0", max(0, places-len(decimals)))
		n, err := strconv.ParseInt(whole+padded, 10, 64)
		if err != nil || n < 1 || len(whole) > maxWhole || len(padded) != places {
			return 0, problem.RuleValue.With(cut(sent), fmt.Sprintf(
				"a number above 0 with at most %d digits before the point and %d after it", maxWhole, places)).Err()
		}
		return T(n), nil
	}
}

// readList reads a list of texts. one normalises a text, and says what is wanted instead, "" if it is right.
func readList(one func(*string) (want string)) func(json.RawMessage) ([]string, error) {
	return func(sent json.RawMessage) (list []string, err error) {
		if json.Unmarshal(sent, &list) != nil {
			return nil, problem.RuleValue.With(cut(sent), "a list of texts").Err()
		}
		if len(list) < 1 || len(list) > MaxListEntries {
			return nil, has(len(list), "entries", MaxListEntries, "")
		}
		for i, sent := range list {
			if want := one(&list[i]); want != "" {
				return nil, problem.RuleWrong.With(fmt.Sprintf("has the entry %q: want %s", cutText(sent), want)).Err()
			}
		}
		return list, nil
	}
}

func word(s *string) string {
	*s = strings.TrimSpace(*s)
	if n := utf8.RuneCountInString(*s); n < 1 || n > MaxWord {
		return fmt.Sprintf("1 to %d characters", MaxWord)
	}
	return ""
}

func hsPrefix(s *string) string {
	*s = strings.NewReplacer(".", "", " ", "").Replace(*s)
	if len(*s) < 2 || len(*s) > 12 || strings.Trim(*s, "0123456789") != "" {
		return "2 to 12 digits"
	}
	return ""
}

// place normalises an entry of an embargo: the code of a country, perhaps with ranges of postal codes after it.
func place(s *string) string {
	name, postal, hasPostal := strings.Cut(*s, ":")
	country, known := shipment.CountryByName(strings.TrimSpace(name))
	if _, err := parsePostalRanges(postal); !known || hasPostal && err != nil {
		return "a country, perhaps with postal codes, such as Cuba or Ukraine: 295000-299999"
	}
	if *s = country.Name(); hasPostal {
		*s += ": " + strings.TrimSpace(postal)
	}
	return ""
}

func goodsKind(s *string) string {
	if !slices.Contains(GoodsKinds(), *s) {
		return alternatives(GoodsKinds())
	}
	return ""
}

func taxType(s *string) string {
	if !slices.Contains(shipment.TaxIDTypes(), *s) {
		return alternatives(shipment.TaxIDTypes())
	}
	return ""
}

// Schemes are the forms of identification numbers that the kind checksum knows, sorted.
func Schemes() []string { return slices.Sorted(maps.Keys(schemes)) }

// alternatives lists choices for a message.
func alternatives[T ~string](choices []T) string {
	texts := each.Of(choices, func(c T) string { return string(c) })
	if last := len(texts) - 1; last > 0 {
		texts = append(texts[:last-1], texts[last-1]+" or "+texts[last])
	}
	return strings.Join(texts, ", ")
}

// shown is how much of a wrong value a message has, in characters.
const shown = 60

// cut is a JSON value for a message.
func cut(sent json.RawMessage) string { return cutText(string(sent)) }

func cutText(s string) string {
	if most := shipment.CutText(s, shown); len(most) < len(s) {
		return most + "…"
	}
	return s
}
