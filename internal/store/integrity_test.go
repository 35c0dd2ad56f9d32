package store

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// TestFindDamage overwrites the last page of a file, which is a part of some table or index.
func TestFindDamage(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.SQLite)
	s := openInside(t, databaseURL)
	if _, err := s.CreateBatch(t.Context(), batchOf(500)); err != nil {
		t.Fatal(err)
	}
	if found, err := s.DB.FindDamage(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("in a sound file: %q, %v", found, err)
	}
	if err := s.DB.Close(); err != nil { // which moves what is in the WAL to the file
		t.Fatal(err)
	}
	overwriteLastPage(t, strings.TrimPrefix(databaseURL, "sqlite:"))

	s, err := Open(t.Context(), Options{URL: databaseURL})
	if err != nil {
		t.Fatal(err)
	}
	defer s.DB.Close()
	found, err := s.DB.FindDamage(t.Context())
	if err != nil || len(found) == 0 || len(found) > 10 {
		t.Errorf("in a damaged file: %q, %v", found, err)
	}
}

func overwriteLastPage(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	const page = 8192
	_, err = file.WriteAt(slices.Repeat([]byte{0xa5}, page), info.Size()-page)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}
