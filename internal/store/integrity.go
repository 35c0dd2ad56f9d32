package store

import (
	"context"
	"database/sql"
	"errors"
)

// FindDamage reads the whole SQLite file, at the speed of the disk, and returns what is
// wrong with its structure: ten findings at most, none when it is sound. PostgreSQL has
// checks of its own: there is nothing to find. Returns ErrDamaged when the file cannot be
// read at all.
func (s *Store) FindDamage(ctx context.Context) ([]string, error) {
	if s.dialect.engine != SQLite {
		return nil, nil
	}
	rows, err := s.reads.QueryContext(ctx, `PRAGMA quick_check(10)`)
	found, err := collect(rows, err, func(rows *sql.Rows, finding *string) error { return rows.Scan(finding) })
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	err = s.explain("check the database file", err)
	if errors.Is(err, ErrDamaged) && len(found) > 0 {
		return found, nil // the check itself met the damage, after it had told of it
	}
	return found, err
}
