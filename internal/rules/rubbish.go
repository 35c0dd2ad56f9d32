package rules

import (
	"strings"
	"sync"

	"waybill/internal/each"
	"waybill/internal/problem"
)

// nothing has the words that programs write for nothing, and whether each is so beside other words, too. A name in capitals may be NULL.
var nothing = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for _, row := range readTable("nothing.csv") {
		words[row["word"]] = row["beside"] == "yes"
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

// compileRubbish finds texts that are rubbish.
func compileRubbish(r *Rule) (check, *Problem) {
	checks := each.Of(r.fields(), func(f *field) check {
		return eachText(f, func(value string) problem.Message {
			if IsRubbish(value) {
				return problem.RubbishValue.With(value)
			}
			return problem.Message{}
		})
	})
	return func(v *visit) {
		for _, check := range checks {
			check(v)
		}
	}, nil
}
