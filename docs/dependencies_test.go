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

var required = regexp.MustCompile(`(?m)^\t(\S+) v\S+$`)

// readCSV returns the lines of a file below the first one.
func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// dependencies are the modules of dependencies.csv: of the program, and of tests alone.
func dependencies(t *testing.T) (program, tests []string) {
	t.Helper()
	for _, row := range readCSV(t, "dependencies.csv") { // module, needed by, why, who keeps it, what would replace it
		if slices.Contains(row, "") {
			t.Errorf("dependencies.csv says nothing in a cell: %q", row)
		}
		switch row[1] {
		case "program":
			program = append(program, row[0])
		case "tests":
			tests = append(tests, row[0])
		default:
			t.Errorf("%s is needed by %q, which is neither program nor tests", row[0], row[1])
		}
	}
	return program, tests
}

// TestDependencies: the file has exactly the modules that go.mod requires directly.
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
			t.Errorf("dependencies.csv does not have %s: say why it is there, who keeps it, and what would replace it", module)
		}
	}
	for i, module := range listed {
		if !slices.Contains(direct, module) || slices.Contains(listed[:i], module) {
			t.Errorf("dependencies.csv has %s, which go.mod does not require directly, or which it has before", module)
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
			t.Errorf("the program links %s, which dependencies.csv has for tests alone", module)
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
	tests := testFunctions(t)
	var chapters []string
	for _, row := range readCSV(t, "asvs.csv") { // section, name, how, tests, operator
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
