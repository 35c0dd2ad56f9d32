package inspecttest

import (
	"compress/zlib"
	"io"
	"strings"
	"testing"
)

func TestBomb(t *testing.T) {
	t.Parallel()
	for _, megabytes := range []int{0, 1, 2, 3, 100} {
		r, err := zlib.NewReader(strings.NewReader(bomb("hello", megabytes)))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, r); err != nil || n != int64(megabytes<<20+len("hello")) {
			t.Errorf("%d MB: %d bytes, %v", megabytes, n, err)
		}
	}
}
