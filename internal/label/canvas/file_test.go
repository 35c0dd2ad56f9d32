package canvas

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
)

// TestFileKeepsWhatIsWritten writes pieces of random length, and reads the file at random offsets.
func TestFileKeepsWhatIsWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var f File
	var want []byte
	for len(want) < 5*partSize {
		piece := make([]byte, random.IntN(partSize))
		for i := range piece {
			piece[i] = byte(random.Uint32())
		}
		want = append(want, piece...)
		if n, err := f.Write(piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	copy(want[partSize-2:], "over")
	f.overwrite(partSize-2, []byte("over"))
	if f.Len() != len(want) {
		t.Errorf("%d bytes, want %d", f.Len(), len(want))
	}
	for range 200 {
		at := random.IntN(len(want))
		got := make([]byte, random.IntN(2*partSize))
		n, err := f.ReadAt(got, int64(at))
		if !bytes.Equal(got[:n], want[at:min(len(want), at+len(got))]) || errors.Is(err, io.EOF) != (at+len(got) > len(want)) {
			t.Fatalf("%d bytes at %d: %d, %v", len(got), at, n, err)
		}
	}
	if _, err := f.ReadAt(make([]byte, 1), -1); err == nil {
		t.Error("it reads before its start")
	}
	var drained bytes.Buffer
	if err := f.drain(&drained); err != nil || !bytes.Equal(drained.Bytes(), want) || f.Len() != 0 {
		t.Errorf("drained of %d bytes, %v, %d left", drained.Len(), err, f.Len())
	}
}

func TestFileTakesNothingBeyondItsLimit(t *testing.T) {
	f := File{Limit: 10}
	if _, err := f.Write(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write([]byte{1}); n != 0 || !errors.Is(err, ErrTooLarge) || f.Len() != 10 {
		t.Errorf("%d, %v, %d bytes", n, err, f.Len())
	}
}
