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
func RandomText(random io.Reader, bytes int) (string, error) {
	drawn := make([]byte, bytes)
	if _, err := io.ReadFull(random, drawn); err != nil {
		return "", fmt.Errorf("draw random bytes: %w", err)
	}
	return Crockford.EncodeToString(drawn), nil
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
