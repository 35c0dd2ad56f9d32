package engine

import (
	"context"
	"errors"
)

// FindDamage checks the structure of an SQLite file, at the speed of the disk, and returns at most ten
// findings, none if the file is sound. On PostgreSQL, which checks itself, it returns none. Returns
// ErrDamaged if the file cannot be read.
func (s *DB) FindDamage(ctx context.Context) ([]string, error) {
	if s.Dialect.Engine != SQLite {
		return nil, nil
	}
	found, err := Values[string](ctx, s.Reads, `PRAGMA quick_check(10)`)
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	err = s.Explain("check the database file", err)
	if errors.Is(err, ErrDamaged) && len(found) > 0 {
		return found, nil // the check stopped at damage that it had reported before
	}
	return found, err
}
