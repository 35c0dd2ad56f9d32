package sandbox

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	var stream bytes.Buffer
	contents := map[kind][]byte{
		kindReady: nil, kindTask: []byte("echo"), kindInput: bytes.Repeat([]byte{1}, 1<<20),
		kindOutput: {}, kindRefused: []byte("no"),
	}
	order := []kind{kindReady, kindTask, kindInput, kindOutput, kindRefused}
	for _, k := range order {
		if err := writeFrame(&stream, k, contents[k]); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range order {
		if k, content, err := readFrame(&stream, DefaultLimits); err != nil || k != want || !bytes.Equal(content, contents[want]) {
			t.Errorf("kind %c with %d bytes, %v, want kind %c", k, len(content), err, want)
		}
	}
	if _, _, err := readFrame(&stream, DefaultLimits); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestInvalidFrames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stream string
		want   error // nil: any
	}{
		"half a header":  {"i\x00\x00", io.ErrUnexpectedEOF},
		"half a content": {"i\x00\x00\x00\x03ab", io.ErrUnexpectedEOF},
		"no content":     {"i\x00\x00\x00\x03", io.ErrUnexpectedEOF},
		"too long":       {"i\xff\xff\xff\xffab", nil},
		"another kind":   {"z\x00\x00\x00\x00", nil},
		"ready and more": {"r\x00\x00\x00\x01a", nil},
	} {
		_, _, err := readFrame(strings.NewReader(c.stream), DefaultLimits)
		if err == nil || errors.Is(err, io.EOF) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReadFrame reads arbitrary bytes. The result is a frame that writeFrame would have written, or an error,
// and takes no more memory than the bytes that came.
func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("r\x00\x00\x00\x00"))
	f.Add([]byte("i\x00\x00\x00\x03abc"))
	f.Add([]byte("o\x00\x7f\xff\xffabc"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		k, content, err := readFrame(bytes.NewReader(stream), DefaultLimits)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeFrame(&again, k, content); err != nil || !bytes.HasPrefix(stream, again.Bytes()) {
			t.Errorf("%q is read as kind %c with %q", stream, k, content)
		}
		if cap(content) > 2*len(stream)+2*bytes.MinRead {
			t.Errorf("%d bytes for a stream of %d", cap(content), len(stream))
		}
	})
}

// FuzzServe sends the process what its parent would never send: the process ends or responds with frames.
func FuzzServe(f *testing.F) {
	f.Add([]byte("t\x00\x00\x00\x04echoi\x00\x00\x00\x01a"))
	f.Add([]byte("t\x00\x00\x00\x05panici\x00\x00\x00\x00"))
	f.Add([]byte("i\x00\x00\x00\x00"))
	tasks := Tasks{"echo": testTasks["echo"], "panic": testTasks["panic"], "refuse": testTasks["refuse"]}
	f.Fuzz(func(t *testing.T, stream []byte) {
		var responses bytes.Buffer
		_ = serve(bytes.NewReader(stream), &responses, tasks, DefaultLimits)
		for {
			k, _, err := readFrame(&responses, DefaultLimits)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil || k != kindReady && k != kindOutput && k != kindRefused {
				t.Fatalf("response of kind %c, %v", k, err)
			}
		}
	})
}

func TestPlain(t *testing.T) {
	t.Parallel()
	if got := plain("a\nb\x00" + strings.Repeat("é", 200) + "z"); len(got) > maxText ||
		!strings.HasPrefix(got, "a b é") || !strings.HasSuffix(got, "éz") || !utf8.ValidString(got) {
		t.Errorf("%q", got)
	}
}
