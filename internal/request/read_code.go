package request

import (
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// spelled makes the reader of a text with one check and one message. spell is a text as it is stored, and false if it is wrong.
// A blank text is "".
func spelled[V ~string](
	read func(Value, *Field) (string, Messages), spell func(string) (V, bool), wrong func(sent string) problem.Message,
) func(Value, *Field) (V, Messages) {
	return func(v Value, f *Field) (V, Messages) {
		s, problems := read(v, f)
		if problems != nil || s == "" {
			return "", problems
		}
		stored, ok := spell(s)
		if !ok {
			return "", Messages{wrong(s)}
		}
		return stored, nil
	}
}

// fitting makes the reader of a text that is stored as it is, if it fits.
func fitting(fits func(string) bool, wrong problem.Message) func(Value, *Field) (string, Messages) {
	return spelled(readText, func(s string) (string, bool) { return s, fits(s) }, saying(wrong))
}

func saying(m problem.Message) func(sent string) problem.Message {
	return func(string) problem.Message { return m }
}

func notChoice(sent string) problem.Message { return problem.NotChoice.With(sent) }

var (
	readCountry = spelled(trimmed, shipment.CountryByName, notChoice)
	// countryText is readCountry for the fields of an order.
	countryText = spelled(trimmed, func(s string) (string, bool) {
		c, known := shipment.CountryByName(s)
		return string(c), known
	}, notChoice)
	readCurrency   = spelled(trimmed, shipment.CurrencyByCode, notChoice)
	readTrackingNo = spelled(trimmed, func(s string) (string, bool) { return shipment.TrackingKey(s), shipment.IsTrackingNo(s) },
		saying(problem.NotTrackingNo))
	// readHSCode reads 6 to 12 digits, in which dots and spaces are left out.
	readHSCode = spelled(trimmed, func(s string) (string, bool) {
		code := strings.NewReplacer(".", "", " ", "").Replace(s)
		return code, len(code) >= 6 && len(code) <= shipment.MaxHSCode && all(code, isDigit)
	}, saying(problem.NotHSCode))
	// readUNNumber reads 4 digits, with or without UN before them.
	readUNNumber = spelled(trimmed, func(s string) (string, bool) {
		digits := strings.TrimSpace(strings.TrimPrefix(strings.ToUpper(s), "UN"))
		return "UN" + digits, len(digits) == 4 && all(digits, isDigit)
	}, saying(problem.NotUNNumber))
)

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
	return "", Messages{notChoice(sent)}
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
