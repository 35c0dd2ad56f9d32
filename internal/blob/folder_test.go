package blob_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/blob"
	"waybill/internal/blob/blobtest"
)

func openFolder(t *testing.T, path string) *blob.Folder {
	t.Helper()
	folder, err := blob.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// files lists the paths of all files below the folder.
func files(t *testing.T, folder string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestFolder(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T) blob.Store { return openFolder(t, filepath.Join(t.TempDir(), "blobs")) })
}

func TestFolderIsForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "blobs")
	if err := openFolder(t, path).Put(t.Context(), "labels/12/1.pdf", []byte("1")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{
		"..": 0o700, "": 0o700, "labels": 0o700, "labels/12": 0o700, "labels/12/1.pdf": 0o600,
	} {
		info, err := os.Stat(filepath.Join(path, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v; want %v", name, info.Mode().Perm(), err, want)
		}
	}
}

func TestFolderKeepsItsFilesWhenOpenedAgain(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	if err := openFolder(t, path).Put(t.Context(), "labels/1", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if got, err := openFolder(t, path).Get(t.Context(), "labels/1"); err != nil || string(got) != "1" {
		t.Errorf("Get = %q, %v", got, err)
	}
}

func TestFolderIsNotLeftByLinks(t *testing.T) {
	t.Parallel()
	path, outside := t.TempDir(), t.TempDir()
	folder := openFolder(t, path)
	if err := os.Symlink(outside, filepath.Join(path, "labels")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(outside, "1"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := folder.Get(t.Context(), "labels/1"); err == nil {
		t.Errorf("Get = %q", got)
	}
	if err := folder.Put(t.Context(), "labels/2", []byte("2")); err == nil || len(files(t, outside)) != 1 {
		t.Errorf("Put: %v, files outside: %q", err, files(t, outside))
	}
}

func TestFolderReadsNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	folder := openFolder(t, path)
	if err := os.WriteFile(filepath.Join(path, "huge"), make([]byte, blob.MaxSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Get(t.Context(), "huge"); !errors.Is(err, blob.ErrTooLarge) {
		t.Errorf("Get: %v, want ErrTooLarge", err)
	}
}

func TestFolderRemovesWhatWasAbandoned(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	openFolder(t, path)
	unfinished := filepath.Join(path, ".unfinished")
	for name, age := range map[string]time.Duration{"old": 61 * time.Minute, "new": 59 * time.Minute} {
		file, modified := filepath.Join(unfinished, name), time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(file, []byte("half"), 0o600), os.Chtimes(file, modified, modified)); err != nil {
			t.Fatal(err)
		}
	}
	openFolder(t, path)
	if left := files(t, path); len(left) != 1 || filepath.Base(left[0]) != "new" {
		t.Errorf("left: %q", left)
	}
}

func TestFolderLeavesNothingBehindWhenItFails(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	folder := openFolder(t, path)
	if err := folder.Put(t.Context(), "labels/1", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := folder.Put(t.Context(), "labels", []byte("2")); err == nil {
		t.Error("a file took the place of a folder")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := errors.Join(folder.Put(ctx, "labels/2", []byte("2")), folder.Check(t.Context())); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left := files(t, path); len(left) != 1 || left[0] != filepath.Join(path, "labels", "1") {
		t.Errorf("left: %q", left)
	}
}

func TestFolderThatCannotBeUsedSaysWhatToFix(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blobs")
	folder := openFolder(t, path)
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := folder.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "must be able to write to "+path) {
		t.Errorf("Check: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := blob.NewFolder(path); err == nil || !strings.Contains(err.Error(), path+": not a directory") {
		t.Errorf("NewFolder: %v", err)
	}
}

// putterVariable names the folder that the child process of TestFolderSurvivesKills writes to.
const putterVariable = "WAYBILL_TEST_BLOB_FOLDER"

// putterContent returns the content of the n-th Put: its number and 256 KiB.
func putterContent(n int) []byte {
	return append([]byte(strconv.Itoa(n)+"\n"), bytes.Repeat([]byte{byte(n)}, 256<<10)...)
}

// TestPutter is that child process: it replaces one file until it is killed, and prints the number of each
// Put that returned.
func TestPutter(t *testing.T) {
	path := os.Getenv(putterVariable)
	if path == "" {
		t.Skip("it is started by TestFolderSurvivesKills")
	}
	folder := openFolder(t, path)
	for n := 1; ; n++ {
		if err := folder.Put(t.Context(), "labels/1", putterContent(n)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(os.Stdout, n)
	}
}

// TestFolderSurvivesKills kills a process that calls Put, and checks that the file holds the last Put that
// returned, or the next one.
func TestFolderSurvivesKills(t *testing.T) {
	t.Parallel()
	for round := range 10 {
		path := t.TempDir()
		last := killPutter(t, path, 1+round)
		got, err := openFolder(t, path).Get(t.Context(), "labels/1")
		if err != nil || !bytes.Equal(got, putterContent(last)) && !bytes.Equal(got, putterContent(last+1)) {
			t.Fatalf("after Put %d: %d bytes of %.10q, %v", last, len(got), got, err)
		}
	}
}

// killPutter kills a child process after some Puts, and returns the number of the last one.
func killPutter(t *testing.T, path string, puts int) (last int) {
	t.Helper()
	putter := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPutter$")
	putter.Env = append(putter.Environ(), putterVariable+"="+path)
	stdout, err := putter.StdoutPipe()
	if err = errors.Join(err, putter.Start()); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatalf("the putter says: %s", lines.Text())
		}
		if last == puts {
			_ = putter.Process.Kill()
		}
	}
	_ = putter.Wait() // it was killed
	return last
}
