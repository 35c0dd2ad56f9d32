package shipment

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

// Value is what a caller sent for a field, before any rule has looked at it. JSON,
// CSV and form input all become Values, so that one validator serves them.
type Value struct {
	Kind Kind
	// Text is the unescaped text of a String, the literal of a Number ("1.50",
	// "1e400") or Bool; "" otherwise. It may hold lone surrogates, each in the three
	// bytes that UTF-8 would use if it allowed them, for the field to report.
	Text string
}

// TypeName is what messages call the type of v: dict, list, str, int, float or bool.
func (v Value) TypeName() string {
	switch v.Kind {
	case Object:
		return "dict"
	case Array:
		return "list"
	case String:
		return "str"
	case Bool:
		return "bool"
	case Number:
		if v.isInteger() {
			return "int"
		}
		return "float"
	default:
		return "NoneType"
	}
}

// isInteger reports whether v is a number without a fraction or an exponent; all
// other numbers are doubles.
func (v Value) isInteger() bool {
	return v.Kind == Number && !strings.ContainsAny(v.Text, ".eE")
}

// given reports whether v says anything: it is not absent, null or a blank string.
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
	for i := strings.IndexByte(s, surrogateLead); i >= 0 && i+surrogateLen <= len(s); {
		if s[i+1] >= 0xA0 {
			return rune(s[i]&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
		}
		next := strings.IndexByte(s[i+1:], surrogateLead)
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return 0, false
}
