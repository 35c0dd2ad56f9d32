package shipment

import "strings"

// The types that are a text with one check and one message.

func readPhone(v Value, f *Field) (string, Messages) {
	return readNumber(v, f, msgNotPhone, func(s string) bool {
		digits, plus := strings.CutPrefix(s, "+")
		return plus && len(digits) >= 7 && len(digits) <= 15 && digits[0] != '0' && all(digits, isDigit)
	})
}

func readLocalPhone(v Value, f *Field) (string, Messages) {
	return readNumber(v, f, msgNotLocal, func(s string) bool {
		digits := strings.TrimPrefix(s, "+")
		return len(digits) >= 6 && len(digits) <= 15 && all(digits, isDigit)
	})
}

func readNumber(v Value, f *Field, wrong Messages, right func(string) bool) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return s, problems
	}
	if s = withoutSeparators(s); !right(s) {
		return "", wrong
	}
	return s, nil
}

// withoutSeparators removes what people put between the digits of a phone number.
func withoutSeparators(s string) string {
	const separators = " -.()"
	if !strings.ContainsAny(s, separators) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(separators, r) {
			return -1
		}
		return r
	}, s)
}

func readCountry(v Value, f *Field) (Country, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	c, ok := CountryByName(s)
	if !ok {
		return "", msgChoice(s)
	}
	return c, nil
}

func readCurrency(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	code := upperASCII(s)
	if !IsCurrency(code) {
		return "", msgChoice(s)
	}
	return code, nil
}

func readTrackingNo(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	if !IsTrackingNo(s) {
		return "", msgNotTracking
	}
	return upperASCII(s), nil
}

// IsTrackingNo reports whether an order can have the tracking number s.
func IsTrackingNo(s string) bool {
	return len(s) >= 6 && len(s) <= 40 && all(s, isLabelByte)
}

// upperASCII leaves all but a to z alone: ı is not I.
func upperASCII(s string) string {
	for i := range len(s) {
		if 'a' <= s[i] && s[i] <= 'z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'a' <= b[j] && b[j] <= 'z' {
					b[j] -= 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

func readChoice(v Value, f *Field) (string, Messages) {
	sent := v.Text
	switch v.Kind {
	case Number:
		sent = integerText(v)
	case Array:
		sent = "[]"
	case Object:
		sent = "{}"
	case String:
		s := strings.TrimSpace(sent)
		if s == "" && !f.Required {
			return "", nil
		}
		for _, c := range f.Type.Choices {
			// Of equal length, only ASCII folds to ASCII.
			if len(c) == len(s) && strings.EqualFold(c, s) {
				return c, nil
			}
		}
	default: // no choice, but its text is known
	}
	return "", msgChoice(sent)
}

// readBoolean reads true and false, the numbers 1 and 0, and their words.
func readBoolean(v Value, _ *Field) (bool, Messages) {
	switch v.Kind {
	case Bool:
		return v.Text == "true", nil
	case Number:
		n, ok := numberOf(v)
		switch {
		case ok && n.coefficient == 0:
			return false, nil
		case ok && n == number{coefficient: 1, digits: 1}:
			return true, nil
		}
	case String:
		switch strings.ToLower(v.Text) {
		case "t", "y", "yes", "true", "on", "1":
			return true, nil
		case "f", "n", "no", "false", "off", "0":
			return false, nil
		}
	default:
	}
	return false, msgNotBoolean
}
