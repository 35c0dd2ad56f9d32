package api

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-faster/jx"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// checkSyntax checks a body without keeping any of it. Returns a parseError, or errOverload
// when the body cannot be read.
func checkSyntax(body io.Reader) error {
	source := &failingReader{Reader: body}
	p := reader{dec: jx.Decode(transform.NewReader(source, encoding.UTF8Validator), largestPart)}
	err := p.skip(1)
	if err == nil {
		if err = p.dec.Skip(); errors.Is(err, io.EOF) {
			return nil
		}
		err = errors.New("data after the end")
	}
	if source.err != nil {
		return fmt.Errorf("%w: read a body from disk: %w", errOverload, source.err)
	}
	if explained, ok := errors.AsType[*parseError](err); ok {
		return explained
	}
	return &parseError{err.Error()}
}

// failingReader remembers why it failed.
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
