package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"waybill/internal/blob"
)

// Run runs the suite. open returns an empty store.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	for name, test := range map[string]func(*testing.T, blob.Store){
		"what is put is got":                       testPut,
		"the same name again replaces the content": testReplace,
		"a name without a file is not found":       testNotFound,
		"what is deleted is not found":             testDelete,
		"names are checked":                        testNames,
		"content up to the limit is kept":          testSizes,
		"the slices stay the caller's":             testSlices,
		"readers see a content as a whole":         testWhole,
		"many names at once":                       testMany,
		"a cancelled context stores nothing":       testCancelled,
		"a check of a sound store succeeds":        testCheck,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func put(t *testing.T, s blob.Store, name string, content []byte) {
	t.Helper()
	if err := s.Put(t.Context(), name, content); err != nil {
		t.Fatal(err)
	}
}

func wantContent(t *testing.T, s blob.Store, name string, want []byte) {
	t.Helper()
	got, err := s.Get(t.Context(), name)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("Get(%s) = %d bytes, %v; want %d bytes", name, len(got), err, len(want))
	}
}

func wantNotFound(t *testing.T, s blob.Store, name string) {
	t.Helper()
	if got, err := s.Get(t.Context(), name); !errors.Is(err, blob.ErrNotFound) {
		t.Fatalf("Get(%s) = %d bytes, %v; want ErrNotFound", name, len(got), err)
	}
}

func testPut(t *testing.T, s blob.Store) {
	names := []string{
		"a", "labels/12/345-9f86d081.pdf", "labels/12/345-9f86d081.png", "labels/12/346.zpl", "a_b/c..d/-e",
		strings.Repeat("long/", 20) + strings.Repeat("n", 100),
	}
	for _, name := range names {
		put(t, s, name, []byte("content of "+name))
	}
	for _, name := range names {
		wantContent(t, s, name, []byte("content of "+name))
	}
}

func testDelete(t *testing.T, s blob.Store) {
	const name, other = "labels/1", "labels/1.pages"
	put(t, s, name, []byte("label"))
	put(t, s, other, []byte("pages"))
	for range 2 { // also when there is none
		if err := s.Delete(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, s, name)
	}
	wantContent(t, s, other, []byte("pages"))
	if err := s.Delete(t.Context(), "../labels"); !errors.Is(err, blob.ErrName) {
		t.Errorf("Delete of no name: %v", err)
	}
}

func testReplace(t *testing.T, s blob.Store) {
	for _, content := range []string{"first, which is longer", "second", "", "third"} {
		put(t, s, "labels/1", []byte(content))
		wantContent(t, s, "labels/1", []byte(content))
	}
}

func testNotFound(t *testing.T, s blob.Store) {
	wantNotFound(t, s, "labels")
	wantNotFound(t, s, "labels/1/2")
	put(t, s, "labels/1/2", []byte("2"))
	wantNotFound(t, s, "labels")       // only a part of another name
	wantNotFound(t, s, "labels/1")     // the same
	wantNotFound(t, s, "labels/1/2/3") // beneath another name
	wantNotFound(t, s, "labels/1/20")  // it continues another name
}

func testNames(t *testing.T, s blob.Store) {
	for _, name := range []string{
		"", ".", "..", "/", "/a", "a/", "a//b", "a/./b", "a/../b", "../a", "a/..", ".hidden", "a/.hidden",
		"A", "ä", "a b", "a\n", "a\x00", `a\b`, "a:b", "a%2fb", "a?b", "a#b", strings.Repeat("n", 201),
	} {
		if err := s.Put(t.Context(), name, []byte("x")); !errors.Is(err, blob.ErrName) {
			t.Errorf("Put(%q): %v, want ErrName", name, err)
		}
		if _, err := s.Get(t.Context(), name); !errors.Is(err, blob.ErrName) {
			t.Errorf("Get(%q): %v, want ErrName", name, err)
		}
	}
}

func testSizes(t *testing.T, s blob.Store) {
	for _, size := range []int{0, 1, 2 << 20, blob.MaxSize} {
		put(t, s, "file", pattern(size))
		wantContent(t, s, "file", pattern(size))
	}
	if err := s.Put(t.Context(), "file", pattern(blob.MaxSize+1)); !errors.Is(err, blob.ErrTooLarge) {
		t.Errorf("Put of too much: %v, want ErrTooLarge", err)
	}
	wantContent(t, s, "file", pattern(blob.MaxSize))
}

// pattern returns size bytes without a short period.
func pattern(size int) []byte {
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return content
}

func testSlices(t *testing.T, s blob.Store) {
	content := []byte("content")
	put(t, s, "a", content)
	content[0] = 'X'
	got, err := s.Get(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	got[1] = 'X'
	wantContent(t, s, "a", []byte("content"))
}

// testWhole lets several writers replace one file while others read it.
func testWhole(t *testing.T, s blob.Store) {
	const writers, rounds, size = 4, 10, 200_000
	content := func(writer int) []byte { return bytes.Repeat([]byte{byte('a' + writer)}, size+writer) }
	put(t, s, "labels/1", content(0))
	var tasks sync.WaitGroup
	for writer := range writers {
		tasks.Go(func() {
			for range rounds {
				if err := s.Put(t.Context(), "labels/1", content(writer)); err != nil {
					t.Error(err)
				}
			}
		})
		tasks.Go(func() {
			for range rounds {
				got, err := s.Get(t.Context(), "labels/1")
				if err != nil || len(got) < size || !bytes.Equal(got, content(int(got[0]-'a'))) {
					t.Errorf("Get = %d bytes that were never put, %v", len(got), err)
				}
			}
		})
	}
	tasks.Wait()
}

// testMany creates files in the same new folders at once.
func testMany(t *testing.T, s blob.Store) {
	name := func(i int) string { return fmt.Sprintf("labels/%d/%d.pdf", i%3, i) }
	var tasks sync.WaitGroup
	for i := range 40 {
		tasks.Go(func() {
			if err := s.Put(t.Context(), name(i), []byte(name(i))); err != nil {
				t.Error(err)
			}
		})
	}
	tasks.Wait()
	for i := range 40 {
		wantContent(t, s, name(i), []byte(name(i)))
	}
}

func testCancelled(t *testing.T, s blob.Store) {
	put(t, s, "a", []byte("old"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Put(ctx, "a", []byte("new")); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v, want context.Canceled", err)
	}
	if _, err := s.Get(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v, want context.Canceled", err)
	}
	if err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check: %v, want context.Canceled", err)
	}
	wantContent(t, s, "a", []byte("old"))
}

func testCheck(t *testing.T, s blob.Store) {
	put(t, s, "labels/1", []byte("1"))
	for range 2 {
		if err := s.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	wantContent(t, s, "labels/1", []byte("1"))
}
