package main

import (
	"bytes"
	"errors"
	"os"
	"testing"
)

// TestCodesAreCurrent: the committed variables are those of the table.
func TestCodesAreCurrent(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../codes.json")
	got, readErr := os.ReadFile("../codes_gen.go")
	want, wantErr := generate(table)
	if err := errors.Join(err, readErr, wantErr); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("codes_gen.go is not current: run go generate ./internal/problem")
	}
}
