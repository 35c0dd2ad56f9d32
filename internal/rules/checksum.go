package rules

// scheme is a form of identification numbers.
type scheme struct {
	name  string // for messages, such as "Korean personal customs clearance code"
	form  string // for messages, such as "P and 12 digits"
	valid func(number string) bool
}

// schemes are the forms of identification numbers that the kind checksum knows, by name.
var schemes = map[string]scheme{}
