package shipment

import (
	_ "embed"
	"strings"
	"sync"
)

// nothingWords has a line for each word that programs write for nothing, and yes if it is so beside other words, too.
//
//go:embed nothing.csv
var nothingWords string

// nothing says of each of these words whether it is so beside others. A name in capitals may be NULL.
var nothing = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for line := range strings.Lines(nothingWords) {
		word, beside, _ := strings.Cut(strings.TrimSpace(line), ",")
		words[word] = beside == "yes"
	}
	return words
})

// IsNothing reports whether a text is what a program writes for nothing, such as NaN.
func IsNothing(text string) bool {
	_, is := nothing()[text]
	return is
}

// IsRubbish reports whether a text, or a part of it between commas, is what a program writes for nothing, or for an object.
func IsRubbish(text string) bool {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		words, rubbish := 0, 0
		for word := range strings.FieldsSeq(part) {
			beside, is := nothing()[word]
			if beside {
				return true
			}
			words++
			if is {
				rubbish++
			}
		}
		if words > 0 && words == rubbish {
			return true
		}
	}
	return strings.HasPrefix(text, "[{") || strings.HasPrefix(text, `{"`) // a part of a JSON document
}
