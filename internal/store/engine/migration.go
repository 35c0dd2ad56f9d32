package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Migration is a file NNNN_name.sql: the step to schema version NNNN. A released one never changes,
// and keeps what the version before it needs; see ADR 10.
type Migration struct {
	Version int
	Name    string // of the file, without .sql
	SQL     string // for one engine
	// index is set on PostgreSQL for a file NNNN_INDEX.concurrently.sql: its one statement builds that
	// index while writes go on, and cannot be in a transaction.
	Index string
}

// checksum is the hash of the SQL.
func (m Migration) checksum() string {
	sum := sha256.Sum256([]byte(m.SQL))
	return hex.EncodeToString(sum[:])
}

const concurrently = ".concurrently"

// Migrations returns the migrations for an engine, by version: 1, 2, …
func Migrations(files fs.FS, engine string) ([]Migration, error) {
	paths, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	all := make([]Migration, 0, len(paths))
	for _, file := range paths {
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, err
		}
		name, ofIndex := strings.CutSuffix(strings.TrimSuffix(path.Base(file), ".sql"), concurrently)
		number, rest, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(all)+1 {
			return nil, fmt.Errorf("migration %s is not number %d", file, len(all)+1)
		}
		m := Migration{Version: version, Name: name, SQL: sqlFor(engine, string(text))}
		if ofIndex && engine == Postgres {
			m.Index = rest
			if err := m.isIndex(); err != nil {
				return nil, err
			}
		}
		all = append(all, m)
	}
	return all, nil
}

// A file of a migration has PostgreSQL's types and SQLite's WITHOUT ROWID. A line that begins with the name of an
// engine and a colon is for this engine alone.
var (
	toSQLite = strings.NewReplacer(
		" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", " INTEGER PRIMARY KEY AUTOINCREMENT",
		" BIGINT", " INTEGER", " SMALLINT", " INTEGER", " BYTEA", " BLOB", " JSON", " TEXT",
	)
	toPostgres = strings.NewReplacer(") WITHOUT ROWID;", ");")
)

// sqlFor returns the text of a migration for an engine. Comments stay as they are.
func sqlFor(engine, text string) string {
	replacer, other := toSQLite, Postgres
	if engine == Postgres {
		replacer, other = toPostgres, SQLite
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, other+": ") {
			continue
		}
		line, own := strings.CutPrefix(line, engine+": ")
		code, comment, commented := strings.Cut(line, "--")
		if !own {
			code = replacer.Replace(code)
		}
		b.WriteString(code)
		if commented {
			b.WriteString("--" + comment)
		}
	}
	return b.String()
}
