package people

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/users"
)

// TestProblemsOfUsersAreTranslated: problemTexts has the texts of all problems.
func TestProblemsOfUsersAreTranslated(t *testing.T) {
	t.Parallel()
	_, emailErr := users.CleanEmail("x")
	_, nameErr := users.CleanName("")
	for _, err := range []error{
		emailErr, nameErr, users.CheckTimezone("x"), users.CheckPassword("x", ""), users.CheckPassword(strings.Repeat("abcdef", 99), ""),
		users.CheckPassword("aaaaaaaaaaaaaaaa", ""),
	} {
		if p, ok := err.(*users.ProblemError); !ok || !slices.Contains(problemTexts, p.Text) { //nolint:errorlint // it is not wrapped
			t.Errorf("%v is not in problemTexts", err)
		}
	}
}
