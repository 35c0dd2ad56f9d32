package store

import (
	"fmt"
	"strings"
)

// table is a table that creates write to.
type table struct {
	name    string
	columns []string // each with its PostgreSQL type: "order_id bigint"
	one     string   // inserts a row, an argument each column
	many    string   // PostgreSQL: inserts rows, an array each column
}

// newTable makes the statements; onConflict is their end.
func newTable(name, onConflict string, columns ...string) table {
	names, params, arrays := make([]string, len(columns)), make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		column, kind, _ := strings.Cut(c, " ")
		names[i] = column
		params[i] = fmt.Sprintf("$%d", i+1)
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, kind)
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	return table{
		name:    name,
		columns: columns,
		one:     into + "VALUES (" + strings.Join(params, ", ") + ") " + onConflict,
		many: into + "SELECT " + strings.Join(names, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") +
			") AS new (" + strings.Join(names, ", ") + ") " + onConflict,
	}
}

// The tables that creates write to.
var (
	ordersTable = newTable("orders", "", "order_id bigint", "account_id bigint", "key_id bigint", "upload_batch_no text",
		"batch_size bigint", "tracking_no text", "service_id bigint", "is_return bigint", "shipper_order_id text", "forward_order_id bigint",
		"status_code text", "tracker_status text", "has_label bigint", "created_on bigint", "updated_on bigint",
		"record json", "rest json", "items json")
	trackingTable = newTable("tracking_numbers", "", "tracking_no text", "account_id bigint", "order_id bigint")
	prefixesTable = newTable(
		"tracking_prefixes",
		"ON CONFLICT (prefix) DO UPDATE SET issued = 2 WHERE tracking_prefixes.issued = 1",
		"prefix text",
		"issued bigint",
	)
	submissionsTable = newTable("submissions", "", "account_id bigint", "order_id bigint", "partner text", "idempotency_key text",
		"state text", "due_on bigint", "lease_owner text", "lease_token bigint", "created_on bigint", "updated_on bigint")
	responsesTable = newTable("idempotent_responses", "", "account_id bigint", "idempotency_key text", "request_hash bytea",
		"upload_batch_no text", "finished bigint", "status bigint", "body bytea", "runs_until bigint", "created_on bigint")
	countsTable = newTable("order_counts",
		"ON CONFLICT (account_id, service_id, slot) DO UPDATE SET orders = order_counts.orders + excluded.orders",
		"account_id bigint", "service_id bigint", "slot bigint", "orders bigint")
	sequencesTable = newTable("event_sequences", "", "account_id bigint", "order_id bigint", "last_sequence bigint")
	eventsTable    = newTable(
		"events",
		"",
		"account_id bigint",
		"order_id bigint",
		"sequence bigint",
		"type text",
		"tracking_no text",
		"data text",
		"created_on bigint",
	)
	importResultsTable = newTable("import_results", "", "account_id bigint", "import_id bigint", "group_no bigint", "upload_batch_no text",
		"first_order_id bigint", "orders bigint", "skipped bigint", "refused bigint", "row_nos text", "created_on bigint")
	importProblemsTable = newTable("import_problems", "", "account_id bigint", "import_id bigint", "row_no bigint", "late bigint",
		"refused bigint", "problems text", "cells text")
	deliveriesTable = newTable("deliveries", "", "account_id bigint", "endpoint_id bigint", "order_id bigint", "sequence bigint",
		"state text", "due_on bigint", "event_on bigint", "updated_on bigint")
)

// The tables of the search index.
var (
	searchQueueTable  = newTable("search_queue", "", "order_id bigint", "account_id bigint", "orders bigint", "created_on bigint")
	searchOrdersTable = newTable("search_orders", "", "account_id bigint", "seq bigint", "order_id bigint")
	searchTermsTable  = newTable("search_terms", "", searchTermsColumns...)
	// searchTermsUpsert is for orders that are in the index: PostgreSQL inserts more slowly where rows may be there already.
	searchTermsUpsert  = newTable("search_terms", "ON CONFLICT (account_id, bucket, term, first_seq) DO NOTHING", searchTermsColumns...)
	searchTermsColumns = []string{"account_id bigint", "bucket bigint", "term text", "first_seq bigint", "seqs bytea"}
)

// The tables that imports write to besides.
var (
	importGroupsTable = newTable("import_groups", "", "account_id bigint", "import_id bigint", "group_no bigint", "orders bytea")
	importFilesTable  = newTable("import_files", "", "account_id bigint", "import_id bigint", "part bigint", "content bytea")
)
