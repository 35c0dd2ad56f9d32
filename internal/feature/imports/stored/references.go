package stored

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"waybill/internal/store/engine"
)

// ExistingOrder is an order that has a shipper's reference.
type ExistingOrder struct {
	TrackingNo string
	CreatedOn  time.Time
	ImportID   int64 // that created it; 0: it is not known
}

// likeRetention is how long orders without a reference are compared with those of imports.
const likeRetention = 30 * 24 * time.Hour

// OrdersLike returns, by fingerprint, an order without a reference that another import of the account has created in the last 30
// days and that is not cancelled: the newest. Fingerprints without one are missing.
func (s *Imports) OrdersLike(ctx context.Context, i Import, fingerprints []string) (map[string]ExistingOrder, error) {
	return s.existingOrders(ctx, "look for like orders", `SELECT f.fingerprint, o.tracking_no, f.created_on, f.import_id
		FROM import_fingerprints f JOIN orders o ON o.account_id = f.account_id AND o.order_id = f.order_id
		WHERE f.account_id = $1 AND f.fingerprint `+s.Store.DB.Dialect.In("$2")+` AND f.created_on > $3 AND f.import_id <> $4
			AND o.tracker_status <> 'CANCELLED' ORDER BY f.fingerprint, f.created_on`,
		i.AccountID, s.Store.DB.Dialect.List(fingerprints), engine.Micros(s.Store.DB.Now().Add(-likeRetention)), i.ImportID)
}

// OrdersOfReferences returns, by reference, an order of an account that has it and is neither cancelled nor a return:
// the newest. References without one are missing.
func (s *Imports) OrdersOfReferences(ctx context.Context, accountID int64, references []string) (map[string]ExistingOrder, error) {
	return s.existingOrders(ctx, "look for references", `SELECT shipper_order_id, tracking_no, created_on, 0 FROM orders
		WHERE account_id = $1 AND shipper_order_id `+s.Store.DB.Dialect.In("$2")+` AND is_return = 0 AND tracker_status <> 'CANCELLED'
		ORDER BY shipper_order_id, created_on`, accountID, s.Store.DB.Dialect.List(references))
}

// existingOrders returns the orders that a query selects, by its first column: the last one of each.
func (s *Imports) existingOrders(ctx context.Context, doing, query string, args ...any) (map[string]ExistingOrder, error) {
	orders, err := engine.Map(ctx, s.Store.DB.Reads, func(row engine.Scanner, by *string, e *ExistingOrder) error {
		return row.Scan(by, &e.TrackingNo, engine.At(&e.CreatedOn), &e.ImportID)
	}, query, args...)
	return orders, s.Store.DB.Explain(doing, err)
}

// maxImportMappings is how many mappings of an account are kept: those used last.
const maxImportMappings = 100

// Mapping is how an account reads files with the same headings.
type Mapping struct {
	Mapping  []byte // JSON of package importer; nil: it has not said so
	ImportID int64  // that created orders with it; 0: it is not known
}

// ImportMapping returns how an account reads files with headings of a hash; the zero Mapping if it has not said so.
func (s *Imports) ImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte) (Mapping, error) {
	var mapping string
	var m Mapping
	err := engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT mapping, import_id FROM import_mappings
		WHERE account_id = $1 AND headings_hash = $2`, accountID, headings[:]).Scan(&mapping, &m.ImportID)
	if errors.Is(err, engine.ErrNoRows) {
		return Mapping{}, nil
	}
	m.Mapping = []byte(mapping)
	return m, s.Store.DB.Explain("read a mapping", err)
}

// KeepImportMapping stores how an account reads files with headings of a hash.
func (s *Imports) KeepImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte, m Mapping) error {
	return s.Store.DB.Change(ctx, "store a mapping", func(ctx context.Context, q engine.Querier) error {
		if _, err := q.Exec(ctx, `INSERT INTO import_mappings (account_id, headings_hash, mapping, used_on, import_id)
			VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, headings_hash)
			DO UPDATE SET mapping = excluded.mapping, used_on = excluded.used_on, import_id = excluded.import_id`,
			accountID, headings[:], string(m.Mapping), engine.Micros(s.Store.DB.Now()), m.ImportID); err != nil {
			return err
		}
		return engine.Exec(ctx, q, `DELETE FROM import_mappings WHERE account_id = $1 AND used_on < (
			SELECT min(used_on) FROM (SELECT used_on FROM import_mappings WHERE account_id = $1
				ORDER BY used_on DESC LIMIT CAST($2 AS BIGINT)) AS newest)`,
			accountID, maxImportMappings)
	})
}
