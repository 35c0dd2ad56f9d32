package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
)

const (
	maxBody = 16 << 20
	// maxBodies bounds the bodies of all requests under way, so that many large or slow
	// ones cannot exhaust memory.
	maxBodies = 512 << 20
	// firstRead is allocated before a byte has come: most bodies fit, and a caller that
	// announces much and sends little costs no more.
	firstRead = 64 << 10
)

// bodyBudget counts the bytes that request bodies hold.
type bodyBudget struct{ held atomic.Int64 }

// read reads a request's body. The release gives its bytes back to the budget and must
// be called once the body is no longer needed. Returns errBodyTooLarge, errBodyCut or
// errOverload.
func (b *bodyBudget) read(r *http.Request) (body []byte, release func(), err error) {
	if r.ContentLength > maxBody {
		return nil, nil, errBodyTooLarge
	}
	held := 0
	hold := func(n int) bool {
		held += n
		return b.held.Add(int64(n)) <= maxBodies
	}
	giveBack := func() { b.held.Add(-int64(held)) }
	defer func() {
		if err != nil {
			giveBack()
		}
	}()
	first := firstRead
	if r.ContentLength >= 0 {
		first = min(first, int(r.ContentLength)+1) // the byte more shows the end
	}
	if !hold(first) {
		return nil, nil, errOverload
	}
	buf := make([]byte, 0, first)
	for {
		n, err := r.Body.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if len(buf) > maxBody {
			return nil, nil, errBodyTooLarge
		}
		if errors.Is(err, io.EOF) {
			return buf, giveBack, nil
		}
		if err != nil {
			return nil, nil, errBodyCut
		}
		if len(buf) == cap(buf) {
			if !hold(cap(buf)) {
				return nil, nil, errOverload
			}
			buf = slices.Grow(buf, cap(buf))
		}
	}
}

// isJSON reports whether a request's media type is application/json, or none.
func isJSON(h http.Header) bool {
	contentType := h.Get("Content-Type")
	if contentType == "" {
		return true
	}
	media, _, _ := strings.Cut(contentType, ";")
	media, _, err := mime.ParseMediaType(media)
	return err == nil && media == "application/json"
}
