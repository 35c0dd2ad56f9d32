package phrase

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Language is how texts and names are written in a language.
type Language struct {
	// Text is the text of a key, with its arguments.
	Text func(key string, args ...any) string
	// Country is the name of a country that is given by its English name.
	Country func(name string) string
}

// phrase is what people read in the place of a message.
type phrase struct {
	// says is the message. Places such as {number} stand for what differs: see kinds.
	says string
	// text is the key of the text; "" is the message itself. Its first argument is the label, and the others are the places.
	text string
}

// kinds are the places of messages: what they fit, and how they are written in a language.
var kinds = map[string]struct {
	pattern string
	write   func(l Language, sent string) any
}{
	"any":     {`.*?`, nil}, // not an argument of the text
	"number":  {`(\d{1,18})`, func(_ Language, sent string) any { return number(sent) }},
	"text":    {`(.*?)`, func(_ Language, sent string) any { return sent }},
	"country": {`(.+?)`, func(l Language, sent string) any { return l.Country(sent) }},
	"end":     {`(.+?)`, func(l Language, sent string) any { return l.end(sent) }},
	"list":    {`(.+?)`, func(l Language, sent string) any { return l.list(sent) }},
	"days":    {`(.+?)`, func(l Language, sent string) any { return l.list(dateOrders.ReplaceAllString(sent, "")) }},
}

// dateOrders are the orders of dates that the importer adds to a day.
var dateOrders = regexp.MustCompile(` \([a-z]+\)`)

// number is the number that digits mean.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // at most 18
	return n
}

// end is an end of a lane.
func (l Language) end(country string) string {
	if country == "any country" {
		return l.Text(key("any country"))
	}
	return l.Country(country)
}

// list writes choices such as "5, 6 or 7".
func (l Language) list(choices string) string {
	at := strings.LastIndex(choices, " or ")
	if at < 0 {
		return choices
	}
	return l.Text(key("%[1]s or %[2]s"), choices[:at], choices[at+len(" or "):])
}

// key marks a text that is translated where it is shown, for the tests that look for all texts.
func key(text string) string { return text }

// compiled is a phrase with what finds it.
type compiled struct {
	phrase
	prefix  string // that its messages begin with
	pattern *regexp.Regexp
	places  []string // kinds
}

var place = regexp.MustCompile(`\{[a-z]+\}`)

// all are the phrases in the order in which they are tried.
var all = sync.OnceValue(func() []compiled {
	var made []compiled
	for _, p := range slices.Concat(fieldPhrases, accountPhrases, importPhrases, rulePhrases, servicePhrases) {
		made = append(made, compile(p))
	}
	return made
})

func compile(p phrase) compiled {
	c := compiled{phrase: p}
	pattern, rest := "", p.says
	for at := place.FindStringIndex(rest); at != nil; at = place.FindStringIndex(rest) {
		kind := rest[at[0]+1 : at[1]-1]
		pattern += regexp.QuoteMeta(rest[:at[0]]) + kinds[kind].pattern
		if kinds[kind].write != nil {
			c.places = append(c.places, kind)
		}
		rest = rest[at[1]:]
	}
	c.prefix, _, _ = strings.Cut(p.says, "{")
	c.pattern = regexp.MustCompile(`(?s)^` + pattern + regexp.QuoteMeta(rest) + `$`)
	if c.text == "" {
		c.text = p.says
	}
	return c
}

// Of is a message about an input with a label in words; "" is a message about no input, or about one that needs no
// name.
//
// The importer joins several messages about a cell by spaces.
func (l Language) Of(label, message string) string {
	if text, found := l.find(label, message); found {
		return text
	}
	for at := range message {
		if !strings.HasPrefix(message[at:], ". ") {
			continue
		}
		if text, found := l.find(label, message[:at+1]); found {
			return text + " " + l.Of(label, message[at+2:])
		}
	}
	return message
}

func (l Language) find(label, message string) (text string, found bool) {
	for _, c := range all() {
		if !strings.HasPrefix(message, c.prefix) {
			continue
		}
		groups := c.pattern.FindStringSubmatch(message)
		if groups == nil {
			continue
		}
		if !strings.Contains(c.text, "%") {
			return l.Text(c.text), true
		}
		if label == "" {
			label = l.Text(key("This value"))
		}
		args := []any{label}
		for i, kind := range c.places {
			args = append(args, kinds[kind].write(l, groups[i+1]))
		}
		return l.Text(c.text, args...), true
	}
	return "", false
}
