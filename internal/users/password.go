package users

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/crypto/argon2"
)

// PasswordMemory is how many bytes a hash takes while it is computed.
const PasswordMemory = hashMemory << 10

// The cost of a hash, as OWASP recommends it for argon2id.
const (
	hashMemory = 19 << 10 // KiB
	hashPasses = 2
	hashLanes  = 1
	saltSize   = 16
	hashSize   = 32
)

// ErrWrongPassword means that the password does not match the hash.
var ErrWrongPassword = errors.New("the password is wrong")

// Hasher hashes passwords, a few at once. Safe for concurrent use.
type Hasher struct {
	slots chan struct{}
	// unknown is the hash for the password of an unknown user: the comparison takes as long as for a
	// known one.
	unknown func() string
}

// NewHasher makes a Hasher.
func NewHasher() *Hasher {
	h := &Hasher{slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	h.unknown = sync.OnceValue(func() string { return newHash(rand.Text()) })
	return h
}

// acquire waits until a hash may be computed. Returns the error of ctx.
func (h *Hasher) acquire(ctx context.Context) (release func(), err error) {
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// Hash hashes a password: argon2id, with its parameters. Returns the error of ctx.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	release, err := h.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	return newHash(password), nil
}

// Verify compares a password with a hash; "" stands for a user who has none, and takes as long. It returns a better
// hash of the password if the hash has other parameters than Hash would give it. Returns ErrWrongPassword, or the error
// of ctx.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (renewed string, err error) {
	release, err := h.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	known := hash != ""
	if !known {
		hash = h.unknown()
	}
	parsed, err := parseHash(hash)
	if err != nil {
		return "", err
	}
	if same := parsed.matches(password); !same || !known {
		return "", ErrWrongPassword
	}
	if parsed.params != currentParams {
		return newHash(password), nil
	}
	return "", nil
}

// hashParams are the cost of a hash.
type hashParams struct {
	memory, passes uint32
	lanes          uint8
	size           int
}

var currentParams = hashParams{hashMemory, hashPasses, hashLanes, hashSize}

// passwordHash is the parsed form of $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH, which other programs use, too.
type passwordHash struct {
	params    hashParams
	salt, sum []byte
}

func newHash(password string) string {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // it never fails
	sum := argon2.IDKey([]byte(normal(password)), salt, hashPasses, hashMemory, hashLanes, hashSize)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashPasses, hashLanes, encode(salt), encode(sum))
}

// The most that a stored hash may cost, so that a row of the database cannot stop the server.
const (
	maxHashMemory = 256 << 10
	maxHashPasses = 16
)

func parseHash(text string) (passwordHash, error) {
	var h passwordHash
	var version int
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" {
		return h, errors.New("a stored password is no argon2id hash")
	}
	_, versionErr := fmt.Sscanf(parts[2], "v=%d", &version)
	_, costErr := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.params.memory, &h.params.passes, &h.params.lanes)
	var saltErr, sumErr error
	h.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	h.sum, sumErr = base64.RawStdEncoding.DecodeString(parts[5])
	h.params.size = len(h.sum)
	if err := errors.Join(versionErr, costErr, saltErr, sumErr); err != nil {
		return h, fmt.Errorf("read the hash of a stored password: %w", err)
	}
	p := h.params
	if version != argon2.Version || p.memory == 0 || p.memory > maxHashMemory || p.passes == 0 || p.passes > maxHashPasses || p.lanes == 0 ||
		p.size < saltSize || len(h.salt) == 0 {
		return h, errors.New("the hash of a stored password has a cost that is not allowed")
	}
	return h, nil
}

func (h passwordHash) matches(password string) bool {
	sum := argon2.IDKey([]byte(normal(password)), h.salt, h.params.passes, h.params.memory, h.params.lanes, uint32(h.params.size))
	return subtle.ConstantTimeCompare(sum, h.sum) == 1
}
