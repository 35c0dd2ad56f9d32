package request

import "strings"

// Kind is the JSON type of a Value.
type Kind uint8

// The kinds. The zero Value is an absent one.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is the value that a caller sent for a field, before any rule has read it. JSON,
// CSV and form input all become Values, so that one validator serves them.
type Value struct {
	Kind Kind
	// Text is the unescaped text of a String, the literal of a Number ("1.50", "1e400") or Bool, the
	// JSON text of an Array or Object whose field has readWhole, else "". It is valid UTF-8, except that
	// a lone surrogate is in the three bytes that UTF-8 would use if it allowed them, so that the field
	// can report it.
	Text string
}

// Text is the Value of a text.
func Text(s string) Value { return Value{String, s} }

// TypeName is the name of the type of v in messages: dict, list, str, int, float or bool.
func (v Value) TypeName() string {
	if v.isInteger() {
		return "int"
	}
	return [...]string{
		Absent: "NoneType", Null: "NoneType", Bool: "bool", Number: "float", String: "str", Array: "list", Object: "dict",
	}[v.Kind]
}

// isInteger reports whether v is a number without a fraction or an exponent; all
// other numbers are doubles.
func (v Value) isInteger() bool {
	return v.Kind == Number && !strings.ContainsAny(v.Text, ".eE")
}

// given reports whether v is neither absent nor null nor a blank string.
func (v Value) given() bool {
	switch v.Kind {
	case Absent, Null:
		return false
	case String:
		return strings.TrimSpace(v.Text) != ""
	default:
		return true
	}
}

// A lone surrogate in a Value has this first byte, which is followed by 0xA0 or more;
// in valid UTF-8 what follows is below.
const (
	surrogateLead = 0xED
	surrogateLen  = 3
)

// loneSurrogate finds the first lone surrogate of s.
func loneSurrogate(s string) (rune, bool) {
	for {
		i := strings.IndexByte(s, surrogateLead)
		if i < 0 {
			return 0, false
		}
		s = s[i:]
		if r, ok := leadingSurrogate(s); ok {
			return r, true
		}
		s = s[1:]
	}
}

// leadingSurrogate is the lone surrogate that s starts with.
func leadingSurrogate(s string) (rune, bool) {
	if len(s) < surrogateLen || s[0] != surrogateLead || s[1]&0xE0 != 0xA0 || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
