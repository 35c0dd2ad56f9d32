package blob

import (
	"context"
	"errors"
	"fmt"
	"regexp"
)

// Limits of every store.
const (
	MaxSize       = 8 << 20 // bytes of a content
	maxNameLength = 200     // bytes; a folder's elements may have 255, an S3 key 1024
)

// Errors of every store.
var (
	ErrNotFound = errors.New("no such file")
	ErrName     = errors.New("not a name of a file")
	ErrTooLarge = fmt.Errorf("a file has more than %d bytes", MaxSize)
)

// Store stores files under names. It is safe for concurrent use, also by several processes.
//
// A name is a path of lower-case elements, such as "labels/12/345-9f86d081.pdf": a-z, 0-9, ".", "_" and "-",
// at most 200 bytes, and no element starts with a ".". Other names are refused with ErrName. A name must not
// continue another one: with "a/b" there can be no "a".
type Store interface {
	// Put stores content under name. The content is durable when Put returns, and replaces earlier content as
	// a whole. After an error the name has the old content or the new one. It returns ErrTooLarge beyond
	// MaxSize.
	Put(ctx context.Context, name string, content []byte) error
	// Get returns the content that was put last. It returns ErrNotFound if there is none, and ErrTooLarge if
	// another program stored more than MaxSize.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete deletes the content of a name. It returns nil if there is none.
	Delete(ctx context.Context, name string) error
	// Check writes and reads to find out whether Put and Get would work. Its error says what to fix.
	Check(ctx context.Context) error
}

// nameShape excludes the names that a store uses itself, which start with a ".".
var nameShape = regexp.MustCompile(`^[a-z0-9_-][a-z0-9._-]*(/[a-z0-9_-][a-z0-9._-]*)*$`)

func checkName(name string) error {
	if len(name) > maxNameLength || !nameShape.MatchString(name) {
		return fmt.Errorf("%w: %.*q", ErrName, maxNameLength, name)
	}
	return nil
}

// checkPut makes the checks that every store makes before it stores.
func checkPut(name string, content []byte) error {
	if err := checkName(name); err != nil {
		return err
	}
	if len(content) > MaxSize {
		return fmt.Errorf("%s: %w", name, ErrTooLarge)
	}
	return nil
}

// about adds to an error what was done with which file.
func about(verb, name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", verb, name, err)
}
