package shell

import (
	"bytes"
	"encoding/json"
	"strings"

	"waybill/internal/request"
)

// longestKey is the most bytes of a value that the scanner keeps. No key is longer.
const longestKey = 512

// keyScanner finds the secret keys at the top level of a JSON object that comes in parts. It does not
// check the syntax: in text that is not JSON it may find anything.
type keyScanner struct {
	found bool          // there was a key
	last  request.Value // the last key's value; Text may be cut

	depth     int
	isObject  bool   // the value at depth 1 is an object
	inString  bool   // between quotes
	escaped   bool   // after a backslash
	atName    bool   // at depth 1, a name comes before the next value
	atKey     bool   // at depth 1, the name is the name of the key
	inLiteral bool   // in a number, true, false or null that is a key's value
	token     []byte // the name or the key's value, as far as it was read
}

// scan reads the next part.
func (s *keyScanner) scan(part []byte) {
	for i := 0; i < len(part); i++ {
		if s.inString {
			i += s.skip(part[i:])
			if i == len(part) {
				return
			}
			s.inText(part[i])
			continue
		}
		s.outside(part[i])
	}
}

// skip is the number of bytes of a string that need not be looked at.
func (s *keyScanner) skip(part []byte) int {
	if s.escaped || s.keeps() {
		return 0
	}
	if i := bytes.IndexAny(part, `"\`); i >= 0 {
		return i
	}
	return len(part)
}

// keeps reports whether the current text is a name or a key's value.
func (s *keyScanner) keeps() bool { return s.depth == 1 && s.isObject && (s.atName || s.atKey) }

func (s *keyScanner) inText(c byte) {
	if c == '"' && !s.escaped {
		s.inString = false
		s.endText()
		return
	}
	s.escaped = c == '\\' && !s.escaped
	s.keep(c)
}

func (s *keyScanner) keep(c byte) {
	if s.keeps() && len(s.token) < longestKey {
		s.token = append(s.token, c)
	}
}

func (s *keyScanner) endText() {
	if !s.keeps() {
		return
	}
	text := string(s.token)
	if bytes.IndexByte(s.token, '\\') >= 0 && json.Unmarshal([]byte(`"`+text+`"`), &text) != nil {
		text = "?" // it was cut, and is no key
	}
	if s.atName {
		s.atKey = text == "secret_key"
		return
	}
	s.set(request.Value{Kind: request.String, Text: text})
}

func (s *keyScanner) set(v request.Value) { s.found, s.last = true, v }

func (s *keyScanner) outside(c byte) {
	if s.inLiteral && strings.IndexByte(" \t\r\n,:\"[]{}", c) >= 0 {
		s.endLiteral()
	}
	switch c {
	case '"':
		s.inString, s.token = true, s.token[:0]
	case '{', '[':
		s.open(c)
	case '}', ']':
		s.depth--
	case ',':
		if s.depth == 1 {
			s.atName, s.atKey = true, false
		}
	case ':':
		if s.depth == 1 {
			s.atName = false
		}
	case ' ', '\t', '\r', '\n':
	default:
		if s.keeps() && !s.atName {
			if !s.inLiteral {
				s.inLiteral, s.token = true, s.token[:0]
			}
			s.keep(c)
		}
	}
}

func (s *keyScanner) open(c byte) {
	if s.depth == 0 {
		s.isObject, s.atName = c == '{', true
	} else if s.keeps() && !s.atName {
		s.set(request.Value{Kind: request.Object}) // or an array, which is not a key either
	}
	s.depth++
}

func (s *keyScanner) endLiteral() {
	s.inLiteral = false
	if c := s.token[0]; c == '-' || c >= '0' && c <= '9' {
		s.set(request.Value{Kind: request.Number, Text: string(s.token)})
	} else {
		s.set(request.Value{Kind: request.Null}) // or true or false
	}
}
