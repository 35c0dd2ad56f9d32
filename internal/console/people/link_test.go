package people

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/store/people"
	"waybill/internal/users"
)

// TestProblemsOfUsersAreTranslated: problemTexts has the texts of all problems.
func TestProblemsOfUsersAreTranslated(t *testing.T) {
	t.Parallel()
	_, err := users.NewPerson(people.User{Email: "x", Timezone: "x", Language: "x"})
	wrong, _ := err.(users.WrongError) //nolint:errorlint // it is not wrapped
	if len(wrong) != 4 {
		t.Fatalf("%v", wrong)
	}
	for _, err := range []error{
		wrong[0].Err, wrong[1].Err, wrong[2].Err, wrong[3].Err, users.CheckPassword("x", ""),
		users.CheckPassword(strings.Repeat("abcdef", 99), ""), users.CheckPassword("aaaaaaaaaaaaaaaa", ""),
	} {
		if p, ok := err.(*users.ProblemError); !ok || !slices.Contains(problemTexts, p.Text) { //nolint:errorlint // it is not wrapped
			t.Errorf("%v is not in problemTexts", err)
		}
	}
}
