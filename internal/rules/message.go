package rules

import "strings"

// Message is what is wrong, in the first of some languages that the rule has, otherwise in English. Languages are BCP 47
// tags; a variant of a language such as de-CH has the messages of the language. A rule without messages has a built-in
// one in English.
func (f *Finding) Message(languages ...string) string {
	for _, language := range languages {
		for language != "" {
			for tag, text := range f.Rule.Messages {
				if strings.EqualFold(tag, language) {
					return text
				}
			}
			language = language[:max(0, strings.LastIndexByte(language, '-'))]
		}
	}
	if text, found := f.Rule.Messages["en"]; found {
		return text
	}
	return f.text
}
