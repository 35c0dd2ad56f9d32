package rules

import "strings"

// Message is what is wrong, in a language that a BCP 47 tag names: the rule's own message in this language, or in a
// language of which it is a variant, otherwise in English. A rule without messages has a built-in one in English.
func (f *Finding) Message(language string) string {
	for language != "" {
		for tag, text := range f.Rule.Messages {
			if strings.EqualFold(tag, language) {
				return text
			}
		}
		language = language[:max(0, strings.LastIndexByte(language, '-'))]
	}
	if text, found := f.Rule.Messages["en"]; found {
		return text
	}
	return f.text
}
