package engine

import (
	"encoding/base32"
	"fmt"
	"io"
	"sync"
)

// Crockford is Crockford's base 32, which has no I, L, O and U, so that people can read it.
var Crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// RandomText returns random bytes in Crockford's base 32.
func (s *DB) RandomText(bytes int) string {
	drawn := make([]byte, bytes)
	s.Draw(drawn)
	return Crockford.EncodeToString(drawn)
}

// Draw fills p with random bytes. Package crypto/rand never fails; it panics if the source of a test does.
func (s *DB) Draw(p []byte) {
	if _, err := io.ReadFull(s.random, p); err != nil {
		panic(fmt.Sprintf("draw random bytes: %v", err))
	}
}

// lockedReader makes a source of randomness safe for concurrent use.
type lockedReader struct {
	mu     sync.Mutex
	reader io.Reader
}

func (r *lockedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return io.ReadFull(r.reader, p)
}
