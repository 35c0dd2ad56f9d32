package store

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Part is what a feature adds to a store. What is nil, it does not have.
type Part struct {
	Tables  []Table
	Inserts []*engine.Table // that a Rider of the feature inserts into
	Facets  map[shipment.Facet]FacetTable
	// Queues are work that waits, which workers claim by lease. EndLeases makes it due at once.
	Queues []Queue
	// Waits are what waits for people, or for workers without a lease. Metrics count it.
	Waits []Queue
	// Stopped records an event of a parcel that is stopped, or whose stop is lifted, in the transaction that does it.
	Stopped func(ctx context.Context, s *Store, q engine.Querier, t shipment.EventType, stop Stop) error
	// Batches returns the upload_batch_nos of the orders that an import has created, in their order, and how many orders that are.
	// Returns ErrNotFound.
	Batches func(ctx context.Context, s *Store, accountID, importID int64) ([]string, int64, error)
	// Measured returns the last measuring of each of some orders that were measured, by order id.
	Measured ofOrdersFunc[shipment.Measuring]
	// Packings returns the parcels of some orders that were packed, by order id.
	Packings ofOrdersFunc[shipment.Packing]
	// Hubs are the hubs of the operator, by name.
	Hubs func(ctx context.Context, s *Store) ([]Place, error)
	// Placed returns the orders before an id, at most limit, that a filter selects, the newest first.
	Placed func(ctx context.Context, s *Store, f shipment.Placed, before int64, limit int) ([]int64, error)
	// Keep adds why orders, which are locked, must keep their personal data, by order id. It is asked in the transaction that would
	// erase them.
	Keep func(ctx context.Context, s *Store, q engine.Querier, accountID int64, orders []shipment.Order, reasons map[int64]string) error
	// Erase erases what Tables does not say, in the transaction that erases the orders.
	Erase func(ctx context.Context, s *Store, q engine.Querier, accountID int64, orders []shipment.Order) error
}

// Place is where parcels are, as a feature knows it.
type Place struct {
	HubID     int64            `json:"-"`
	AccountID int64            `json:"account_id"` // the operator's, which has what is scanned there and is of no account
	Name      string           `json:"name"`
	Country   shipment.Country `json:"country"`
	Disabled  bool             `json:"-"` // it takes no parcels
}

// Hubs are the hubs of the operator, by name. There are none without such a feature.
func (s *Store) Hubs(ctx context.Context) ([]Place, error) {
	for _, p := range s.parts {
		if p.Hubs != nil {
			return p.Hubs(ctx, s)
		}
	}
	return nil, nil
}

// HubPlace is where a hub of the operator is. Returns ErrNotFound.
func (s *Store) HubPlace(ctx context.Context, hubID int64) (Place, error) {
	hubs, err := s.Hubs(ctx)
	if i := slices.IndexFunc(hubs, func(h Place) bool { return h.HubID == hubID }); i >= 0 {
		return hubs[i], nil
	}
	return Place{}, cmp.Or(err, ErrNotFound)
}

// Placed is a Within of the orders that a filter selects. There are none without such a feature.
func (s *Store) Placed(f shipment.Placed) Within {
	return func(ctx context.Context, before int64, limit int) (ids []int64, end int64, err error) {
		for _, p := range s.parts {
			if p.Placed != nil {
				ids, err = p.Placed(ctx, s, f, before, limit)
			}
		}
		if len(ids) == limit {
			end = ids[limit-1]
		}
		return ids, end, err
	}
}

// FacetTable is where a feature says whether an order has a facet: it has it if the table has a row of it that fulfils a condition, "" for
// any row. The key of the table begins with the account and the order. Within is
// the condition of the rows of orders that got it from a time on and before another one, its parameters.
type FacetTable struct{ Table, Where, Within string }

// Table is a table of the database. A table that nobody names stops the erasure of its rows and the set-up of Citus.
type Table struct {
	Name string
	// Kind says how a Citus cluster stores it: by the account, by the order of an account, by the tracking number, or on all servers.
	Kind TableKind
	// Columns are the columns of text, JSON or bytes by what becomes of them when the personal data of an order are erased.
	Columns map[PrivacyClass][]string
}

// TableKind says whose rows a table has. Tables that grow with orders are distributed by account, so that transactions about orders of one
// account are on one server. Reference tables are read everywhere, and written on all servers in two phases: they are for what changes
// rarely.
type TableKind string

// The kinds of tables. Rows of orders are deleted with the order.
const (
	OfOrders   TableKind = "order"
	OfAccounts TableKind = "account"
	// byNumber are tracking_numbers: a unique constraint must contain the column. So the numbers of clients are unique among all accounts,
	// and none is ever issued again.
	byNumber  TableKind = "tracking_no"
	Reference TableKind = "reference"
)

// column is the column whose hash decides on which server of a Citus cluster a row is.
func (k TableKind) column() string {
	switch k {
	case OfOrders, OfAccounts:
		return "account_id"
	case byNumber:
		return string(byNumber)
	default:
		return engine.Reference
	}
}

// PrivacyClass says what becomes of a column when the personal data of an order are erased.
type PrivacyClass string

const (
	rowGoes   PrivacyClass = "deleted" // the rows of the order are deleted
	textGoes  PrivacyClass = "blanked" // it is set to '' in the rows of the order
	codeGoes  PrivacyClass = "own"     // EraseOrders has code of its own for it, the search index, or Part.Erase
	expires   PrivacyClass = "expires" // orders are not erased before it has expired
	ofAccount PrivacyClass = "account" // an account or the operator wrote it; it is not about an order
	ofUsers   PrivacyClass = "users"   // about people who use the console, and who changed what
	noPerson  PrivacyClass = "none"    // says nothing of a person
)

//go:embed tables.txt
var coreTables string

// ParseTables reads a list of tables: a line with the name and the kind of each, and below it lines that begin with a blank, with a class
// and its columns. Lines that begin with # are comments.
func ParseTables(text string) (tables []Table) {
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); {
		case line[0] == '#':
		case line[0] != ' ':
			tables = append(tables, Table{words[0], TableKind(words[1]), map[PrivacyClass][]string{}})
		default:
			tables[len(tables)-1].Columns[PrivacyClass(words[0])] = words[1:]
		}
	}
	return tables
}

// tablesOf are all tables: those of the core and of features. The orders are the last ones whose rows are deleted.
func tablesOf(parts []Part) []Table {
	tables := ParseTables(coreTables)
	for _, p := range parts {
		tables = append(slices.Clone(p.Tables), tables...)
	}
	return tables
}

// distribution is how a Citus cluster stores tables.
func distribution(tables []Table) map[string]string {
	by := make(map[string]string, len(tables))
	for _, t := range tables {
		by[t.Name] = t.Kind.column()
	}
	return by
}

// unnamed returns an error with the name of a table that has rows of orders of an account and that neither the core nor a feature names, so
// that nobody knows what it says of a person.
func (s *Store) unnamed(ctx context.Context, q engine.Querier, accountID int64, ids []int64) error {
	tables, err := engine.Values[string](ctx, q, s.DB.Dialect.TablesOfOrders)
	for _, name := range tables {
		if slices.ContainsFunc(s.tables, func(t Table) bool { return t.Name == name }) {
			continue
		}
		quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		found, findErr := engine.Value[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM `+quoted+` WHERE `+ofOrders(s, name)+`)`,
			accountID, s.DB.Dialect.List(ids))
		if found {
			findErr = fmt.Errorf("the table %s has rows of these orders, and no part of this program says what is personal in it", name)
		}
		err = cmp.Or(err, findErr)
	}
	return err
}

// ofOrders is the condition of the rows of a table that belong to the orders $2 of the account $1.
func ofOrders(s *Store, table string) string {
	switch in := ` AND order_id ` + s.DB.Dialect.In("$2"); table {
	case "orders":
		return s.DB.Dialect.Account + ` = $1` + in
	case "deliveries": // its key begins with the endpoint
		return `account_id = $1 AND endpoint_id IN (SELECT endpoint_id FROM webhook_endpoints WHERE account_id = $1)` + in
	case "order_replacements":
		return `account_id = $1 AND order_id IN (SELECT order_id FROM order_replacements WHERE account_id = $1` + in + `
			UNION ALL SELECT order_id FROM order_replacements WHERE account_id = $1 AND replacement_id ` + s.DB.Dialect.In("$2") + `)`
	default:
		return `account_id = $1` + in
	}
}

// erasing are the statements that erase the personal data of orders from a table.
func (t *Table) erasing(s *Store) (statements []string) {
	if t.Columns[rowGoes] != nil {
		statements = append(statements, `DELETE FROM `+t.Name+` WHERE `+ofOrders(s, t.Name))
	}
	if blanked := t.Columns[textGoes]; blanked != nil {
		statements = append(statements, `UPDATE `+t.Name+` SET `+strings.Join(blanked, ` = '', `)+` = '' WHERE `+ofOrders(s, t.Name))
	}
	return statements
}

// facet is where the facet of orders stands. No order has one that no feature knows.
func (s *Store) facet(of shipment.Facet) FacetTable {
	for _, p := range s.parts {
		if table, has := p.Facets[of]; has {
			return table
		}
	}
	if of == shipment.LabelPrinted {
		return FacetTable{Table: "label_prints", Within: "printed_on >= ? AND printed_on < ?"}
	}
	// Not 1 = 0: a planner takes a table without rows out of the query, and Citus refuses to join what is left.
	return FacetTable{Table: "order_holds", Where: "held_on < 0", Within: "held_on >= ? AND held_on < ?"}
}

// BatchesOfImport returns the upload_batch_nos of the orders that an import has created, in the order of its file, and how many orders
// that are. Returns ErrNotFound, also if there is no such feature.
func (s *Store) BatchesOfImport(ctx context.Context, accountID, importID int64) ([]string, int64, error) {
	for _, p := range s.parts {
		if p.Batches != nil {
			return p.Batches(ctx, s, accountID, importID)
		}
	}
	return nil, 0, ErrNotFound
}

// Measured returns the last measuring of each of some orders of an account that were measured, by order id.
func (s *Store) Measured(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]shipment.Measuring, error) {
	return ofPart(ctx, s, func(p *Part) ofOrdersFunc[shipment.Measuring] { return p.Measured }, accountID, orderIDs)
}

// ofOrdersFunc returns what a feature knows of some orders of an account, by order id.
type ofOrdersFunc[T any] = func(ctx context.Context, s *Store, accountID int64, orderIDs []int64) (map[int64]T, error)

// ofPart asks the feature that has a function; there is nothing without such a feature.
func ofPart[T any](ctx context.Context, s *Store, has func(*Part) ofOrdersFunc[T], account int64, ids []int64) (map[int64]T, error) {
	for i := range s.parts {
		if find := has(&s.parts[i]); find != nil && len(ids) > 0 {
			return find(ctx, s, account, ids)
		}
	}
	return map[int64]T{}, nil
}

// and is the condition of the rows behind another one.
func (t *FacetTable) and() string {
	if t.Where == "" {
		return ""
	}
	return " AND " + t.Where
}
