package harness

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// The databases that test programs may make schemas in: a PostgreSQL, and the coordinator of a Citus cluster.
const (
	PostgresVariable = "WAYBILL_TEST_POSTGRES_URL"
	CitusVariable    = "WAYBILL_TEST_CITUS_URL"
)

// NewSchema makes a schema in the PostgreSQL of a URL, and returns a URL that finds it. drop removes it,
// also when ctx has ended.
func NewSchema(ctx context.Context, base, prefix string) (schemaURL string, drop func() error, err error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", nil, fmt.Errorf("%s is not a URL: %w", PostgresVariable, err)
	}
	schema := prefix + "_" + strings.ToLower(rand.Text())
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String(), func() error {
		return execute(context.WithoutCancel(ctx), base, "DROP SCHEMA "+schema+" CASCADE")
	}, execute(ctx, base, "CREATE SCHEMA "+schema)
}

func execute(ctx context.Context, databaseURL, statement string) error {
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		return fmt.Errorf("open PostgreSQL: %w", err)
	}
	_, err = db.ExecContext(ctx, statement)
	return errors.Join(err, db.Close())
}
