package problem

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// finder finds the code of an English text.
type finder struct {
	code    string
	begin   string // of all its texts
	literal int    // how many bytes of a text are not arguments
	// strict takes no argument that has the end of a sentence; loose takes any.
	strict, loose *regexp.Regexp
}

// finders are those of all codes, the most exact ones first.
var finders = sync.OnceValue(func() []finder {
	var all []finder
	for code, t := range templates() {
		if code == ownText {
			continue
		}
		f := finder{code: code, begin: t.texts[0]}
		strict, loose := `(?s)^`, `(?s)^`
		for i, text := range t.texts {
			f.literal += len(text)
			strict, loose = strict+regexp.QuoteMeta(text), loose+regexp.QuoteMeta(text)
			if i < len(t.args) {
				s, l := t.args[i].Kind.patterns()
				strict, loose = strict+s, loose+l
			}
		}
		f.strict, f.loose = regexp.MustCompile(strict+`$`), regexp.MustCompile(loose+`$`)
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b finder) int { return cmp.Or(b.literal-a.literal, strings.Compare(a.code, b.code)) })
	return all
})

func (k Kind) patterns() (strict, loose string) {
	switch k {
	case Quoted:
		const quoted = `("(?:[^"\\]|\\.)*")`
		return quoted, quoted
	case Number:
		const number = `(\d{1,18})`
		return number, number
	default:
		return `((?:[^.]|\.[^ ])*?)`, `(.*?)`
	}
}

// maxFound is the longest text whose code is looked for: how long that takes grows with the square of the length.
const maxFound = 2 << 10

// Find makes a message of its English text, which is how messages are stored and how they come from the API. What no code says is
// a text of somebody else.
func Find(english string) Message {
	if len(english) > maxFound {
		return Own(english)
	}
	for _, strict := range []bool{true, false} {
		if found := find(english, strict); !found.IsZero() {
			return found
		}
		for at := strings.LastIndex(english, ". "); at >= 0; at = strings.LastIndex(english[:at], ". ") {
			if found := find(english[:at+1], strict); !found.IsZero() {
				return Join(found, Find(english[at+2:]))
			}
		}
	}
	return Own(english)
}

func find(english string, strict bool) Message {
	for _, f := range finders() {
		if !strings.HasPrefix(english, f.begin) {
			continue
		}
		pattern := f.loose
		if strict {
			pattern = f.strict
		}
		groups := pattern.FindStringSubmatch(english)
		if groups == nil {
			continue
		}
		found := OfCode(f.code)
		for i, text := range groups[1:] {
			if templates()[f.code].args[i].Kind == Quoted {
				text, _ = strconv.Unquote(text) // as String has quoted it: see below
			}
			found = found.With(text)
		}
		if found.String() == english {
			return found
		}
	}
	return Message{}
}
