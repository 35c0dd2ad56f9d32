package store

import "strings"

// privacyClass says what becomes of a column when the personal data of an order are erased.
type privacyClass string

const (
	rowGoes   privacyClass = "deleted" // the rows of the order are deleted
	textGoes  privacyClass = "blanked" // it is set to '' in the rows of the order
	codeGoes  privacyClass = "own"     // EraseOrders has code of its own for it, or the search index
	expires   privacyClass = "expires" // orders are not erased before it has expired
	ofAccount privacyClass = "account" // an account or the operator wrote it; it is not about an order
	ofUsers   privacyClass = "users"   // about people who use the console, and who changed what
	noPerson  privacyClass = "none"    // says nothing of a person
)

// privacyTable has every column of text, JSON or bytes. docs/privacy.md explains it.
var privacyTable = parsePrivacy(`
orders              own      record rest items partner_label
orders              none     upload_batch_no tracking_no shipper_order_id hawb_no status_code tracker_status
tracking_numbers    none     tracking_no
submissions         blanked  message
submissions         none     partner idempotency_key state lease_owner error_class hawb_no
submission_attempts blanked  message request response
submission_attempts none     kind outcome
cancellations       blanked  message
cancellations       none     partner idempotency_key state lease_owner error_class
partner_labels      deleted  partner idempotency_key state lease_owner error_class message format blob
unused_files        expires  blob
tracking_events     blanked  text place
tracking_events     none     status country source source_event_id
journeys            none     journey
proofs              deleted  name media_type image
events              deleted  type tracking_no data
deliveries          deleted  state lease_owner last_error last_answer
label_prints        users    printed_by
search_terms        own      term seqs
idempotent_responses expires body
idempotent_responses none    idempotency_key request_hash upload_batch_no
imports             account  file_name options report message
imports             none     state idempotency_key file_hash
import_queues       none     lease_owner
import_files        own      content
import_groups       own      orders
import_problems     own      problems cells
import_results      none     upload_batch_no row_nos
import_mappings     account  mapping
import_mappings     none     headings_hash
order_templates     account  name template
audit_log           own      old_value new_value
audit_log           users    actor
audit_log           none     actor_kind action subject_kind subject
accounts            account  name tracking_prefix timezone language customs
api_keys            account  name secret_hash
services            account  name origin destination category partner customs
partners            account  name base_url secret old_secret
partner_nonces      none     partner nonce
webhook_endpoints   account  url description event_types basic_username basic_password secret old_secret disabled_reason
rules               account  rule_id rule
label_settings      account  subject_kind settings
users               users    email name operator_role language timezone password_hash
memberships         users    role
user_links          users    token_hash purpose
sessions            users    token_hash address agent opened_by
user_identities     users    issuer subject
provider_sign_ins   users    token_hash next
passkeys            users    credential_id name relying_party public_key transports
passkey_challenges  users    challenge
search_index        none     lease_owner
customs_retention   none     country
tracking_prefixes   none     prefix
counters            none     name
secrets             none     tracking_key label_key
environment         none     name
deployment          none     pause
schema_migrations   none     name checksum
`)

// privacyLine is a line of privacyTable.
type privacyLine struct {
	table   string
	class   privacyClass
	columns []string
}

func parsePrivacy(text string) (lines []privacyLine) {
	for line := range strings.Lines(strings.TrimSpace(text)) {
		words := strings.Fields(line)
		lines = append(lines, privacyLine{words[0], privacyClass(words[1]), words[2:]})
	}
	return lines
}

// ofOrders is the condition of the rows of a table that belong to the orders $2 of the account $1.
func (l privacyLine) ofOrders(s *Store) string { return ofOrders(s, l.table) }

func ofOrders(s *Store, table string) string {
	switch in := ` AND order_id ` + s.DB.Dialect.In("$2"); table {
	case "orders":
		return s.DB.Dialect.Account + ` = $1` + in
	case "deliveries": // its key begins with the endpoint
		return `account_id = $1 AND endpoint_id IN (SELECT endpoint_id FROM webhook_endpoints WHERE account_id = $1)` + in
	default:
		return `account_id = $1` + in
	}
}

// erasing is the statement that erases the columns from orders; "" if that needs none.
func (l privacyLine) erasing(s *Store) string {
	switch l.class {
	case rowGoes:
		return `DELETE FROM ` + l.table + ` WHERE ` + l.ofOrders(s)
	case textGoes:
		return `UPDATE ` + l.table + ` SET ` + strings.Join(l.columns, ` = '', `) + ` = '' WHERE ` + l.ofOrders(s)
	default:
		return ""
	}
}

// orderTables are all tables with rows of orders, but tracking_numbers: numbers are never issued again.
var orderTables = strings.Fields(`submissions submission_attempts cancellations partner_labels tracking_events journeys proofs
	deliveries events event_sequences label_prints search_orders search_queue orders`)
