package store_test

import (
	"testing"

	"waybill/internal/store/storetest"
)

func TestSQLite(t *testing.T) { storetest.RunAll(t, storetest.SQLite) }

func TestPostgres(t *testing.T) { storetest.RunAll(t, storetest.Postgres) }
