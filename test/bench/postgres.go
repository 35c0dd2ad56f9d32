package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"waybill/test/harness"
)

const postgresName = "postgres"

func newPostgres(base string) engine {
	return engine{
		name: postgresName, title: "PostgreSQL", version: `SHOW server_version`,
		create: func(ctx context.Context, folder string) (database, func() error, error) {
			schemaURL, drop, err := harness.NewSchema(ctx, base, "bench")
			return database{folder: folder, url: schemaURL}, drop, errors.Join(err, os.MkdirAll(folder, 0o700))
		},
		open: func(d database) (*sql.DB, error) { return sql.Open("pgx", d.url) },
		connect: func(ctx context.Context, d database, tables []*table) (committer, error) {
			return connectPostgres(ctx, d, tables)
		},
		settle: `VACUUM (ANALYZE) orders, order_counts`,
		// Two committers of groups: four are slower.
		ownWriters: singleConnections, groupWriters: 2, bulkWriters: bulkConnections,
		account: "account_id",
	}
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
