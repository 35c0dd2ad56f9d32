package spool_test

import (
	"os"
	"path/filepath"
	"testing"

	"waybill/internal/spool"
)

func TestFilesHaveNoName(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "spool")
	folder, err := spool.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := folder.Create()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if entries, err := os.ReadDir(path); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := file.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	if _, err := spool.Open(path); err != nil { // by another process
		t.Fatal(err)
	}
	text := make([]byte, 4)
	if _, err := file.ReadAt(text, 0); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestOpenRemovesWhatACrashLeft, and nothing else.
func TestOpenRemovesWhatACrashLeft(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	for _, name := range []string{"body-123", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(path, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := spool.Open(path); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(path)
	if err != nil || len(entries) != 1 || entries[0].Name() != "notes.txt" {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestOpenWithoutAFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := spool.Open(file); err == nil {
		t.Error("a file was taken for a folder")
	}
}
