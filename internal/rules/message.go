package rules

import (
	"strings"

	"waybill/internal/problem"
)

// Message returns the message in the first of some languages that the rule has, otherwise in English. Languages are BCP 47
// tags; a variant of a language such as de-CH has the messages of the language. A rule without messages has the built-in
// one of its kind. That of a built-in rule has a code of its own, that of an operator's rule the rule as an argument.
func (f *Finding) Message(languages ...string) problem.Message {
	english, found := f.Rule.Messages["en"]
	coded := problem.OfCode("rule_" + strings.ReplaceAll(f.Rule.ID, "-", "_"))
	isBuiltIn := found && coded.String() == english
	if !isBuiltIn {
		coded = problem.OperatorRule.With(f.Rule.ID)
	}
	for _, language := range languages {
		for language != "" {
			for tag, text := range f.Rule.Messages {
				if strings.EqualFold(tag, language) {
					return coded.With(text)
				}
			}
			language = language[:max(0, strings.LastIndexByte(language, '-'))]
		}
	}
	switch {
	case !found:
		return f.builtIn
	case isBuiltIn:
		return coded
	}
	return coded.With(english)
}
