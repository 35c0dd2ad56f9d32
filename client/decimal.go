package client

import "encoding/json"

// Decimal is a decimal number as text, such as "12.5": an amount that passes through
// a float64 may not arrive as it was. Sent as a JSON number; text that is none is
// sent as a string, and the service says what is wrong with it. Received in the
// shortest form.
type Decimal string

// MarshalJSON renders a number as it stands, anything else as a string.
func (d Decimal) MarshalJSON() ([]byte, error) {
	text := []byte(d)
	if json.Valid(text) && (text[0] == '-' || '0' <= text[0] && text[0] <= '9') {
		return text, nil
	}
	return json.Marshal(string(d))
}

// UnmarshalJSON keeps the text of a number or of a string; null is "".
func (d *Decimal) UnmarshalJSON(b []byte) error {
	text, err := numberOrString(b)
	*d = Decimal(text)
	return err
}

// numberOrString is the text of a JSON number or string, "" for null.
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
