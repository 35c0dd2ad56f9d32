package easypost

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTheDocumentationHasTheMeaningsOfStatuses compares the table of docs/easypost.md with what is recorded.
func TestTheDocumentationHasTheMeaningsOfStatuses(t *testing.T) {
	want := "| EasyPost's status | Its detail | Recorded as |\n|---|---|---|\n"
	for _, m := range meanings() {
		detail := "any other"
		if m[1] != "" {
			detail = "`" + m[1] + "`"
		}
		want += fmt.Sprintf("| `%s` | %s | `%s` |\n", m[0], detail, m[2])
	}
	text, err := os.ReadFile("../../../docs/easypost.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "<!-- table: statuses -->\n")
	if got, _, _ := strings.Cut(table, "<!-- end -->"); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}
