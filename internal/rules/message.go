package rules

import (
	"strings"

	"waybill/internal/problem"
)

// Message is what is wrong, in the first of some languages that the rule has, otherwise in English. Languages are BCP 47
// tags; a variant of a language such as de-CH has the messages of the language. A rule without messages has the built-in
// one of its kind, and the English of a built-in rule has a code, too.
func (f *Finding) Message(languages ...string) problem.Message {
	for _, language := range languages {
		for language != "" {
			for tag, text := range f.Rule.Messages {
				if strings.EqualFold(tag, language) {
					return problem.Own(text)
				}
			}
			language = language[:max(0, strings.LastIndexByte(language, '-'))]
		}
	}
	text, found := f.Rule.Messages["en"]
	if !found {
		return f.builtIn
	}
	if coded := problem.OfCode("rule_" + strings.ReplaceAll(f.Rule.ID, "-", "_")); coded.String() == text {
		return coded
	}
	return problem.Own(text)
}
