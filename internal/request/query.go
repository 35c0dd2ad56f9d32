package request

import (
	"maps"
	"net/url"
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
	text := LastValue(url.Values(q), key)
	if text == "" {
		return Value{}
	}
	return Text(text)
}

// KnownQuery parses a raw query like ParseQuery, and refuses parameters that are neither known nor the key: a misspelt filter
// would select everything.
func KnownQuery(raw string, known ...string) (url.Values, Problems) {
	query := ParseQuery(raw)
	return query, unknownParameters(query, func(name string) bool { return slices.Contains(known, name) })
}

// unknownParameters are the problems of parameters that are neither known nor the key.
func unknownParameters(query url.Values, known func(name string) bool) (problems Problems) {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if name != secretKey && !known(name) {
			problems = append(problems, Problem{name, Messages{problem.UnknownQuery}})
		}
	}
	return problems
}

func unescapeQuery(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return strings.ToValidUTF8(plain, "\uFFFD")
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			b = append(b, ' ')
		case s[i] == '%' && i+2 < len(s):
			plain, err := url.PathUnescape(s[i : i+3])
			if err != nil {
				b = append(b, '%')
				continue
			}
			b = append(b, plain...)
			i += 2
		default:
			b = append(b, s[i])
		}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}
