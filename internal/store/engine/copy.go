package engine

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// A copy is made in transactions of at most copyRows rows and about copyBytes bytes.
const (
	copyRows  = 20_000
	copyBytes = 16 << 20
)

// Errors of Copy.
var (
	// ErrUnfinishedCopy: a copy into the database has not ended.
	ErrUnfinishedCopy = errors.New("a copy into this database has not ended: run `waybill copy` again, which continues it")
	// ErrNotEmpty: a copy is only made into a database without data.
	ErrNotEmpty = errors.New("it holds data already, which is not an unfinished copy of this source: empty it, or name another one")
)

// CopyProgress is how far a copy is.
type CopyProgress struct {
	Checking    bool   // all rows are copied, and are read again and compared
	Table       string // which is copied or compared
	Done, Total int64  // rows
}

// CopiedTable is a table that was copied.
type CopiedTable struct {
	Name string
	Rows int64
}

// Copy is a copy of all data from a migrated database to one of the other engine.
type Copy struct {
	From, To *DB
	// Source tells databases apart: a copy that did not end goes on with the same source alone.
	Source string
	// Initial are the tables that have rows in a migrated database that no server has used.
	Initial map[string]bool
	// Finish runs in the last transaction of the target.
	Finish func(context.Context, Querier) error
	// Progress is called after each transaction.
	Progress func(CopyProgress)
}

// Run copies the data. The target must be empty, or have an unfinished copy of the same source: that one is continued. Both
// must be locked, see LockForCopy. At the end it compares all rows. Until then no server and no command opens the target:
// they get ErrUnfinishedCopy. Returns ErrNotEmpty.
func (d Copy) Run(ctx context.Context) (copied []CopiedTable, resumed bool, err error) {
	c := &copying{Copy: d}
	defer func() {
		if err != nil && ctx.Err() != nil { // in place of what a driver says of a closed connection
			err = fmt.Errorf("the copy was interrupted: %w", ctx.Err())
		}
	}()
	if err := c.prepare(ctx); err != nil {
		return nil, c.resumed, fmt.Errorf("prepare the copy: %w", err)
	}
	for _, t := range c.tables {
		if err := c.copyTable(ctx, t); err != nil {
			return nil, c.resumed, fmt.Errorf("copy the table %s: %w", t.name, err)
		}
	}
	for _, t := range c.tables {
		rows, err := c.compare(ctx, t)
		if err != nil {
			return nil, c.resumed, fmt.Errorf("compare the table %s: %w", t.name, err)
		}
		copied = append(copied, CopiedTable{t.name, rows})
	}
	if err := c.finish(ctx); err != nil {
		return nil, c.resumed, fmt.Errorf("finish the copy: %w", err)
	}
	return copied, c.resumed, nil
}

// copying is a copy in progress.
type copying struct {
	Copy
	tables  []copyTable
	resumed bool
	now     CopyProgress
}

// transact runs fn in a transaction of the target.
func (c *copying) transact(ctx context.Context, fn func(Querier) error) error {
	return c.To.Dialect.transact(ctx, c.To, fn)
}

// prepare makes the target ready: an empty one gets the tables and the marker.
func (c *copying) prepare(ctx context.Context) (err error) {
	if c.From.Engine() == c.To.Engine() {
		return fmt.Errorf("both databases are %s: a copy is made between SQLite and PostgreSQL", c.To.Engine())
	}
	marker := "copy of " + c.Source // of the row 0 of schema_migrations
	have, err := c.To.markerOfCopy(ctx)
	switch {
	case err != nil:
		return err
	case have == marker:
		c.resumed = true
	case have != "":
		return ErrNotEmpty
	default:
		if _, err := c.To.Migrate(ctx); err != nil {
			return err
		}
	}
	if c.tables, err = copyTables(ctx, c.From, c.To); err != nil {
		return err
	}
	if !c.resumed {
		if err := c.begin(ctx, marker); err != nil {
			return err
		}
	}
	return c.count(ctx)
}

// begin empties the tables of a target without data, and marks it.
func (c *copying) begin(ctx context.Context, marker string) error {
	for _, t := range c.tables {
		rows, err := Value[int](ctx, c.To.Reads, `SELECT count(*) FROM (SELECT 1 FROM `+t.name+` LIMIT 1) AS first`)
		if err != nil {
			return err
		}
		if rows > 0 && !c.Initial[t.name] {
			return fmt.Errorf("the table %s has rows: %w", t.name, ErrNotEmpty)
		}
	}
	return c.transact(ctx, func(to Querier) error {
		for _, t := range c.tables {
			if _, err := to.Exec(ctx, `DELETE FROM `+t.name); err != nil {
				return err
			}
		}
		_, err := to.Exec(ctx, `CREATE TABLE copy_progress (table_name TEXT PRIMARY KEY, copied BIGINT NOT NULL, last_key TEXT NOT NULL)`)
		if err != nil {
			return err
		}
		_, err = to.Exec(ctx, `INSERT INTO schema_migrations (version, name, applied_on) VALUES (0, $1, $2)`, marker, Micros(c.To.Now()))
		return err
	})
}

// markerOfCopy returns the marker of an unfinished copy, "" without one.
func (s *DB) markerOfCopy(ctx context.Context) (marker string, err error) {
	if tables, err := Value[int](ctx, s.Reads, s.Dialect.hasTable, "schema_migrations"); err != nil || tables == 0 {
		return "", err
	}
	return Value[string](ctx, s.Reads, `SELECT coalesce((SELECT name FROM schema_migrations WHERE version = 0), '')`)
}

// count sets the total of the progress.
func (c *copying) count(ctx context.Context) error {
	for _, t := range c.tables {
		var rows int64
		if err := QueryRow(ctx, c.From.Reads, `SELECT count(*) FROM `+t.name).Scan(&rows); err != nil {
			return err
		}
		c.now.Total += rows
	}
	return nil
}

// copyTable copies the rows of a table that are not copied yet, in the order of its primary key.
func (c *copying) copyTable(ctx context.Context, t copyTable) error {
	copied, after, err := c.lastKey(ctx, t)
	if err != nil {
		return err
	}
	c.now.Table = t.name
	c.now.Done += copied
	query := t.selectFrom(c.From.Engine())
	if after != nil {
		query += ` WHERE (` + strings.Join(t.key, ", ") + `) > (` + params(len(t.key)) + `)`
	}
	rows, err := c.From.Reads.Query(ctx, query+` ORDER BY `+strings.Join(t.key, ", "), after...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for more := true; more; {
		if more, err = c.copyRows(ctx, t, rows, &copied); err != nil {
			return err
		}
	}
	return rows.Err()
}

// copyRows copies the next rows in a transaction, and reports whether there may be more.
func (c *copying) copyRows(ctx context.Context, t copyTable, rows Rows, copied *int64) (more bool, err error) {
	var last []any
	n, size := int64(0), 0
	err = c.transact(ctx, func(to Querier) error {
		err := c.To.Dialect.insertRows(ctx, to, t, func() ([]any, error) {
			if n == copyRows || size > copyBytes {
				more = true
				return nil, io.EOF
			}
			if !rows.Next() {
				if err := rows.Err(); err != nil {
					return nil, err
				}
				return nil, io.EOF
			}
			row, bytes, err := t.scan(rows)
			last = row
			n, size = n+1, size+bytes
			return row, err
		})
		if err != nil || n == 0 {
			return err
		}
		_, err = to.Exec(ctx, `INSERT INTO copy_progress (table_name, copied, last_key) VALUES ($1, $2, $3)
			ON CONFLICT (table_name) DO UPDATE SET copied = excluded.copied, last_key = excluded.last_key`, t.name, *copied+n, JSON(t.keyOf(last)))
		return err
	})
	if err != nil {
		return false, err
	}
	*copied += n
	c.advance(n)
	return more, nil
}

func (c *copying) advance(rows int64) {
	c.now.Done += rows
	c.Progress(c.now)
}

// lastKey returns how many rows of a table are copied, and the primary key of the last one, nil if there is none.
func (c *copying) lastKey(ctx context.Context, t copyTable) (copied int64, key []any, err error) {
	var text string
	err = QueryRow(ctx, c.To.Reads, `SELECT copied, last_key FROM copy_progress WHERE table_name = $1`, t.name).Scan(&copied, &text)
	if errors.Is(err, ErrNoRows) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&key); err != nil {
		return 0, nil, fmt.Errorf("read the last key: %w", err)
	}
	for i, part := range key {
		switch text := fmt.Sprint(part); t.columns[t.column(t.key[i])].kind {
		case copyInteger:
			key[i], err = strconv.ParseInt(text, 10, 64)
		case copyBlob: // JSON has it in base64
			key[i], err = base64.StdEncoding.DecodeString(text)
		case copyText:
		}
		if err != nil {
			return 0, nil, fmt.Errorf("read the last key: %w", err)
		}
	}
	return copied, key, nil
}

// compare reads a table in both databases, and returns the number of its rows.
func (c *copying) compare(ctx context.Context, t copyTable) (rows int64, err error) {
	if !c.now.Checking {
		c.now.Checking, c.now.Done = true, 0
	}
	c.now.Table = t.name
	var here, there tableSum
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		here, err = sumOf(ctx, c.From, t, c.advance)
		return err
	})
	group.Go(func() (err error) {
		there, err = sumOf(ctx, c.To, t, func(int64) {})
		return err
	})
	if err := group.Wait(); err != nil {
		return 0, err
	}
	if here != there {
		return 0, fmt.Errorf("the source has %d rows and the copy %d, or their contents differ: was the source changed during the copy? "+
			"Empty the target and copy again", here.rows, there.rows)
	}
	return here.rows, nil
}

// finish sets the counters of ids, and removes the marker.
func (c *copying) finish(ctx context.Context) error {
	return c.transact(ctx, func(to Querier) error {
		for _, t := range c.tables {
			if t.identity == "" {
				continue
			}
			last, err := c.From.Dialect.lastIdentity(ctx, c.From.Reads, t)
			if err != nil {
				return fmt.Errorf("read the last %s: %w", t.identity, err)
			}
			if err := c.To.Dialect.setIdentity(ctx, to, t, last); err != nil {
				return fmt.Errorf("set the last %s: %w", t.identity, err)
			}
		}
		if err := c.Finish(ctx, to); err != nil {
			return err
		}
		if _, err := to.Exec(ctx, `DROP TABLE copy_progress`); err != nil {
			return err
		}
		_, err := to.Exec(ctx, `DELETE FROM schema_migrations WHERE version = 0`)
		return err
	})
}
