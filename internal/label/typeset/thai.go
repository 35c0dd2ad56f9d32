package typeset

import "strings"

// Thai and Lao syllables have forms that show where they do not end, although only a dictionary knows where
// each one does. The letters of Lao have the places of the Thai ones in their block.
const (
	thaiFirst, thaiLast = 0x0E01, 0x0E2E // consonants
	laoFirst, laoLast   = 0x0E81, 0x0EAE

	closing   = "\u0E31\u0E37\u0E47\u0EB1\u0EBB"                         // vowel signs that a consonant follows: ั ื ็ ັ ົ
	neverLast = "ฉผฝหฮຜຝຫຮ"                                              // consonants that no syllable ends with
	beforeO   = "\u0E48\u0E49\u0E4A\u0E4B\u0EB7\u0EC8\u0EC9\u0ECA\u0ECB" // tone marks, and ື
	sonorants = "งญนมยรลวງຍນມຣລວ"                                        // may follow ห in the same syllable
	saraE     = 'เ'
	saraI     = 0x0E34
	saraII    = 0x0E35
	yoYak     = 'ย'
	oAng      = 'อ'
	laoO      = 'ອ'
	roRuea    = 'ร'
)

// inSyllable reports whether the boundary at i lies within a syllable, as far as spelling shows it.
func inSyllable(text []rune, i int, classes []breakClass) bool {
	if !consonant(text[i]) {
		return false
	}
	start := i - 1 // of the cluster before
	for start > 0 && classes[start] == inside {
		start--
	}
	bare := i+1 == len(text) || classes[i+1] != inside
	return closedBy(text, start, i) || doubleRo(text, i, bare) ||
		start == i-1 && consonant(text[start]) && joins(text, start, text[i]) ||
		bare && (vowelO(text, i) || endsSyllable(text, i, classes))
}

// closedBy reports whether the cluster from start to i has a vowel sign that the consonant at i closes.
func closedBy(text []rune, start, i int) bool {
	before := string(text[start:i])
	return strings.ContainsAny(before, closing) || // วัฒ, เด็ก, เมือง
		strings.ContainsAny(before, string([]rune{saraI, saraII})) && afterSaraE(text, start, text[i]) // เดิน, เมีย
}

// doubleRo reports whether the boundary at i is before or within รร, which is a vowel: ธรรม.
func doubleRo(text []rune, i int, bare bool) bool {
	return text[i] == roRuea && (text[i-1] == roRuea || bare && i+1 < len(text) && text[i+1] == roRuea)
}

// vowelO reports whether the letter at i is อ as the vowel of the consonant before: ห้อง.
func vowelO(text []rune, i int) bool {
	return (text[i] == oAng || text[i] == laoO) && !vowelFollows(text, i) &&
		(consonant(text[i-1]) || strings.ContainsRune(beforeO, text[i-1]))
}

func consonant(r rune) bool {
	return thaiFirst <= r && r <= thaiLast || laoFirst <= r && r <= laoLast || r == 'ໜ' || r == 'ໝ'
}

func leading(r rune) bool { return strings.ContainsRune(leadingVowels, r) }

// afterSaraE reports whether the cluster at start begins a syllable with เ that the next consonant closes. With
// two consonants before the vowel sign only เ–ีย is certain.
func afterSaraE(text []rune, start int, next rune) bool {
	return start >= 1 && text[start-1] == saraE ||
		start >= 2 && text[start-2] == saraE && consonant(text[start-1]) && next == yoYak
}

// joins reports whether a consonant without a sign, at start, belongs to the same syllable as the next one.
func joins(text []rune, start int, next rune) bool {
	afterVowel := start > 0 && leading(text[start-1])
	if strings.ContainsRune(neverLast, text[start]) && (!afterVowel || strings.ContainsRune(sonorants, next)) {
		return true // หนู, หก, ใหม่
	}
	switch next { // ใคร, แปล, ไกว
	case 'ร':
		return afterVowel && strings.ContainsRune("กขคตทปพศส", text[start])
	case 'ล':
		return afterVowel && strings.ContainsRune("กขคปผพ", text[start])
	case 'ว':
		return afterVowel && strings.ContainsRune("กขค", text[start])
	}
	return false
}

// vowelFollows reports whether the letter at i has a vowel behind it, so that it is a consonant that begins a
// syllable.
func vowelFollows(text []rune, i int) bool {
	return i+1 < len(text) && strings.ContainsRune("ะาำະາຳ", text[i+1])
}

// endsSyllable reports whether the consonant at i, which has no sign, can only end a syllable: nothing behind
// it could be its vowel.
func endsSyllable(text []rune, i int, classes []breakClass) bool {
	if i+1 == len(text) || !spaceless(scriptOf(text[i+1])) || leading(text[i+1]) || strings.ContainsRune("ๆฯໆຯ", text[i+1]) {
		return true
	}
	if !consonant(text[i+1]) {
		return false
	}
	return hasMark(text, i+1, classes, silencers) || // ศุกร์
		i+2 < len(text) && classes[i+2] != inside && hasMark(text, i+2, classes, silencers) // ศาสตร์
}
