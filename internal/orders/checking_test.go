package orders

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestOneCheckOfOrders finds code that joins what an order must fulfil beside Checking.
func TestOneCheckOfOrders(t *testing.T) {
	tree := os.DirFS("../..")
	seen := 0
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && (path == "bin" || path == ".git") {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil || !bytes.Contains(text, []byte("Lookups{")) {
			return err
		}
		switch {
		case path == "internal/orders/checking.go":
			seen++
		case !strings.HasPrefix(path, "internal/request/requesttest/"):
			t.Errorf("%s makes request.Lookups: use orders.Checking", path)
		}
		return nil
	})
	if err != nil || seen != 1 {
		t.Fatal(seen, err)
	}
}
