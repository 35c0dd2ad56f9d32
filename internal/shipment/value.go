package shipment

// Kind is the JSON type of a Value.
type Kind uint8

// The kinds. The zero Value is an absent one.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is what a caller sent for a field, before any rule has looked at it. JSON,
// CSV and form input all become Values, so that one validator serves them.
type Value struct {
	Kind Kind
	// Text is the unescaped text of a String, the literal of a Number ("1.50",
	// "1e400") or Bool; "" otherwise. It may hold lone surrogates, each in the three
	// bytes that UTF-8 would use if it allowed them, for the field to report.
	Text string
}
