package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// sqliteConn is a connection to an SQLite file, with the statements that it has prepared: SQLite needs
// more time to parse a statement than to run it. There are few different texts, because a list is one
// argument (see dialect.in). It is not safe for concurrent use.
type sqliteConn struct {
	*sqlite.Conn
	stmts    map[string]*sqliteStmt
	prepared func(query string) // see Options.Prepared
	// interrupted is closed to interrupt the statement that runs; see interruptWith.
	interrupted chan struct{}
}

// sqliteStmt is a prepared statement.
type sqliteStmt struct {
	*sqlite.Stmt
	args    []int // for each parameter of SQLite the index of its argument
	columns int
	used    bool // its rows are not closed
}

// start binds the arguments of a statement, which is prepared if it is not yet.
func (c *sqliteConn) start(query string, args []any) (*sqliteStmt, error) {
	stmt := c.stmts[query]
	if stmt == nil {
		prepared, err := c.prepare(query)
		if err != nil {
			return nil, err
		}
		c.stmts[query], stmt = prepared, prepared
	}
	if stmt.used {
		return nil, errors.New("rows of the same statement are still read: " + query)
	}
	for param, arg := range stmt.args {
		if arg >= len(args) {
			return nil, fmt.Errorf("no argument $%d of %s", arg+1, query)
		}
		if err := bind(stmt.Stmt, param+1, args[arg]); err != nil {
			return nil, err
		}
	}
	stmt.used = true
	return stmt, nil
}

// errBareLimit refuses a statement that SQLite would prepare again at each execution, because the value of a
// parameter that is a limit is part of its plan.
var errBareLimit = errors.New("write LIMIT CAST($1 AS BIGINT) in place of LIMIT $1")

// prepare prepares a statement. To SQLite $2 is a name: its parameters have the order of the text.
func (c *sqliteConn) prepare(query string) (*sqliteStmt, error) {
	if strings.Contains(query, "LIMIT $") {
		return nil, fmt.Errorf("%w: %s", errBareLimit, query)
	}
	prepared, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	if c.prepared != nil {
		c.prepared(query)
	}
	stmt := &sqliteStmt{Stmt: prepared, columns: prepared.ColumnCount()}
	for param := 1; param <= prepared.BindParamCount(); param++ {
		n := param
		if name, isNamed := strings.CutPrefix(prepared.BindParamName(param), "$"); isNamed {
			if n, err = strconv.Atoi(name); err != nil || n < 1 {
				return nil, fmt.Errorf("parameter $%s has no number", name)
			}
		}
		stmt.args = append(stmt.args, n-1)
	}
	return stmt, nil
}

// end makes the statement ready for its next start.
func (s *sqliteStmt) end() {
	s.used = false
	_ = s.Reset() // it returns the error of the last step again
}

func bind(stmt *sqlite.Stmt, param int, arg any) error {
	switch v := arg.(type) {
	case int64:
		stmt.BindInt64(param, v)
	case string:
		stmt.BindText(param, v)
	case int:
		stmt.BindInt64(param, int64(v))
	case bool:
		stmt.BindBool(param, v)
	case []byte:
		if v == nil {
			stmt.BindNull(param)
		} else {
			stmt.BindBytes(param, v)
		}
	default:
		return fmt.Errorf("bind parameter %d: no column holds a %T", param, arg)
	}
	return nil
}

// exec runs a statement, or, without arguments, several with semicolons, and returns how many rows the
// last one changed.
func (c *sqliteConn) exec(query string, args []any) (changed int64, err error) {
	if len(args) == 0 && strings.Contains(query, ";") {
		return 0, sqlitex.ExecuteScript(c.Conn, query, nil)
	}
	stmt, err := c.start(query, args)
	if err != nil {
		return 0, err
	}
	defer stmt.end()
	for more := true; more; {
		if more, err = stmt.Step(); err != nil {
			return 0, err
		}
	}
	return int64(c.Changes()), nil
}

// query starts a query. When its rows are closed, ended is called if it is not nil.
func (c *sqliteConn) query(ctx context.Context, query string, args []any, ended func()) (Rows, error) {
	stmt, err := c.start(query, args)
	if err != nil {
		return nil, err
	}
	return &sqliteRows{ctx: ctx, stmt: stmt, ended: ended}, nil
}

// sqliteRows makes a Rows of a statement that runs.
type sqliteRows struct {
	ctx   context.Context //nolint:containedctx // rows end with the context of their query
	stmt  *sqliteStmt     // nil when they are closed
	ended func()
	err   error
}

// Next steps to the next row.
func (r *sqliteRows) Next() bool {
	if r.stmt == nil {
		return false
	}
	more, err := r.stmt.Step()
	if !more {
		r.err = endedBy(r.ctx, err)
		r.Close()
	}
	return more
}

// Err returns what ended the rows.
func (r *sqliteRows) Err() error { return r.err }

// Close ends the statement.
func (r *sqliteRows) Close() {
	if r.stmt == nil {
		return
	}
	r.stmt.end()
	r.stmt = nil
	if r.ended != nil {
		r.ended()
	}
}

// endedBy returns the error of ctx in place of the one of a statement that ctx interrupted.
func endedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		return ctx.Err()
	}
	return err
}

// Scan reads the columns of the row into pointers to integers, strings, booleans and []byte, or by At and Is. Only a
// []byte shows that a column is NULL.
func (r *sqliteRows) Scan(dest ...any) error {
	if r.stmt == nil || len(dest) != r.stmt.columns {
		return fmt.Errorf("scan a row into %d variables", len(dest))
	}
	for column, target := range dest {
		switch t := target.(type) {
		case *string:
			*t = r.stmt.ColumnText(column)
		case *int64:
			*t = r.stmt.ColumnInt64(column)
		case *int:
			*t = r.stmt.ColumnInt(column)
		case *bool:
			*t = r.stmt.ColumnBool(column)
		case Number:
			t(r.stmt.ColumnInt64(column))
		case *[]byte:
			if *t = nil; !r.stmt.ColumnIsNull(column) {
				*t = make([]byte, r.stmt.ColumnLen(column))
				r.stmt.ColumnBytes(column, *t)
			}
		default:
			if err := r.scanNamed(column, target); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanNamed reads a column into a pointer to a named type.
func (r *sqliteRows) scanNamed(column int, target any) error {
	pointer := reflect.ValueOf(target)
	if pointer.Kind() == reflect.Pointer {
		switch v := pointer.Elem(); {
		case v.Kind() == reflect.String:
			v.SetString(r.stmt.ColumnText(column))
			return nil
		case v.CanInt():
			v.SetInt(r.stmt.ColumnInt64(column))
			return nil
		}
	}
	return fmt.Errorf("scan column %d: it is not read into a %T", column, target)
}
