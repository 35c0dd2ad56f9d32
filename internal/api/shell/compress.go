package shell

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

const (
	// minCompressed is from how many bytes on JSON is compressed: less has hardly fewer packets.
	minCompressed = 2 << 10
	// mostCompressors is how many responses are compressed at once, by up to 1.2 MB each. Further ones are sent as they are.
	mostCompressors = 8
)

// acceptsGzip matches an Accept-Encoding header that has gzip with a weight above 0 (RFC 9110, section 12.5.3).
var acceptsGzip = regexp.MustCompile(`(?i)(^|[, \t])gzip[ \t]*($|,|;[ \t]*q=(1|0\.0*[1-9]))`)

var compressors = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // the level exists
	return z
}}

// compress is where a JSON response is written that has so many bytes, or begins with so many: the response by gzip, if the client asks for
// that. It is called before the status is sent. At the end of the response, end is called with whether it is whole. No response with a
// secret may get here: its length would tell of the secret to someone who can add to it (BREACH).
func (s *Shell) compress(w http.ResponseWriter, r *http.Request, size int) (to io.Writer, end func(isWhole bool)) {
	header := w.Header()
	if size < minCompressed || r.Method == http.MethodHead || !strings.HasSuffix(header.Get("Content-Type"), "json") ||
		!acceptsGzip.MatchString(r.Header.Get("Accept-Encoding")) {
		return w, func(bool) {}
	}
	select {
	case s.compressing <- struct{}{}:
	default:
		return w, func(bool) {}
	}
	z := compressors.Get().(*gzip.Writer)
	z.Reset(w)
	header.Set("Content-Encoding", "gzip")
	header.Add("Vary", "Accept-Encoding")
	header.Del("Content-Length")
	if tag := header.Get("Etag"); strings.HasPrefix(tag, `"`) { // it names the version, not the bytes
		header.Set("Etag", "W/"+tag)
	}
	return z, func(isWhole bool) {
		if isWhole {
			_ = z.Close() // a caller that has disconnected is not an error of the server
		}
		compressors.Put(z)
		<-s.compressing
	}
}
