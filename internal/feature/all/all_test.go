package all_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/feature"
	"waybill/internal/feature/all"
)

const (
	root     = "../../.."
	features = "waybill/internal/feature/"
)

// featureOf is the feature of a folder or import path, "" for what belongs to none.
func featureOf(path string) string {
	name, below := strings.CutPrefix(path, features)
	if !below {
		return ""
	}
	name, _, _ = strings.Cut(name, "/")
	return name
}

// TestOnlyTheListImportsFeatures: the core knows no feature, and features do not know each other.
func TestOnlyTheListImportsFeatures(t *testing.T) {
	t.Parallel()
	seen := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		of := featureOf("waybill/" + filepath.ToSlash(folder))
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			switch name := featureOf(imported); {
			case name == "" || name == "all":
			case of == "all":
				seen++
			case name != of:
				t.Errorf("%s imports the feature %s", path, name)
			}
		}
		return nil
	})
	if names := all.Features(feature.Process{}); err != nil || seen < len(names) {
		t.Errorf("%d imports of %d features were seen, %v", seen, len(names), err)
	}
}

// TestEachFeatureIsListedOnce: each folder is a feature of the list, and the linter has a rule for its imports.
func TestEachFeatureIsListedOnce(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile(filepath.Join(root, ".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, f := range all.Features(feature.Process{}) {
		if listed[f.Name] {
			t.Errorf("%s is listed twice", f.Name)
		}
		listed[f.Name] = true
	}
	folders, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		name := folder.Name()
		if !folder.IsDir() || name == "all" {
			continue
		}
		if !listed[name] {
			t.Errorf("%s is not listed", name)
		}
		if !strings.Contains(string(rules), `files: ["**/internal/feature/`+name+`/`) {
			t.Errorf("the linter has no rule for %s", name)
		}
	}
}
