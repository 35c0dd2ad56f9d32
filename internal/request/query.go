package request

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/problem"
)

// ParseQuery reads a raw query as leniently as Django does: a broken escape stands for itself, and
// only & separates parameters. Invalid UTF-8 becomes U+FFFD.
func ParseQuery(raw string) url.Values {
	values := make(url.Values)
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name = unescapeQuery(name)
		values[name] = append(values[name], unescapeQuery(value))
	}
	return values
}

// LastValue is the last value of a parameter, "" when it is absent.
func LastValue(values url.Values, name string) string {
	if all := values[name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// queryValues are the parameters of a query as values. An empty parameter is absent.
type queryValues url.Values

func (q queryValues) get(key string) Value {
	if text := LastValue(url.Values(q), key); text != "" {
		return Text(text)
	}
	sent := map[string]string{} // of all parameters metadata[KEY]
	for name := range q {
		if withoutKey(name) == key && name != key {
			sent[name[len(key)+1:len(name)-1]] = LastValue(url.Values(q), name)
		}
	}
	if len(sent) == 0 {
		return Value{}
	}
	text, _ := json.Marshal(sent) // texts are JSON
	return Value{Object, string(text)}
}

// withoutKey is metadata for metadata[KEY], and else the name of the parameter.
func withoutKey(name string) string {
	if strings.HasPrefix(name, metadataField+"[") && strings.HasSuffix(name, "]") {
		return metadataField
	}
	return name
}

// WrongParameters are the problems of parameters of a raw query that are not known, or are empty, at most maxUnknown. The key and the
// cursor of the first page may be empty; an empty filter would select everything.
func WrongParameters(raw string, known []string) (problems Problems) {
	query := ParseQuery(raw)
	for _, name := range slices.Sorted(maps.Keys(query)) {
		switch {
		case name == secretKey || len(problems) == maxUnknown:
		case !slices.Contains(known, withoutKey(name)):
			problems = append(problems, Problem{name, Messages{unknownQuery.message(name, known)}})
		case name != "cursor" && LastValue(query, name) == "":
			problems = append(problems, Problem{name, Messages{problem.EmptyQuery}})
		}
	}
	return problems
}

// escaped is a byte of a query.
var escaped = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

func unescapeQuery(s string) string {
	plain := escaped.ReplaceAllStringFunc(strings.ReplaceAll(s, "+", " "), func(sent string) string {
		b, _ := hex.DecodeString(sent[1:])
		return string(b)
	})
	return strings.ToValidUTF8(plain, "\uFFFD")
}
