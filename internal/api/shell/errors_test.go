package shell

import (
	"errors"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestDocumentedErrors looks up every error that needs no detail of the request in the
// table for shippers.
func TestDocumentedErrors(t *testing.T) {
	text, err := os.ReadFile("../../../docs/errors-and-retries.md")
	if err != nil {
		t.Fatal(err)
	}
	problems := []*Problem{
		ErrNotFound, errNoCredentials, errInvalidKey, ErrForbidden, errBodyTooLarge, ErrBodyCut, ErrOverload,
		methodNotAllowed(http.MethodPut), UnsupportedMediaType("text/plain"), throttled(13 * time.Second),
		ProblemOf(errors.New("a programming error"), "…"),
	}
	for _, k := range known {
		if k.shown.Status != 499 { // 499 is for the log only
			problems = append(problems, k.shown)
		}
	}
	for _, p := range problems {
		row, detail := "| "+strconv.Itoa(p.Status)+" | ", "`"+p.Detail.String()+"`"
		if !slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool {
			return strings.HasPrefix(line, row) && strings.Contains(line, detail)
		}) {
			t.Errorf("errors-and-retries.md has no %s in a row %s", detail, row)
		}
	}
}
