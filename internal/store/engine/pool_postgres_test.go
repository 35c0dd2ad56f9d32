package engine

import "testing"

// TestReadsByConnectionsThatDied ends all connections for reads while they are idle: the next read finds a new one,
// whether its statement was prepared on the connection that died or not.
func TestReadsByConnectionsThatDied(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, Postgres))
	const prepared, unknown = `SELECT pg_backend_pid()`, `SELECT pg_backend_pid() + 0`
	for _, query := range []string{prepared, unknown} {
		pids := openReads(t, s, prepared, 3)
		var n int64
		const end = `SELECT count(pg_terminate_backend(pid, 60000)) FROM unnest($1::int[]) pid`
		if err := QueryRow(t.Context(), by{s.postgres.writes}, end, pids).Scan(&n); err != nil || n != 3 {
			t.Fatal(n, err)
		}
		if err := QueryRow(t.Context(), s.Reads, query).Scan(&n); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// openReads has n connections for reads run a query that returns their process ids, all at the same time.
func openReads(t *testing.T, s *DB, query string, n int) (pids []int64) {
	t.Helper()
	open := make([]Rows, n)
	for i := range open {
		rows, err := s.Reads.Query(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		open[i] = rows
		var pid int64
		if !rows.Next() || rows.Scan(&pid) != nil {
			t.Fatal(rows.Err())
		}
		pids = append(pids, pid)
	}
	for _, rows := range open {
		rows.Close()
	}
	return pids
}
