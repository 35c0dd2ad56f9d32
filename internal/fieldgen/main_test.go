package main

import (
	"bytes"
	"os"
	"testing"
)

// TestGeneratedFilesAreCurrent: the committed structs are those of the tables.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	for path := range targets {
		want, err := generate(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(root + path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not current, %v: run go generate ./internal/shipment", path, err)
		}
	}
}
