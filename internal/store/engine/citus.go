package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// isDistributed selects 1 when a table is distributed in a Citus cluster or is a reference table, 0 when not. Citus also knows the tables
// that refer to a reference table: it adds them to its metadata by itself, as tables that the coordinator alone has.
const isDistributed = `SELECT count(*) FROM pg_dist_partition
	WHERE logicalrelid = to_regclass($1) AND (partmethod <> 'n' OR repmodel = 't')`

// Reference is the kind of a table that every server of a Citus cluster has whole.
const Reference = "reference"

// hasCitus reports whether the database has the extension citus.
func hasCitus(ctx context.Context, q Querier) (bool, error) {
	n, err := Value[int](ctx, q, `SELECT count(*) FROM pg_extension WHERE extname = 'citus'`)
	return n > 0, err
}

// isDistributed reports whether the tables of the database are distributed.
func (s *DB) isDistributed(ctx context.Context, q Querier) (bool, error) {
	if has, err := hasCitus(ctx, q); !has {
		return false, err
	}
	n, err := Value[int](ctx, q, isDistributed, s.schema.Anchor)
	return n > 0, err
}

// distributeNew distributes the tables that migrations made: in a cluster whose tables are distributed, and in a cluster
// whose database was empty.
func (s *DB) distributeNew(ctx context.Context, q Querier, wasEmpty bool) error {
	if has, err := hasCitus(ctx, q); !has {
		return err
	}
	if !wasEmpty {
		if is, err := s.isDistributed(ctx, q); !is {
			return err
		}
	}
	return s.distribute(ctx, q)
}

// distribute gives all tables that have none yet their kinds, in the transaction of q.
func (s *DB) distribute(ctx context.Context, q Querier) error {
	// Without it, tables that refer to each other could not be made in one transaction.
	if _, err := q.Exec(ctx, `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`); err != nil {
		return err
	}
	tables, err := Values[string](ctx, q, `SELECT relname FROM pg_class
		WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY relname`)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if s.schema.Distribution[table] == "" {
			return fmt.Errorf("no part of this program says how a cluster stores the table %s", table)
		}
	}
	for _, table := range s.distributionOrder() {
		known, err := Value[int](ctx, q, isDistributed, table)
		if err == nil && known == 0 {
			err = s.distributeTable(ctx, q, table)
		}
		if err != nil {
			return fmt.Errorf("distribute %s: %w", table, err)
		}
	}
	return nil
}

// distributionOrder are the tables in the order in which they are distributed: first those to which others refer, then
// the anchor, and then the tables that are stored with it.
func (s *DB) distributionOrder() []string {
	first := append(slices.Clone(s.schema.Parents), s.schema.Anchor)
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(s.schema.Distribution)), func(name string) bool { return slices.Contains(first, name) })
	return append(first, rest...)
}

func (s *DB) distributeTable(ctx context.Context, q Querier, table string) (err error) {
	switch column := s.schema.Distribution[table]; {
	case column == Reference:
		_, err = q.Exec(ctx, `SELECT create_reference_table($1)`, table)
	case column == "account_id" && table != s.schema.Anchor:
		_, err = q.Exec(ctx, `SELECT create_distributed_table($1, $2, colocate_with => '`+s.schema.Anchor+`')`, table, column)
	default:
		_, err = q.Exec(ctx, `SELECT create_distributed_table($1, $2, colocate_with => 'none')`, table, column)
	}
	return err
}

// noteDistribution finds out whether the tables are distributed.
func (s *DB) noteDistribution(ctx context.Context) error {
	is, err := s.isDistributed(ctx, s.Reads)
	if err == nil {
		s.servers.distributed.Store(is)
	}
	return err
}

// markShards commits a mark on each server of a cluster, see markCommit. It returns when all are durable.
func markShards(ctx context.Context, q Querier) error {
	failed, err := Value[string](ctx, q, `SELECT coalesce(min(coalesce(result, '')), '') FROM run_command_on_all_nodes($1) WHERE NOT success`,
		markCommit)
	if err == nil && failed != "" {
		err = fmt.Errorf("%w: write a mark on a server of the cluster: %s", ErrUnavailable, failed)
	}
	return err
}
