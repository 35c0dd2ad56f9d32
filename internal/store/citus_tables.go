package store

// citusReference is the kind of a table of which every server of a Citus cluster has all rows.
const citusReference = "reference"

// citusTables are all tables and how a Citus cluster stores them: the column whose hash decides on which server a row
// is, or citusReference. Tables that grow with orders are distributed by account, so that a transaction about orders of
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

	"tracking_numbers": "tracking_no",

	"schema_migrations": citusReference,
	"secrets":           citusReference,
	"environment":       citusReference,
	"deployment":        citusReference,
	"accounts":          citusReference,
	"api_keys":          citusReference,
	"services":          citusReference,
	"partners":          citusReference,
	"partner_nonces":    citusReference,
	"webhook_endpoints": citusReference,
	"counters":          citusReference,
	"tracking_prefixes": citusReference,
	"rules":             citusReference,
	"label_settings":    citusReference,
	"order_templates":   citusReference,
	"users":             citusReference,
	"memberships":       citusReference,
	"user_links":        citusReference,
	"sessions":          citusReference,
	"search_index":      citusReference,
	"user_identities":   citusReference,
	"provider_sign_ins": citusReference,

	"passkeys":           citusReference,
	"passkey_challenges": citusReference,
}
