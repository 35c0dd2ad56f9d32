package harness

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Acceptances returns by tracking number how often a simulated partner with this ledger accepted each order. It must be 1 for every
// order, whatever crashed in between.
func Acceptances(ctx context.Context, ledger string) (counts map[string]int, err error) {
	conn, err := sqlite.OpenConn(ledger, sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open the ledger %s: %w", ledger, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	conn.SetBusyTimeout(10 * time.Second)
	conn.SetInterrupt(ctx.Done())
	counts = map[string]int{}
	err = sqlitex.Execute(conn, `select tracking_no, count(*) from calls where accepted = 1 group by tracking_no`, &sqlitex.ExecOptions{
		ResultFunc: func(row *sqlite.Stmt) error {
			counts[row.ColumnText(0)] = row.ColumnInt(1)
			return nil
		},
	})
	return counts, err
}
