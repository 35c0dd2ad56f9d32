package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

var madeOn = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// archive is a backup of a small database and two files of partners.
func archive(t *testing.T) []byte {
	t.Helper()
	database := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(database, bytes.Repeat([]byte("database "), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	_, err := Write(t.Context(), &out, Content{
		Database: database, WaybillVersion: "1.2.3", CreatedOn: madeOn,
		Blobs: fstest.MapFS{
			"labels/1/a.pdf":     {Data: []byte("one")},
			"labels/2/b.zpl":     {Data: []byte("two")},
			".unfinished/ABCDEF": {Data: []byte("half a")},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// restored is what Read made of an archive.
type restored struct {
	manifest Manifest
	database string
	blobs    map[string]string
}

func read(t *testing.T, archive []byte) (restored, error) {
	t.Helper()
	got, path := restored{blobs: map[string]string{}}, filepath.Join(t.TempDir(), "restored")
	manifest, err := Read(t.Context(), bytes.NewReader(archive), path, func(_ context.Context, name string, content []byte) error {
		got.blobs[name] = string(content)
		return nil
	})
	if err != nil {
		return got, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got.manifest, got.database = manifest, string(content)
	return got, nil
}

func TestReadGivesWhatWasWritten(t *testing.T) {
	got, err := read(t, archive(t))
	if err != nil {
		t.Fatal(err)
	}
	if got.database != strings.Repeat("database ", 100) {
		t.Errorf("the database is %.20q…", got.database)
	}
	if want := map[string]string{"labels/1/a.pdf": "one", "labels/2/b.zpl": "two"}; !maps.Equal(got.blobs, want) {
		t.Errorf("blobs are %v, want %v", got.blobs, want)
	}
	m := got.manifest
	if m.Format != 1 || m.WaybillVersion != "1.2.3" || !m.CreatedOn.Equal(madeOn) || m.DatabaseBytes != 900 || m.Blobs != 2 {
		t.Errorf("manifest is %+v", m)
	}
}

// TestACutArchiveIsRefused cuts an archive before each of its blocks.
func TestACutArchiveIsRefused(t *testing.T) {
	whole := archive(t)
	const end = 3 * 512 // the zeroes after the manifest say nothing
	for length := 0; length < len(whole)-end; length += 256 {
		if _, err := read(t, whole[:length]); !errors.Is(err, ErrArchive) {
			t.Errorf("cut after %d of %d bytes: %v", length, len(whole), err)
		}
	}
}

func TestAWrongArchiveIsRefused(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"text":             func(string) string { return strings.Repeat("no archive ", 100) },
		"changed database": func(whole string) string { return strings.Replace(whole, "database database", "database DATABASE", 1) },
		"other number":     func(whole string) string { return strings.Replace(whole, `"blobs": 2`, `"blobs": 3`, 1) },
		"newer format":     func(whole string) string { return strings.Replace(whole, `"format": 1`, `"format": 2`, 1) },
	} {
		if _, err := read(t, []byte(change(string(archive(t))))); !errors.Is(err, ErrArchive) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnknownEntriesAreRefused(t *testing.T) {
	for _, header := range []tar.Header{
		{Name: "../waybill.db", Typeflag: tar.TypeReg},
		{Name: "waybill.db", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		{Name: "blobs/labels", Typeflag: tar.TypeDir},
		{Name: "blobs/large", Typeflag: tar.TypeReg, Size: 9 << 20},
	} {
		var out bytes.Buffer
		w := tar.NewWriter(&out)
		if err := w.WriteHeader(&header); err != nil {
			t.Fatal(err)
		}
		if _, err := read(t, out.Bytes()); !errors.Is(err, ErrArchive) {
			t.Errorf("%s: %v", header.Name, err)
		}
	}
}
