package shipment

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendJSONString appends s as a JSON string with nothing escaped but what JSON demands. A byte
// that is not UTF-8 becomes a question mark.
func AppendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	copied := 0 // s[:copied] is in b
	for i := 0; i < len(s); {
		size := 1
		if c := s[i]; c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
		} else if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[copied:i]...)
		b = appendEscaped(b, s[i])
		i += size
		copied = i
	}
	b = append(b, s[copied:]...)
	return append(b, '"')
}

// appendEscaped appends a byte that cannot stand in a JSON string.
func appendEscaped(b []byte, c byte) []byte {
	const hex, short, meant = "0123456789abcdef", `"\nrt`, "\"\\\n\r\t"
	if i := strings.IndexByte(meant, c); i >= 0 {
		return append(b, '\\', short[i])
	}
	if c >= utf8.RuneSelf {
		return append(b, '?')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendComma appends what separates the next value of a list or an object from the one before. b ends with its begin or a value.
func AppendComma(b []byte) []byte {
	if last := b[len(b)-1]; last == '[' || last == '{' {
		return b
	}
	return append(b, ',')
}

// AppendKey appends the key of the next value of an object.
func AppendKey(b []byte, key string) []byte {
	return append(AppendJSONString(AppendComma(b), key), ':')
}

func appendField(b []byte, name, value string) []byte {
	return AppendJSONString(AppendKey(b, name), value)
}

// appendNullable appends null for "".
func appendNullable(b []byte, name, value string) []byte {
	if value == "" {
		return append(AppendKey(b, name), "null"...)
	}
	return appendField(b, name, value)
}

func appendNumber(b []byte, name string, value int64) []byte {
	return strconv.AppendInt(AppendKey(b, name), value, 10)
}

// PlainJSON returns a value as JSON in which <, > and & stay as they are.
func PlainJSON(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(text.Bytes(), []byte{'\n'}), err
}
