package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"waybill/internal/cli/command"
	"waybill/internal/store/engine"
)

// checkDamage reads the whole file of SQLite.
func checkDamage(ctx context.Context, p target) finding {
	found, err := p.store.DB.FindDamage(ctx)
	const fix = "stop the server, keep a copy of the data folder, and restore the last backup"
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return warning(fmt.Sprintf(`sqlite3 %s "PRAGMA quick_check", without a time limit`, p.config.SQLiteFile()),
			"%s was not read completely in %v", p.config.SQLiteFile(), damageTimeout)
	case err != nil:
		return failed(fix, "%s", command.OneLine(err))
	case len(found) > 0:
		return failed(fix, "%s is damaged: %s", p.config.SQLiteFile(), command.OneLine(errors.New(strings.Join(found, "\n"))))
	}
	return ok("no damage")
}

// checkWritable finds a PostgreSQL that refuses writes.
func checkWritable(_ context.Context, p target) finding {
	switch {
	case p.setup.Standby:
		return failed("name the primary in WAYBILL_DATABASE_URL, or all servers and target_session_attrs=read-write",
			"it is a standby, which is read-only")
	case p.setup.ReadOnly:
		return failed("turn default_transaction_read_only off for the role and the database", "transactions are read-only")
	}
	return ok("transactions can write")
}

// checkDurability finds settings of PostgreSQL with which an acknowledged order may be lost.
func checkDurability(_ context.Context, p target) finding {
	var off []string
	for setting, on := range map[string]bool{
		"synchronous_commit": p.setup.SynchronousCommit != "off", "fsync": p.setup.Fsync, "full_page_writes": p.setup.FullPageWrites,
	} {
		if !on {
			off = append(off, setting)
		}
	}
	switch {
	case len(off) > 0:
		return failed("turn it on: without it an acknowledged order may be lost", "off: %s", strings.Join(off, ", "))
	case p.setup.SynchronousCommit == "local" && p.setup.Standbys != "":
		return warning("set synchronous_commit to on, or lose the last orders when a standby takes over",
			"synchronous_commit is local: commits do not wait for %s", p.setup.Standbys)
	}
	return ok("a commit is on disk")
}

// checkConnections compares what this server may open with what PostgreSQL allows.
func checkConnections(_ context.Context, p target) finding {
	wanted, limit, others := p.config.DatabaseConnections, p.setup.ConnectionLimit, p.setup.OtherConnections
	const fix = "raise max_connections, or the limit of the role or the database, or lower WAYBILL_DATABASE_CONNECTIONS"
	found := fmt.Sprintf("this server opens %d at most; PostgreSQL allows %d, and other clients have %d", wanted, limit, others)
	switch {
	case wanted > limit:
		return failed(fix, "%s", found)
	case wanted+others > limit:
		return warning(fix, "%s", found)
	}
	return ok("%s", found)
}

// checkPooler finds a connection pooler that gives too few connections.
func checkPooler(_ context.Context, p target) finding {
	switch {
	case p.setupErr != nil:
		return failed("check the database's log", "%s", command.OneLine(p.setupErr))
	case p.setup.Pooler == engine.TransactionPooler:
		return ok("a connection pooler pools by transaction")
	case p.setup.Pooler == engine.UnknownPooler:
		return warning("give it a larger pool", "a connection pooler gave less than 4 connections in time")
	case p.setup.Pooler == engine.SessionPooler:
		return ok("a connection pooler pools by session")
	}
	return ok("none")
}
