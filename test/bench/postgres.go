package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

const postgresName = "postgres"

func newPostgres(base string) engine {
	return engine{
		name: postgresName, title: "PostgreSQL", version: `SHOW server_version`,
		create: func(ctx context.Context, folder string) (database, error) { return createSchema(ctx, base, folder) },
		drop:   func(ctx context.Context, d database) error { return dropSchema(ctx, base, d) },
		open:   func(d database) (*sql.DB, error) { return sql.Open("pgx", d.url) },
		connect: func(ctx context.Context, d database, tables []*table) (committer, error) {
			return connectPostgres(ctx, d, tables)
		},
		settle: `VACUUM (ANALYZE) orders, order_items, batches, tracking_numbers, order_counts`,
		// Two committers of groups: four are slower.
		ownWriters: singleConnections, groupWriters: 2, bulkWriters: bulkConnections,
		account: "account_id",
		in:      "= ANY($2)",
		list:    func(ids []int64) any { return ids },
	}
}

// createSchema makes a schema, and a URL that finds it.
func createSchema(ctx context.Context, base, folder string) (database, error) {
	u, err := url.Parse(base)
	if err != nil {
		return database{}, fmt.Errorf("%s is no URL: %w", postgresVariable, err)
	}
	schema := "bench_" + strings.ToLower(rand.Text())
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	d := database{folder: folder, url: u.String()}
	return d, errors.Join(os.MkdirAll(folder, 0o700), administer(ctx, base, "CREATE SCHEMA "+schema))
}

func dropSchema(ctx context.Context, base string, d database) error {
	u, err := url.Parse(d.url)
	if err != nil {
		return err
	}
	return administer(ctx, base, "DROP SCHEMA "+u.Query().Get("search_path")+" CASCADE")
}

func administer(ctx context.Context, base, statement string) error {
	conn, err := pgx.Connect(ctx, base)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// postgresCommitter sends the rows of each table as one array a column, all in one round
// trip that is one transaction.
type postgresCommitter struct {
	conn    *pgx.Conn
	tables  []*table
	inserts []string
}

func connectPostgres(ctx context.Context, d database, tables []*table) (*postgresCommitter, error) {
	conn, err := pgx.Connect(ctx, d.url)
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	c := &postgresCommitter{conn: conn, tables: tables}
	for _, t := range tables {
		c.inserts = append(c.inserts, t.insertMany())
	}
	return c, nil
}

func (c *postgresCommitter) commit(ctx context.Context, rows [][]row) error {
	batch := &pgx.Batch{}
	for i, t := range c.tables {
		batch.Queue(c.inserts[i], t.arrays(rows[i])...)
	}
	return c.conn.SendBatch(ctx, batch).Close()
}

func (c *postgresCommitter) close() error { return c.conn.Close(context.Background()) }
