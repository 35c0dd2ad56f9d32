package store

import (
	"strings"

	"waybill/internal/store/engine"
)

// citusTables are all tables and how a Citus cluster stores them: the column whose hash decides on which server a row
// is, or Reference. Tables that grow with orders are distributed by account, so that a transaction about orders of
// one account is on one server. tracking_numbers is distributed by number, because a unique constraint must contain
// the column; so client-supplied tracking numbers are unique among all accounts. Reference tables are read everywhere, and written on all
// servers in two phases: they are for what changes rarely.
var citusTables = kindsOfTables(map[string]string{
	"account_id": `
		orders order_counts idempotent_responses submissions submission_attempts cancellations partner_labels unused_files tracking_events
		journeys proofs event_sequences events deliveries audit_log audit_sequences imports import_queues import_files import_groups
		import_results import_problems import_mappings import_corrections import_fingerprints search_orders search_terms search_accounts
		search_queue label_prints order_changes order_replacements book_entries order_holds unmoved_events order_notes order_tags handovers
		handover_parcels packings printers print_jobs request_log request_log_sizes`,
	"tracking_no": `tracking_numbers`,
	engine.Reference: `
		schema_migrations secrets environment deployment accounts api_keys services partners partner_nonces webhook_endpoints counters
		customs_retention tracking_prefixes rules label_settings order_templates users memberships user_links sessions search_index
		user_identities provider_sign_ins passkeys passkey_challenges`,
})

// kindsOfTables are the kinds of tables by their names, of the names of each kind.
func kindsOfTables(byKind map[string]string) map[string]string {
	kinds := make(map[string]string)
	for kind, names := range byKind {
		for name := range strings.FieldsSeq(names) {
			kinds[name] = kind
		}
	}
	return kinds
}
