package engine

import (
	"context"
	"errors"
)

// errNotSQLite refuses on PostgreSQL what only an SQLite file needs.
var errNotSQLite = errors.New("the database is PostgreSQL: use pg_dump and pg_restore")

// CopyTo writes a consistent copy of an SQLite database to the file at path, while others read and
// write. The file must be empty or not exist. The copy has no free space and is not fsynced. Returns
// an error on PostgreSQL.
func (s *DB) CopyTo(ctx context.Context, path string) (err error) {
	if s.Dialect.Engine != SQLite {
		return errNotSQLite
	}
	defer func() { err = s.Explain("copy the database", err) }()
	conn, err := s.file.connect() // one of its own: readers cannot write, not even to another file
	if err != nil {
		return err
	}
	conn.SetInterrupt(ctx.Done())
	_, err = conn.exec(`VACUUM INTO $1`, []any{path})
	return errors.Join(endedBy(ctx, err), conn.Close())
}
