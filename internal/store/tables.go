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

// insertOrder is the order of the statements. Tables where groups can wait for each other come first, those of riders among them,
// and tables with locks that are held until the commit come last.
func insertOrder(parts []Part) []*engine.Table {
	order := []*engine.Table{&responsesTable, &replacementsTable}
	for _, p := range parts {
		order = append(order, p.Inserts...)
	}
	return append(order, &trackingTable, &prefixesTable, &ordersTable, &searchQueueTable, &submissionsTable, &holdsTable, &sequencesTable,
		&eventsTable, &deliveriesTable, &countsTable, &auditSequencesTable, &auditLogTable)
}
