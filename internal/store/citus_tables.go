package store

import "waybill/internal/store/engine"

// citusTables are all tables and how a Citus cluster stores them: the column whose hash decides on which server a row
// is, or Reference. Tables that grow with orders are distributed by account, so that a transaction about orders of
// one account is on one server. tracking_numbers is distributed by number, because a unique constraint must contain
// the column; so client-supplied tracking numbers are unique among all accounts. Reference tables are read everywhere, and written on all
// servers in two phases: they are for what changes rarely.
var citusTables = map[string]string{
	"orders":               "account_id",
	"order_counts":         "account_id",
	"idempotent_responses": "account_id",
	"submissions":          "account_id",
	"submission_attempts":  "account_id",
	"cancellations":        "account_id",
	"partner_labels":       "account_id",
	"unused_files":         "account_id",
	"tracking_events":      "account_id",
	"journeys":             "account_id",
	"proofs":               "account_id",
	"event_sequences":      "account_id",
	"events":               "account_id",
	"deliveries":           "account_id",
	"audit_log":            "account_id",
	"audit_sequences":      "account_id",
	"imports":              "account_id",
	"import_queues":        "account_id",
	"import_files":         "account_id",
	"import_groups":        "account_id",
	"import_results":       "account_id",
	"import_problems":      "account_id",
	"import_mappings":      "account_id",
	"search_orders":        "account_id",
	"search_terms":         "account_id",
	"search_accounts":      "account_id",
	"search_queue":         "account_id",
	"label_prints":         "account_id",
	"order_changes":        "account_id",
	"order_replacements":   "account_id",
	"book_entries":         "account_id",
	"order_holds":          "account_id",
	"order_notes":          "account_id",
	"order_tags":           "account_id",

	"tracking_numbers": "tracking_no",

	"schema_migrations": engine.Reference,
	"secrets":           engine.Reference,
	"environment":       engine.Reference,
	"deployment":        engine.Reference,
	"accounts":          engine.Reference,
	"api_keys":          engine.Reference,
	"services":          engine.Reference,
	"partners":          engine.Reference,
	"partner_nonces":    engine.Reference,
	"webhook_endpoints": engine.Reference,
	"counters":          engine.Reference,
	"customs_retention": engine.Reference,
	"tracking_prefixes": engine.Reference,
	"rules":             engine.Reference,
	"label_settings":    engine.Reference,
	"order_templates":   engine.Reference,
	"users":             engine.Reference,
	"memberships":       engine.Reference,
	"user_links":        engine.Reference,
	"sessions":          engine.Reference,
	"search_index":      engine.Reference,
	"user_identities":   engine.Reference,
	"provider_sign_ins": engine.Reference,

	"passkeys":           engine.Reference,
	"passkey_challenges": engine.Reference,
}
