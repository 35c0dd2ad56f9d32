package store

import (
	_ "embed"
	"strings"
)

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
var privacyTable = parsePrivacy(privacyText)

//go:embed privacy.txt
var privacyText string

// privacyLine is a line of privacyTable.
type privacyLine struct {
	table   string
	class   privacyClass
	columns []string
}

func parsePrivacy(text string) (lines []privacyLine) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		lines = append(lines, privacyLine{words[0], privacyClass(words[1]), words[2:]})
	}
	return lines
}

// ofOrders is the condition of the rows of a table that belong to the orders $2 of the account $1.
func ofOrders(s *Store, table string) string {
	switch in := ` AND order_id ` + s.DB.Dialect.In("$2"); table {
	case "orders":
		return s.DB.Dialect.Account + ` = $1` + in
	case "deliveries": // its key begins with the endpoint
		return `account_id = $1 AND endpoint_id IN (SELECT endpoint_id FROM webhook_endpoints WHERE account_id = $1)` + in
	case "order_replacements":
		return `account_id = $1 AND (order_id ` + s.DB.Dialect.In("$2") + ` OR replacement_id ` + s.DB.Dialect.In("$2") + `)`
	default:
		return `account_id = $1` + in
	}
}

// erasing is the statement that erases the columns from orders; "" if that needs none.
func (l privacyLine) erasing(s *Store) string {
	switch l.class {
	case rowGoes:
		return `DELETE FROM ` + l.table + ` WHERE ` + ofOrders(s, l.table)
	case textGoes:
		return `UPDATE ` + l.table + ` SET ` + strings.Join(l.columns, ` = '', `) + ` = '' WHERE ` + ofOrders(s, l.table)
	default:
		return ""
	}
}

// orderTables are all tables with rows of orders, but tracking_numbers: numbers are never issued again.
var orderTables = strings.Fields(`submissions submission_attempts cancellations partner_labels tracking_events journeys proofs
	deliveries events event_sequences label_prints order_holds order_changes order_replacements order_notes order_tags handover_parcels
	unmoved_events packings print_jobs search_orders import_fingerprints search_queue orders`)
