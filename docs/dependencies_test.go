package docs_test

import (
	"encoding/csv"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	required   = regexp.MustCompile(`(?m)^\t(\S+) v\S+$`)
	dependency = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| \\S.* \\| \\S.* \\| \\S.* \\|$")
)

// dependencies are the modules of the two tables of the page: of the program, and of tests alone.
func dependencies(t *testing.T) (program, tests []string) {
	t.Helper()
	page, err := os.ReadFile("dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	of, alone, found := strings.Cut(string(page), "## Of tests")
	if !found {
		t.Fatal("dependencies.md does not say what only tests need")
	}
	modules := func(text string) (names []string) {
		for _, match := range dependency.FindAllStringSubmatch(text, -1) {
			names = append(names, match[1])
		}
		return names
	}
	return modules(of), modules(alone)
}

// TestDependencies: the page has exactly the modules that go.mod requires directly.
func TestDependencies(t *testing.T) {
	file, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var direct []string
	for _, match := range required.FindAllStringSubmatch(string(file), -1) {
		direct = append(direct, match[1])
	}
	program, tests := dependencies(t)
	listed := slices.Concat(program, tests)
	for _, module := range direct {
		if !slices.Contains(listed, module) {
			t.Errorf("dependencies.md does not have %s: say why it is there, who keeps it, and what would replace it", module)
		}
	}
	for i, module := range listed {
		if !slices.Contains(direct, module) || slices.Contains(listed[:i], module) {
			t.Errorf("dependencies.md has %s, which go.mod does not require directly, or which it has before", module)
		}
	}
}

// TestTheServerLinksNoTestModule looks up the modules of the packages that the program is made of.
func TestTheServerLinksNoTestModule(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "../cmd/waybill").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	program, tests := dependencies(t)
	for _, module := range tests {
		if slices.Contains(linked, module) {
			t.Errorf("the program links %s, which dependencies.md has for tests alone", module)
		}
	}
	for _, module := range program {
		if !slices.Contains(linked, module) {
			t.Errorf("the program does not link %s: list it with the modules of tests", module)
		}
	}
}

// TestASVS: each section of asvs.csv has tests that exist, or the operator's part, or is about what is not used.
func TestASVS(t *testing.T) {
	file, err := os.Open("asvs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll() // section, name, how, tests, operator
	if err != nil {
		t.Fatal(err)
	}
	tests := testFunctions(t)
	var chapters []string
	for _, row := range rows[1:] {
		chapter, _, _ := strings.Cut(row[0], ".")
		chapters = append(chapters, chapter)
		shown := strings.Fields(row[3])
		if len(shown) == 0 && row[4] == "" && row[2] != "not used" {
			t.Errorf("no test and no part of the operator: %s", row)
		}
		for _, test := range shown {
			if !tests[test] {
				t.Errorf("there is no %s, which shows that %s", test, row[2])
			}
		}
		if row[2] == "" || strings.HasSuffix(row[2], "fail") {
			t.Errorf("a requirement is not met: %s", row)
		}
	}
	if got := len(slices.Compact(chapters)); got != 17 {
		t.Errorf("%d of 17 chapters", got)
	}
}
