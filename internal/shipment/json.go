package shipment

import "unicode/utf8"

// AppendJSONString appends s as a JSON string with nothing escaped but what JSON demands. A byte
// that is not UTF-8 becomes a question mark.
func AppendJSONString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(b, '?')
			} else {
				b = append(b, s[i:i+size]...)
			}
			i += size
			continue
		}
		i++
	}
	return append(b, '"')
}

func appendField(b []byte, name, value string) []byte {
	b = append(b, ',')
	b = AppendJSONString(b, name)
	b = append(b, ':')
	return AppendJSONString(b, value)
}

// appendNullable appends null for "".
func appendNullable(b []byte, name, value string) []byte {
	if value != "" {
		return appendField(b, name, value)
	}
	b = append(b, ',')
	b = AppendJSONString(b, name)
	return append(b, ":null"...)
}
