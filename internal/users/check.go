package users

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// The limits of what users enter, in characters.
const (
	MaxName     = 100
	MaxEmail    = 254
	MinPassword = 12
	MaxPassword = 200
	// leastDistinct is how many different characters a password has.
	leastDistinct = 5
	// digits contains each password that is refused as digits in their order.
	digits = "01234567890123456789"
)

// CleanEmail returns an e-mail address as it is stored: without spaces around it, in lower case. Returns a problem.Error.
func CleanEmail(text string) (string, error) {
	email := strings.ToLower(norm.NFC.String(strings.TrimSpace(text)))
	if !request.IsEmail(email) || utf8.RuneCountInString(email) > MaxEmail {
		return "", problem.NotMail.Err()
	}
	return email, nil
}

// CleanName returns the name of a person without spaces around it. Returns a problem.Error.
func CleanName(text string) (string, error) {
	name := strings.TrimSpace(norm.NFC.String(text))
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || strings.ContainsFunc(name, isUnprintable) {
		return "", problem.NotName.With(MaxName).Err()
	}
	return name, nil
}

func isUnprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// CheckTimezone refuses what is not "" or the IANA name of a timezone. Returns a problem.Error.
func CheckTimezone(name string) error {
	if _, err := time.LoadLocation(name); err != nil || name == "Local" { // "" is UTC
		return problem.NotZone.Err()
	}
	return nil
}

// CheckPassword refuses a password that is too short, too long, too simple or common. Returns a problem.Error.
func CheckPassword(password, email string) error {
	runes := []rune(normal(password))
	distinct := map[rune]bool{}
	for _, r := range runes {
		distinct[unicode.ToLower(r)] = true
	}
	name, _, _ := strings.Cut(email, "@")
	lower := strings.ToLower(string(runes))
	switch {
	case len(runes) < MinPassword:
		return problem.ShortPassword.With(len(runes), MinPassword).Err()
	case len(runes) > MaxPassword:
		return problem.LongPassword.With(len(runes), MaxPassword).Err()
	case len(distinct) < leastDistinct, strings.Contains(digits, lower), lower == email, isCommon(lower, name):
		return problem.EasyPassword.Err()
	}
	return nil
}

// normal is a password in one form, whatever the keyboard makes of its accents.
func normal(password string) string { return norm.NFKC.String(password) }
