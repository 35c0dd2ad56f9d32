package store

import "waybill/internal/store/engine"

// The tables that creates write to.
var (
	ordersTable = engine.NewTable("orders", "", "order_id bigint", "account_id bigint", "key_id bigint", "upload_batch_no text",
		"batch_size bigint", "tracking_no text", "service_id bigint", "is_return bigint", "shipper_order_id text", "forward_order_id bigint",
		"status_code text", "tracker_status text", "has_label bigint", "created_on bigint", "updated_on bigint",
		"record json", "rest json", "items json")
	trackingTable = engine.NewTable("tracking_numbers", "", "tracking_no text", "account_id bigint", "order_id bigint")
	prefixesTable = engine.NewTable(
		"tracking_prefixes",
		"ON CONFLICT (prefix) DO UPDATE SET issued = 2 WHERE tracking_prefixes.issued = 1",
		"prefix text",
		"issued bigint",
	)
	submissionsTable = engine.NewTable("submissions", "", "account_id bigint", "order_id bigint", "partner text", "idempotency_key text",
		"state text", "due_on bigint", "lease_owner text", "lease_token bigint", "created_on bigint", "updated_on bigint")
	responsesTable = engine.NewTable("idempotent_responses", "", "account_id bigint", "idempotency_key text", "request_hash bytea",
		"upload_batch_no text", "finished bigint", "status bigint", "body bytea", "runs_until bigint", "created_on bigint")
	replacementsTable = engine.NewTable("order_replacements", "", "account_id bigint", "order_id bigint", "replacement_id bigint")
	countsTable       = engine.NewTable("order_counts",
		"ON CONFLICT (account_id, service_id, slot) DO UPDATE SET orders = order_counts.orders + excluded.orders",
		"account_id bigint", "service_id bigint", "slot bigint", "orders bigint")
	sequencesTable = engine.NewTable("event_sequences", "", "account_id bigint", "order_id bigint", "last_sequence bigint")
	eventsTable    = engine.NewTable(
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
	importResultsTable = engine.NewTable("import_results", "", "account_id bigint", "import_id bigint", "group_no bigint",
		"upload_batch_no text",
		"first_order_id bigint", "orders bigint", "skipped bigint", "refused bigint", "row_nos text", "created_on bigint")
	importProblemsTable = engine.NewTable("import_problems", "", "account_id bigint", "import_id bigint", "row_no bigint", "late bigint",
		"refused bigint", "problems text", "cells text")
	importFingerprintsTable = engine.NewTable("import_fingerprints", "", "account_id bigint", "order_id bigint", "import_id bigint",
		"fingerprint text", "created_on bigint")
	deliveriesTable = engine.NewTable("deliveries", "", "account_id bigint", "endpoint_id bigint", "order_id bigint", "sequence bigint",
		"state text", "due_on bigint", "event_on bigint", "updated_on bigint")
)

// The tables of the audit log. An entry's seq is how many of its account follow it in the transaction.
var (
	auditSequencesTable = engine.NewTable("audit_sequences",
		"ON CONFLICT (account_id) DO UPDATE SET last_seq = audit_sequences.last_seq + excluded.last_seq", "account_id bigint", "last_seq bigint")
	auditLogTable = engine.NewNumberedTable("audit_log", "seq", "audit_sequences", "last_seq", "account_id", "account_id bigint", "seq bigint",
		"created_on bigint", "actor_kind text", "actor text", "action text", "subject_kind text", "subject text", "old_value text",
		"new_value text")
)

// The tables of the search index.
var (
	searchQueueTable  = engine.NewTable("search_queue", "", "order_id bigint", "account_id bigint", "orders bigint", "created_on bigint")
	searchOrdersTable = engine.NewTable("search_orders", "", "account_id bigint", "seq bigint", "order_id bigint")
	searchTermsTable  = engine.NewTable("search_terms", "",
		"account_id bigint", "bucket bigint", "term text", "first_seq bigint", "seqs bytea")
)

// The tables that imports write to besides.
var (
	importGroupsTable      = engine.NewTable("import_groups", "", "account_id bigint", "import_id bigint", "group_no bigint", "orders bytea")
	importCorrectionsTable = engine.NewTable("import_corrections",
		"ON CONFLICT (account_id, import_id, row_no, column_no) DO UPDATE SET text = excluded.text",
		"account_id bigint", "import_id bigint", "row_no bigint", "column_no bigint", "text text")
	importFilesTable = engine.NewTable("import_files", "", "account_id bigint", "import_id bigint", "part bigint", "content bytea")
)

// insertOrder is the order of the statements. Tables where groups can wait for each other come first,
// and tables with locks that are held until the commit come last.
var insertOrder = []*engine.Table{
	&responsesTable,
	&replacementsTable,
	&importResultsTable,
	&importProblemsTable,
	&importFingerprintsTable,
	&trackingTable,
	&prefixesTable,
	&ordersTable,
	&searchQueueTable,
	&submissionsTable,
	&holdsTable,
	&sequencesTable,
	&eventsTable,
	&deliveriesTable,
	&countsTable,
	&auditSequencesTable,
	&auditLogTable,
}
