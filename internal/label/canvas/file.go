package canvas

import (
	"errors"
	"fmt"
	"io"
)

// ErrTooLarge is wrapped by the error for a file that would exceed its limit.
var ErrTooLarge = errors.New("the file is too large")

// partSize is the size of a File's parts.
const partSize = 32 << 10

// File is a file in memory. It grows by parts, which are never copied. The zero File is empty and has no
// limit. It is safe for concurrent reads only.
type File struct {
	// Limit is the largest size of the file in bytes; 0 is unlimited.
	Limit int

	parts [][]byte // of partSize bytes; the last one may be shorter
	size  int
}

// Len returns the size of the file in bytes.
func (f *File) Len() int { return f.size }

// Write implements io.Writer. If the file would exceed its limit, it returns an error that wraps ErrTooLarge
// and writes nothing.
func (f *File) Write(p []byte) (int, error) {
	if f.Limit > 0 && f.size+len(p) > f.Limit {
		return 0, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, f.Limit)
	}
	for rest := p; len(rest) > 0; {
		last := len(f.parts) - 1
		if last < 0 || len(f.parts[last]) == partSize {
			f.parts = append(f.parts, make([]byte, 0, partSize))
			last++
		}
		n := min(len(rest), partSize-len(f.parts[last]))
		f.parts[last] = append(f.parts[last], rest[:n]...)
		rest = rest[n:]
	}
	f.size += len(p)
	return len(p), nil
}

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, errors.New("read before the start of a file")
	}
	for n < len(p) && at < int64(f.size) {
		copied := copy(p[n:], f.parts[at/partSize][at%partSize:])
		n, at = n+copied, at+int64(copied)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// overwrite replaces the bytes at an offset by p.
func (f *File) overwrite(at int, p []byte) {
	for len(p) > 0 {
		n := copy(f.parts[at/partSize][at%partSize:], p)
		at, p = at+n, p[n:]
	}
}

// drain writes the file to w and empties it. Each part is freed when it is written.
func (f *File) drain(w io.Writer) error {
	for i, part := range f.parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
		if i > 0 {
			f.parts[i] = nil
		}
	}
	f.reset()
	return nil
}

// reset empties the file. It keeps one part for the next content.
func (f *File) reset() {
	f.size = 0
	if len(f.parts) > 0 {
		f.parts = [][]byte{f.parts[0][:0]}
	}
}
