package e2e_test

import (
	"context"
	"errors"
	"net/url"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"waybill/test/database"
)

// pair is a primary, a standby that every COMMIT waits for, and a server of both.
type pair struct {
	primary, standby *cluster
	*server          // not started yet
}

// startPair starts two clusters. The server's URL names both.
func startPair(t *testing.T) pair {
	t.Helper()
	primary := startCluster(t)
	standby := primary.copy("standby")
	u, err := url.Parse(primary.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("host", primary.Folder+","+standby.Folder)
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = query.Encode()
	p := pair{primary, standby, newServer(t, u.String(), t.TempDir(), quickPartners...)}

	standby.start()
	t.Cleanup(func() { standby.end(p.server) })
	primary.exec(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
	primary.exec(`SELECT pg_reload_conf()`)
	p.eventually("the standby is synchronous", func() bool {
		return primary.count(`SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`) == 1
	})
	return p
}

// copy makes a standby of the cluster in a folder below it, and does not start it.
func (c *cluster) copy(name string) *cluster {
	c.t.Helper()
	standby, err := c.Standby(name)
	c.check(err)
	return &cluster{c.t, standby}
}

// end stops a running standby like a crash.
func (c *cluster) end(s *server) {
	if !c.Ended() {
		c.stop(s, syscall.SIGQUIT)
	}
}

// promote makes a standby the primary.
func (c *cluster) promote() {
	c.t.Helper()
	c.exec(`SELECT pg_promote()`)
}

// exec runs a statement, again if a standby has cancelled it because of what it replays.
func (c *cluster) exec(statement string) {
	c.t.Helper()
	err := c.Exec(context.Background(), statement)
	for range 100 {
		if answer, ok := errors.AsType[*pgconn.PgError](err); !ok || answer.Code != "40001" {
			break
		}
		err = c.Exec(context.Background(), statement)
	}
	c.check(err)
}

func (c *cluster) count(query string) int {
	c.t.Helper()
	db := database.Open(c.t, c.URL)
	defer func() { _ = db.Close() }()
	return count(c.t, db, query)
}
