package problem

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFind: the English of each code leads back to it, also when several messages follow each other.
func TestFind(t *testing.T) {
	t.Parallel()
	samples := map[Kind]any{
		Number: 17, Text: "x.5", Quoted: `a "b". c`, Country: "Hong Kong", Choices: "5, 6 or 7", Clause: "it is not",
	}
	for _, code := range Codes() {
		if code == ownText {
			continue
		}
		m := OfCode(code)
		for _, arg := range templates()[code].args {
			m = m.With(samples[arg.Kind])
		}
		if got := Find(m.String()); got != m {
			t.Errorf("%q is read as %q, want %q", m, got.coded, m.coded)
		}
		if !strings.HasSuffix(m.String(), ".") {
			continue // a clause, or it ends with an argument
		}
		for _, more := range []Message{Required, NotChoice.With("No. 5"), Own("The operator's own. Twice.")} {
			if got := Find(m.String() + " " + more.String()); got != Join(m, more) {
				t.Errorf("%s %s is read as %q", m, more, got.coded)
			}
		}
	}
}

func TestFindKeepsOtherTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		NotChoice.With(strings.Repeat("long. ", maxFound)).String(),
		"Not taken.", "The operator's own. This field is required.", codeMark + "required", "{text}",
		"Ensure this field has no more than many characters.", `Cell A1 has "\q": the order is cancelled. It was not created.`,
	} {
		if got := Find(text); got != Own(text) || got.String() != text {
			t.Errorf("%q is read as %q", text, got.coded)
		}
	}
	if got := Find(""); !got.IsZero() {
		t.Errorf("no text is read as %q", got.coded)
	}
}

func TestIs(t *testing.T) {
	t.Parallel()
	if m := MaxLength.With(5); !m.Is(MaxLength) || m.Is(MaxElements) || !Join(Null, m).Is(Null) || Own("x").Is(Null) || (Message{}).Is(Null) {
		t.Error("Is compares codes wrongly")
	}
}

// TestEveryCodeIsUsed: each variable of the table is used by some package.
func TestEveryCodeIsUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	sentence := regexp.MustCompile("\\bproblem\\.Own\\([\"`]")
	use := regexp.MustCompile(`\bproblem\.([A-Z]\w*)`)
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		if sentence.Match(content) {
			t.Errorf("%s has a sentence that belongs into the table", path)
		}
		for _, found := range use.FindAllSubmatch(content, -1) {
			used[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	variable, defined := regexp.MustCompile(`(?m)^\t([A-Z]\w*) += Define\(`), 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range variable.FindAllSubmatch(content, -1) {
			defined++
			if name := string(found[1]); !used[name] {
				t.Errorf("%s: nobody says %s", file, name)
			}
		}
	}
	if defined < 200 {
		t.Error("the table has only", defined, "variables")
	}
}

func BenchmarkFind(b *testing.B) {
	text := fmt.Sprint(MaxLength.With(5), " ", NotChoice.With("Atlantis"))
	for b.Loop() {
		Find(text)
	}
}
