package database

import (
	"os"
	"path/filepath"
	"testing"
)

// TablesOfFeatures are the lists of the tables of features, by the files in their folders.
func TablesOfFeatures(tb testing.TB) (lists []string) {
	tb.Helper()
	features := filepath.Join(moduleRoot(tb), "internal", "feature")
	for _, pattern := range []string{"*/tables.txt", "*/*/tables.txt"} {
		paths, err := filepath.Glob(filepath.Join(features, pattern))
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			lists = append(lists, string(text))
		}
	}
	return lists
}

// moduleRoot is the folder with go.mod above the folder of the running test.
func moduleRoot(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			tb.Fatal("the test runs outside of the module")
		}
		folder = parent
	}
}
