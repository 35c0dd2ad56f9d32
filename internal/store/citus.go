package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// isDistributed selects whether the tables of the database are distributed in a Citus cluster.
const isDistributed = `SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = to_regclass('orders')`

// hasCitus reports whether the database has the extension citus.
func hasCitus(ctx context.Context, q querier) (bool, error) {
	var n int
	err := queryRow(ctx, q, `SELECT count(*) FROM pg_extension WHERE extname = 'citus'`).Scan(&n)
	return n > 0, err
}

// distributed reports whether the tables of the database are distributed.
func distributed(ctx context.Context, q querier) (bool, error) {
	if has, err := hasCitus(ctx, q); !has {
		return false, err
	}
	var n int
	err := queryRow(ctx, q, isDistributed).Scan(&n)
	return n > 0, err
}

// distributeNew distributes the tables that migrations made: in a cluster whose tables are distributed, and in a cluster
// whose database was empty.
func distributeNew(ctx context.Context, q querier, wasEmpty bool) error {
	if has, err := hasCitus(ctx, q); !has {
		return err
	}
	if !wasEmpty {
		if is, err := distributed(ctx, q); !is {
			return err
		}
	}
	return distribute(ctx, q)
}

// distribute gives all tables that the cluster does not know yet their kinds, in the transaction of q.
func distribute(ctx context.Context, q querier) error {
	// Without it, tables that refer to each other could not be made in one transaction.
	if _, err := q.exec(ctx, `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`); err != nil {
		return err
	}
	for _, table := range distributionOrder() {
		var known int
		err := queryRow(ctx, q, `SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)`, table).Scan(&known)
		if err == nil && known == 0 {
			err = distributeTable(ctx, q, table)
		}
		if err != nil {
			return fmt.Errorf("distribute %s: %w", table, err)
		}
	}
	return nil
}

// distributionOrder are the tables in the order in which they are distributed: accounts first, to which others refer,
// and orders before those that are stored with them.
func distributionOrder() []string {
	first := []string{"accounts", "orders"}
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(citusTables)), func(name string) bool { return slices.Contains(first, name) })
	return append(first, rest...)
}

func distributeTable(ctx context.Context, q querier, table string) (err error) {
	switch column := citusTables[table]; {
	case column == citusReference:
		_, err = q.exec(ctx, `SELECT create_reference_table($1)`, table)
	case column == "account_id" && table != "orders":
		_, err = q.exec(ctx, `SELECT create_distributed_table($1, $2, colocate_with => 'orders')`, table, column)
	default:
		_, err = q.exec(ctx, `SELECT create_distributed_table($1, $2, colocate_with => 'none')`, table, column)
	}
	return err
}

// noteDistribution finds out whether the tables are distributed.
func (s *Store) noteDistribution(ctx context.Context) error {
	is, err := distributed(ctx, s.reads)
	if err == nil {
		s.servers.distributed.Store(is)
	}
	return err
}

// markShards commits a mark on each server of a cluster, see markCommit. It returns when all are durable.
func markShards(ctx context.Context, q querier) error {
	var failed string
	err := queryRow(ctx, q, `SELECT coalesce(min(coalesce(result, '')), '') FROM run_command_on_all_nodes($1) WHERE NOT success`, markCommit).
		Scan(&failed)
	if err == nil && failed != "" {
		err = fmt.Errorf("%w: write a mark on a server of the cluster: %s", ErrUnavailable, failed)
	}
	return err
}
