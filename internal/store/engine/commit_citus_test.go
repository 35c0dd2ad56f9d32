package engine

import (
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestShardServers: the servers of accounts are remembered for a while, and jobs are grouped by them.
func TestShardServers(t *testing.T) {
	t.Parallel()
	var known shardServers
	var asked []int64
	read := func(accounts []int64) map[int64]int64 {
		asked = append(asked, accounts...)
		return map[int64]int64{1: 10, 2: 20, 3: 10}
	}
	group := []*job{
		{batch: &testBatch{account: 2}},
		{guard: Guard{AccountID: 1, RowID: 5}},
		{batch: &testBatch{account: 4}},
	}
	want := map[int64]int64{1: 10, 2: 20, 4: 0}
	for range 2 {
		if got := known.serversOf(group[:2], 0, read); got[1] != 10 || got[2] != 20 || len(got) != 2 {
			t.Errorf("servers: %v", got)
		}
	}
	if len(asked) != 2 {
		t.Errorf("asked for %v, want each account once", asked)
	}
	if got := known.serversOf(group, shardsKnownFor-time.Nanosecond, read); !maps.Equal(got, want) || len(asked) != 3 {
		t.Errorf("servers: %v, after questions %v", got, asked)
	}
	if got := known.serversOf(group[:1], shardsKnownFor, read); got[2] != 20 || len(asked) != 4 {
		t.Errorf("after a minute: %v, after questions %v", got, asked)
	}
}

// TestQueueRouted: few rows are a statement each, which one shard can commit alone.
func TestQueueRouted(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 0, 1: 1, routedRows: routedRows, routedRows + 1: 1} {
		rows := make(columnRows)
		for i := range n {
			rows.add(&testOrders, []any{int64(1), int64(i), "WB1", "", int64(0)})
		}
		batch := &pgx.Batch{}
		queueRouted(batch, &testOrders, rows[&testOrders])
		if got := batch.Len(); got != want {
			t.Errorf("%d rows are %d statements, want %d", n, got, want)
		}
	}
}
