package request

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape resolves the escapes of a well-formed JSON string. A lone surrogate becomes the three bytes
// that UTF-8 would use if it allowed them, so that its field can report it; encoding/json and jx
// would replace it with U+FFFD.
func unescape(s string) string {
	at := strings.IndexByte(s, '\\')
	if at < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for at >= 0 {
		b = append(b, s[:at]...)
		b, s = appendEscape(b, s[at+1:])
		at = strings.IndexByte(s, '\\')
	}
	return string(append(b, s...))
}

// appendEscape resolves the escape that rest continues after its backslash.
func appendEscape(b []byte, rest string) ([]byte, string) {
	const letters, meaning = `bfnrt`, "\b\f\n\r\t"
	if i := strings.IndexByte(letters, rest[0]); i >= 0 {
		return append(b, meaning[i]), rest[1:]
	}
	if rest[0] != 'u' {
		return append(b, rest[0]), rest[1:] // a quote, a slash or a backslash
	}
	r, rest := hexRune(rest[1:])
	if !utf16.IsSurrogate(r) {
		return utf8.AppendRune(b, r), rest
	}
	if strings.HasPrefix(rest, `\u`) {
		low, after := hexRune(rest[2:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return utf8.AppendRune(b, pair), after
		}
	}
	return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F), rest
}

// hexRune reads four hex digits.
func hexRune(s string) (rune, string) {
	n, err := strconv.ParseUint(s[:4], 16, 16)
	if err != nil {
		panic("unescape: the string was not validated: " + err.Error())
	}
	return rune(n), s[4:]
}
