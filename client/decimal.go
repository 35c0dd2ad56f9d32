package client

import "encoding/json"

// Decimal is a decimal number as text, such as "12.5", because an amount may change when it passes through a
// float64. It is sent as a JSON number; text that is not a number is sent as a string, which the service
// reports as invalid. Received numbers are in their shortest form.
type Decimal string

// MarshalJSON encodes a number unchanged, and anything else as a string.
func (d Decimal) MarshalJSON() ([]byte, error) {
	text := []byte(d)
	if json.Valid(text) && (text[0] == '-' || '0' <= text[0] && text[0] <= '9') {
		return text, nil
	}
	return json.Marshal(string(d))
}

// UnmarshalJSON decodes a number or a string to its text, and null to "".
func (d *Decimal) UnmarshalJSON(b []byte) error {
	text, err := numberOrString(b)
	*d = Decimal(text)
	return err
}

// numberOrString returns the text of a JSON number or string, "" for null.
func numberOrString(b []byte) (string, error) {
	if b[0] == '"' || b[0] == 'n' {
		var text string
		err := json.Unmarshal(b, &text)
		return text, err
	}
	var number json.Number
	err := json.Unmarshal(b, &number)
	return number.String(), err
}
