package request

import (
	"errors"
	"io"

	"github.com/go-faster/jx"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// CheckSyntax checks a body without keeping any of it. Returns a *SyntaxError, or the error of the
// reader.
func CheckSyntax(body io.Reader) error {
	source := &failingReader{Reader: body}
	r := reader{dec: jx.Decode(transform.NewReader(source, encoding.UTF8Validator), readBuffer)}
	err := r.skip(1)
	if err == nil {
		if err = r.dec.Skip(); errors.Is(err, io.EOF) {
			return nil
		}
		err = errors.New("data after the end")
	}
	if source.err != nil {
		return source.err
	}
	if explained, ok := errors.AsType[*SyntaxError](err); ok {
		return explained
	}
	return &SyntaxError{err.Error()}
}

// failingReader keeps the error of its Reader.
type failingReader struct {
	io.Reader
	err error
}

func (r *failingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// readBuffer is how much of the body is held at once.
const readBuffer = 64 << 10
