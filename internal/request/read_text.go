package request

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"waybill/internal/problem"
)

// trimmed reads a text without the blanks around it. A number counts as its text. The result is ""
// without messages for a blank text in an optional field.
func trimmed(v Value, f *Field) (string, Messages) {
	switch v.Kind {
	case String:
		s := strings.TrimSpace(v.Text)
		if s == "" && f.Required {
			return "", Messages{problem.Blank}
		}
		return s, nil
	case Number:
		return integerText(v), nil
	default:
		return "", Messages{problem.NotText}
	}
}

// integerText is the text of a number; the integer -0 is 0.
func integerText(v Value) string {
	if v.Text == "-0" {
		return "0"
	}
	return v.Text
}

func readText(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems == nil {
		problems = unstorable(s, f.Type.MaxLength)
	}
	return s, problems
}

// unstorable are the problems that keep a text from being stored: more than limit code points (0 means
// no limit), U+0000, a lone surrogate.
func unstorable(s string, limit int) Messages {
	var problems Messages
	if limit > 0 && len(s) > limit && codePoints(s) > limit {
		problems = append(problems, problem.MaxLength.With(limit))
	}
	if strings.IndexByte(s, 0) >= 0 {
		problems = append(problems, problem.NullCharacter)
	}
	if r, ok := loneSurrogate(s); ok {
		problems = append(problems, problem.Surrogate.With(fmt.Sprintf("%04X", r)))
	}
	return problems
}

// codePoints counts the bytes that start one, so that a lone surrogate is one.
func codePoints(s string) int {
	n := 0
	for i := range len(s) {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

func readEmail(v Value, f *Field) (string, Messages) {
	if v.Kind != String {
		return "", Messages{problem.NotEmail}
	}
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return s, problems
	}
	problems = unstorable(s, f.Type.MaxLength)
	if !IsEmail(s) {
		problems = append(problems, problem.NotEmail)
	}
	return s, problems
}

// IsEmail follows Django's EmailValidator, without quoted local parts.
func IsEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 || len(s) > 320 {
		return false
	}
	return isDotAtom(s[:at]) && isMailDomain(asciiDomain(s[at+1:]))
}

// asciiDomain is a domain in the spelling of the DNS (IDNA 2008, UTS 46), "" when it is not a domain.
func asciiDomain(domain string) string {
	if all(domain, isASCII) {
		return domain
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return ""
	}
	return ascii
}

func isASCII(c byte) bool { return c < utf8.RuneSelf }

func isDotAtom(local string) bool {
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || !all(atom, isAtomByte) {
			return false
		}
	}
	return true
}

func isAtomByte(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-/=?^_{|}~`", c) >= 0
}

func isMailDomain(domain string) bool {
	if domain == "localhost" {
		return true
	}
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		return ok && err == nil && addr.Zone() == ""
	}
	dot := strings.LastIndexByte(domain, '.')
	if dot < 0 || !isTopLabel(domain[dot+1:]) {
		return false
	}
	for label := range strings.SplitSeq(domain[:dot], ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

// isLabel: 1 to 63 letters, digits and hyphens, none of them at an end.
func isLabel(s string) bool {
	return s != "" && len(s) <= 63 && all(s, isLabelByte) && s[0] != '-' && s[len(s)-1] != '-'
}

// isTopLabel: 2 to 63 of the same; a hyphen may come first.
func isTopLabel(s string) bool {
	return len(s) >= 2 && len(s) <= 63 && all(s, isLabelByte) && s[len(s)-1] != '-'
}

func isLabelByte(c byte) bool { return isAlphanumeric(c) || c == '-' }

func isAlphanumeric(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}
