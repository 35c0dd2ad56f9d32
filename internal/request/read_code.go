package request

import (
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// The types that are a text with one check and one message. Phones are in read_phone.go.

func readCountry[C ~string](v Value, f *Field) (C, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	c, ok := shipment.CountryByName(s)
	if !ok {
		return "", Messages{problem.NotChoice.With(s)}
	}
	return C(c), nil
}

func readCurrency(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	code, ok := shipment.CurrencyByCode(s)
	if !ok {
		return "", Messages{problem.NotChoice.With(s)}
	}
	return code, nil
}

func readTrackingNo(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	if !shipment.IsTrackingNo(s) {
		return "", Messages{problem.NotTrackingNo}
	}
	return shipment.TrackingKey(s), nil
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
			// Among texts of equal length, only ASCII folds to ASCII.
			if len(c) == len(s) && strings.EqualFold(c, s) {
				return c, nil
			}
		}
	default: // not a choice, but its text is known
	}
	return "", Messages{problem.NotChoice.With(sent)}
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
	return false, Messages{problem.NotBoolean}
}
