package problem

import (
	"cmp"
	_ "embed" // for the table of codes
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Message says what is wrong, or what came of something: by a code with its arguments, or by several of them. The zero
// Message says nothing. Messages can be compared.
type Message struct{ coded string }

// In the coded form each code follows a codeMark, and each argument an argMark. They are noncharacters of Unicode, and are
// escaped in arguments.
const (
	codeMark = "\uFDD0"
	argMark  = "\uFDD1"
)

var (
	escaper   = strings.NewReplacer(codeMark, "\uFDD20", argMark, "\uFDD21", "\uFDD2", "\uFDD22")
	unescaper = strings.NewReplacer("\uFDD20", codeMark, "\uFDD21", argMark, "\uFDD22", "\uFDD2")
)

// Kind is the type of an argument.
type Kind string

// The kinds.
const (
	Text    Kind = ""
	Quoted  Kind = "quoted"  // a text that English puts between quotes, escaped as in Go
	Number  Kind = "number"  // an integer
	Country Kind = "country" // its English name, or AnyCountry
	Choices Kind = "choices" // such as "5, 6 or 7"
	Clause  Kind = "clause"  // a text, or another message
	Moment  Kind = "moment"  // a time in UTC, as RFC 3339 writes it
	Words   Kind = "words"   // behind those of the code: the words of an operator or a program, which stand for its text
)

// AnyCountry stands for a country when each is right.
const AnyCountry = "any country"

// Arg is an argument of a code.
type Arg struct {
	Name   string
	Kind   Kind
	Value  string
	Clause Message // whose English is Value, if Kind is Clause
}

// Moment is the time of an argument of that kind.
func (a Arg) Moment() (moment time.Time) {
	moment, _ = time.Parse(time.RFC3339, a.Value) // no other text is given
	return moment
}

// template is the English text of a code. A place such as {max:number} has the name and the kind of an argument.
type template struct {
	texts []string // before and after the places
	args  []Arg    // without values
}

var place = regexp.MustCompile(`\{([a-z_]+)(?::([a-z]+))?\}`)

// sources are the English texts of all codes, as they are defined.
var sources = map[string]string{}

// templates are those of all codes. They are made when the first message is said: most processes say few.
var templates = sync.OnceValue(func() map[string]template {
	all := make(map[string]template, len(sources))
	for code, english := range sources {
		t := template{texts: place.Split(english, -1)}
		for _, found := range place.FindAllStringSubmatch(english, -1) {
			t.args = append(t.args, Arg{Name: found[1], Kind: Kind(found[2])})
		}
		all[code] = t
	}
	return all
})

// Define adds a code to the table. It is called for package variables only, so often that it is not inlined.
//
//go:noinline
func Define(code, english string) Message {
	if _, known := sources[code]; known {
		panic("the code " + code + " is defined twice")
	}
	sources[code] = english
	return Message{codeMark + code}
}

// English is the English text of a code, with places such as {max}.
func English(code string) string { return place.ReplaceAllString(sources[code], "{$1}") }

// Arguments are the arguments of a code, without values.
func Arguments(code string) []Arg { return templates()[code].args }

// Codes are all codes.
func Codes() []string { return slices.Sorted(maps.Keys(sources)) }

// Table is the table of codes.
//
//go:embed codes.json
var Table []byte

// Own is a message in the words of somebody else, such as an operator or a partner; "" is none.
func Own(text string) Message {
	if text == "" {
		return Message{}
	}
	return own.With(text)
}

// OfCode is the message of a code whose arguments are still to be added, the zero one if there is no such code.
func OfCode(code string) Message {
	if _, known := sources[code]; !known {
		return Message{}
	}
	return Message{codeMark + code}
}

// With adds arguments to the code, in the order of the places of its text. A Message is for a Clause. One argument more is Words.
func (m Message) With(args ...any) Message {
	b := []byte(m.coded)
	for _, arg := range args {
		var text string
		switch arg := arg.(type) {
		case string:
			text = arg
		case Message:
			text = arg.coded
		case time.Time:
			text = arg.UTC().Format(time.RFC3339)
		default:
			text = fmt.Sprint(arg)
		}
		b = append(append(b, argMark...), escaper.Replace(text)...)
	}
	return Message{string(b)}
}

// Join makes one message of several.
func Join(messages ...Message) (all Message) {
	for _, m := range messages {
		all.coded += m.coded
	}
	return all
}

// Is reports whether the message begins with the code of another one.
func (m Message) Is(of Message) bool {
	code := of.Code().coded
	return m.coded == code || strings.HasPrefix(m.coded, code+argMark) || strings.HasPrefix(m.coded, code+codeMark)
}

// Code is the message without its arguments, for messages of one code.
func (m Message) Code() Message {
	code, _, _ := strings.Cut(m.coded, argMark)
	return Message{code}
}

// IsZero reports whether the message says nothing.
func (m Message) IsZero() bool { return m.coded == "" }

// Parts are the codes of the message, with their arguments.
func (m Message) Parts() func(yield func(code string, args []Arg) bool) {
	return func(yield func(string, []Arg) bool) {
		if m.IsZero() {
			return
		}
		for part := range strings.SplitSeq(strings.TrimPrefix(m.coded, codeMark), codeMark) {
			values := strings.Split(part, argMark)
			args := make([]Arg, len(values)-1)
			known := copy(args, templates()[values[0]].args)
			for i, value := range values[1:] {
				if args[i].Value = unescaper.Replace(value); i >= known {
					args[i].Kind = Words
				}
				if args[i].Kind == Clause {
					args[i].Clause = Decode(args[i].Value, args[i].Value)
					args[i].Value = args[i].Clause.String()
				}
			}
			if !yield(values[0], args) {
				return
			}
		}
	}
}

// openArgs are arguments that are never values that somebody sent, besides numbers and countries.
var openArgs = []string{"max", "min", "field", "fields", "type", "types", "currency", "scope", "divisor", "method", "rule", "kind"}

// Redacted is the message without values that somebody sent.
func (m Message) Redacted() Message {
	var all []Message
	for code, args := range m.Parts() {
		values := make([]any, len(args))
		for i, arg := range args {
			open := slices.Contains([]Kind{Number, Country, Moment, Words}, arg.Kind) || slices.Contains(openArgs, arg.Name)
			if values[i] = arg.Value; !open {
				values[i] = "…"
			}
		}
		all = append(all, OfCode(code).With(values...))
	}
	return Join(all...)
}

// String is the message in English.
func (m Message) String() string {
	var b strings.Builder
	for code, args := range m.Parts() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if n := len(args) - 1; n >= 0 && args[n].Kind == Words {
			b.WriteString(args[n].Value)
			continue
		}
		for i, text := range templates()[code].texts {
			b.WriteString(text)
			if i >= len(args) {
				continue
			}
			switch args[i].Kind {
			case Quoted:
				b.WriteString(strconv.Quote(args[i].Value))
			case Moment:
				b.WriteString(args[i].Moment().Format("2 Jan 2006, 15:04 UTC"))
			default:
				b.WriteString(args[i].Value)
			}
		}
	}
	return b.String()
}

// Say is a message about a field in the words of say. nil is English.
func Say(say func(field string, m Message) string, field string, m Message) string {
	if say == nil {
		return m.String()
	}
	return say(field, m)
}

// MarshalText is String: messages leave, and are stored, in English.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Error is a message as an error.
type Error struct{ Message }

func (e Error) Error() string { return e.String() }

// Err is the message as an error.
func (m Message) Err() error { return Error{m} }

// Of is the message of an error, in its own words if it is none of Err.
func Of(err error) Message {
	e, _ := errors.AsType[Error](err)
	return cmp.Or(e.Message, Own(err.Error()))
}

// UnmarshalText is Own: a text does not say its code.
func (m *Message) UnmarshalText(text []byte) error {
	*m = Own(string(text))
	return nil
}

// Encode is the message for a program that has this table of codes and reads it by Decode.
func (m Message) Encode() string { return strings.ToValidUTF8(m.coded, "?") }

// Decode reads what Encode wrote. If it is not of Encode, or has a code that is not in the table, because another release wrote it,
// the message is Own with the other text.
func Decode(encoded, otherwise string) Message {
	m := Message{encoded}
	if !strings.HasPrefix(encoded, codeMark) {
		return Own(otherwise)
	}
	for code := range m.Parts() {
		if _, known := sources[code]; !known {
			return Own(otherwise)
		}
	}
	return m
}
