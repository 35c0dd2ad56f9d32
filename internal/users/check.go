package users

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

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

// ProblemError is why a value is refused. The text of an error is Text with Args, in English; the console translates it.
type ProblemError struct {
	Text string
	Args []any
}

func (p *ProblemError) Error() string { return fmt.Sprintf(p.Text, p.Args...) }

// CleanEmail returns an e-mail address as it is stored: without spaces around it, in lower case. Returns a *ProblemError.
func CleanEmail(text string) (string, error) {
	email := strings.ToLower(norm.NFC.String(strings.TrimSpace(text)))
	if !request.IsEmail(email) || utf8.RuneCountInString(email) > MaxEmail {
		return "", &ProblemError{Text: "This is no e-mail address: write one such as name@example.com."}
	}
	return email, nil
}

// CleanName returns the name of a person without spaces around it. Returns a *ProblemError.
func CleanName(text string) (string, error) {
	name := strings.TrimSpace(norm.NFC.String(text))
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || strings.ContainsFunc(name, isUnprintable) {
		return "", &ProblemError{"A name has 1 to %d printable characters.", []any{MaxName}}
	}
	return name, nil
}

func isUnprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// CheckTimezone refuses what is not "" or the IANA name of a timezone. Returns a *ProblemError.
func CheckTimezone(name string) error {
	if name == "" {
		return nil
	}
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return &ProblemError{Text: "There is no such timezone: write one such as Asia/Jakarta."}
	}
	return nil
}

// CheckPassword refuses a password that is too short, too long, too simple or common. Returns a *ProblemError.
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
		return &ProblemError{"The password has %d characters: it needs %d.", []any{len(runes), MinPassword}}
	case len(runes) > MaxPassword:
		return &ProblemError{"The password has %d characters: %d are the most.", []any{len(runes), MaxPassword}}
	case len(distinct) < leastDistinct, strings.Contains(digits, lower), lower == email, isCommon(lower, name):
		return &ProblemError{Text: "The password is too easy to guess: use several words, or the one that your browser suggests."}
	}
	return nil
}

// normal is a password in one form, whatever the keyboard makes of its accents.
func normal(password string) string { return norm.NFKC.String(password) }
