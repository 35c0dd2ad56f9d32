package docs_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const spansFile = "testdata/spans.txt"

var (
	spaces = regexp.MustCompile(`\s+`)
	units  = []string{"Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"}
)

// TestSpansAreKnown compares how long things last, and in which zone times are read, with testdata/spans.txt: a wrong limit of time harms
// people long after its commit, so that a change of one is a line of the commit. `go test ./docs -run TestSpansAreKnown -update` writes it.
func TestSpansAreKnown(t *testing.T) {
	t.Parallel()
	var lines []string
	err := filepath.WalkDir("../internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") {
			return err
		}
		found, err := spansOf(path)
		lines = append(lines, found...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	if *update {
		if err := os.WriteFile(spansFile, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(spansFile)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(text)), "\n")
	count := func(lines []string) map[string]int {
		times := map[string]int{}
		for _, line := range lines {
			times[line]++
		}
		return times
	}
	is, was := count(lines), count(known)
	for _, line := range slices.Compact(slices.Sorted(slices.Values(append(known, lines...)))) {
		if is[line] != was[line] {
			t.Errorf("%d times, not %d: %s", is[line], was[line], line)
		}
	}
}

// spansOf returns the spans of a file: each with the function or the value that it is in.
func spansOf(path string) (lines []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		return nil, err
	}
	var above []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if isSpan(n) {
			var text bytes.Buffer
			if err = format.Node(&text, set, wholeSpan(append(above, n))); err == nil {
				at := strings.TrimPrefix(filepath.ToSlash(path), "../") + " " + nameAbove(above) + ": "
				lines = append(lines, at+spaces.ReplaceAllString(text.String(), " "))
			}
		}
		above = append(above, n)
		return true
	})
	return lines, err
}

// isSpan reports whether a node is a unit of time, or a call that adds days or reads a time.
func isSpan(n ast.Node) bool {
	if call, ok := n.(*ast.CallExpr); ok {
		called, ok := call.Fun.(*ast.SelectorExpr)
		return ok && (called.Sel.Name == "AddDate" || isOfTime(called, "Parse", "ParseInLocation"))
	}
	selected, ok := n.(*ast.SelectorExpr)
	return ok && isOfTime(selected, units...)
}

func isOfTime(s *ast.SelectorExpr, names ...string) bool {
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == "time" && slices.Contains(names, s.Sel.Name)
}

// wholeSpan is the sum or product that the last node is a part of, with its key in a map.
func wholeSpan(nodes []ast.Node) ast.Node {
	for i := len(nodes) - 1; ; i-- {
		switch nodes[i-1].(type) {
		case *ast.BinaryExpr, *ast.ParenExpr:
			continue
		case *ast.CompositeLit:
			if _, isKeyed := nodes[i-2].(*ast.KeyValueExpr); isKeyed {
				return nodes[i-2]
			}
		case *ast.KeyValueExpr:
			return nodes[i-1]
		}
		return nodes[i]
	}
}

// nameAbove is the function or the value that nodes are in.
func nameAbove(nodes []ast.Node) (name string) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name
		case *ast.ValueSpec:
			return n.Names[0].Name
		}
	}
	return "other"
}
