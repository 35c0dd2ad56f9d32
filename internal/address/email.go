package address

import (
	"strings"

	"waybill/internal/request"
)

// checkEmail suggests an e-mail address without what is not part of it.
func checkEmail(sent string) Finding {
	text := narrow.Replace(tidy(sent))
	if start := strings.LastIndexByte(text, '<'); start >= 0 { // Susan <susan@example.com>
		text, _, _ = strings.Cut(text[start+1:], ">")
	}
	text = strings.ReplaceAll(text, " ", "")
	if scheme := "mailto:"; len(text) > len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
		text = text[len(scheme):]
	}
	text = strings.Trim(text, `.,;:"'`)
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		text = text[:at] + "@" + strings.ToLower(strings.ReplaceAll(text[at+1:], ",", "."))
	}
	if !request.IsEmail(text) {
		return doubtful("", "This is no e-mail address: send one such as name@example.com.")
	}
	if better, found := respelled(text); found {
		return doubtful(better, "The domain seems to be misspelled.")
	}
	return suggest(sent, text, "Spaces, punctuation and names around an e-mail address are left out, and its domain is in lower case.")
}

// narrow makes the characters of East Asian keyboards ASCII.
var narrow = strings.NewReplacer("＠", "@", "．", ".", "。", ".", "，", ",", "（at）", "@", "(at)", "@", "[at]", "@")

// misspelled are domains of large providers as they are often misspelled. They belong to others or to nobody.
var misspelled = map[string]string{
	"gmial.com": "gmail.com", "gmai.com": "gmail.com", "gamil.com": "gmail.com", "gmail.con": "gmail.com", "gmail.co": "gmail.com",
	"gmal.com": "gmail.com", "gnail.com": "gmail.com", "gmaill.com": "gmail.com", "gmail.cm": "gmail.com", "gmail.comm": "gmail.com",
	"hotmial.com": "hotmail.com", "hotmal.com": "hotmail.com", "hotmai.com": "hotmail.com", "hotmail.con": "hotmail.com",
	"yaho.com": "yahoo.com", "yahooo.com": "yahoo.com", "yahoo.con": "yahoo.com", "outlok.com": "outlook.com",
	"outlook.con": "outlook.com", "icloud.con": "icloud.com", "iclod.com": "icloud.com", "naver.con": "naver.com",
}

// respelled is an e-mail address with the domain that is meant, false if the domain is none that is often misspelled.
func respelled(email string) (string, bool) {
	at := strings.LastIndexByte(email, '@')
	domain, found := misspelled[email[at+1:]]
	return email[:at+1] + domain, found
}
