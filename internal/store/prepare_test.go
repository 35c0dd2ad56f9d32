package store

import (
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"waybill/internal/store/engine"
)

// TestSQLitePreparesOnce: the texts that the store uses most, and a limit as it has to be written.
func TestSQLitePreparesOnce(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.SQLite)
	s := openInside(t, databaseURL)
	w, err := s.conditions(t.Context(), OrderFilter{AccountID: 1})
	if err != nil {
		t.Fatal(err)
	}
	page, pageArgs := pageQuery(recordColumns, w, 20, 0)
	far, farArgs := pageQuery("order_id", w, PageSize, 1000)
	for query, args := range map[string][]any{
		submissionLedger.due():              {int64(1), "p", 1},
		cancellationLedger.due():            {int64(1), "p", 1},
		labelLedger.due():                   {int64(1), "p", 1},
		dueDeliveries(&s.DB.Dialect):        {int64(1), int64(1), 1, int64(1)},
		returnsOf:                           {int64(1), int64(1), 1},
		page:                                pageArgs,
		far:                                 farArgs,
		`SELECT 1 LIMIT CAST($1 AS BIGINT)`: {1},
	} {
		if again := preparedAgain(t, databaseURL, query, args); again != 0 {
			t.Errorf("SQLite prepares it at each execution:\n%s", query)
		}
	}
}

// preparedAgain is how often SQLite asks the authorizer, which it does when it prepares a statement, while one runs a
// second time with other numbers.
func preparedAgain(t *testing.T, databaseURL, query string, args []any) (asked int) {
	t.Helper()
	conn, err := sqlite.OpenConn(strings.TrimPrefix(databaseURL, "sqlite:"), sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.SetAuthorizer(sqlite.AuthorizeFunc(func(sqlite.Action) sqlite.AuthResult {
		asked++
		return sqlite.AuthResultOK
	}))
	if err != nil {
		t.Fatal(err)
	}
	run := func(more int64) {
		named := make(map[string]any)
		for i, arg := range args {
			named[engine.Param(i+1)] = arg
			switch v := arg.(type) {
			case int:
				named[engine.Param(i+1)] = int64(v) + more
			case int64:
				named[engine.Param(i+1)] = v + more
			}
		}
		if err := sqlitex.Execute(conn, query,
			&sqlitex.ExecOptions{Named: named, ResultFunc: func(*sqlite.Stmt) error { return nil }}); err != nil {
			t.Fatal(err)
		}
	}
	run(0)
	asked = 0
	run(1)
	return asked
}
