package store

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
}

// OrdersOfReferences returns, by reference, an order of an account that has it and is neither cancelled nor a return:
// the newest. References without one are missing.
func (s *Imports) OrdersOfReferences(ctx context.Context, accountID int64, references []string) (map[string]ExistingOrder, error) {
	type found struct {
		reference string
		ExistingOrder
	}
	rows, err := s.store.DB.Reads.Query(ctx, `SELECT shipper_order_id, tracking_no, created_on FROM orders
		WHERE account_id = $1 AND shipper_order_id `+s.store.DB.Dialect.In("$2")+` AND is_return = 0 AND tracker_status <> 'CANCELLED'
		ORDER BY created_on`, accountID, s.store.DB.Dialect.List(references))
	all, err := engine.Collect(rows, err, func(row engine.Scanner, f *found) error {
		var createdOn int64
		err := row.Scan(&f.reference, &f.TrackingNo, &createdOn)
		f.CreatedOn = engine.FromMicros(createdOn)
		return err
	})
	byReference := make(map[string]ExistingOrder, len(all))
	for _, f := range all {
		byReference[f.reference] = f.ExistingOrder
	}
	return byReference, s.store.DB.Explain("look for references", err)
}

// maxImportMappings is how many mappings of an account are kept: those used last.
const maxImportMappings = 100

// ImportMapping returns how an account reads files with headings of a hash, as JSON of package importer; nil if it has not
// said so.
func (s *Imports) ImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte) ([]byte, error) {
	var mapping string
	err := engine.QueryRow(ctx, s.store.DB.Reads, `SELECT mapping FROM import_mappings WHERE account_id = $1 AND headings_hash = $2`,
		accountID, headings[:]).Scan(&mapping)
	if errors.Is(err, engine.ErrNoRows) {
		return nil, nil
	}
	return []byte(mapping), s.store.DB.Explain("read a mapping", err)
}

// KeepImportMapping stores how an account reads files with headings of a hash.
func (s *Imports) KeepImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte, mapping []byte) error {
	err := s.store.write(ctx, func(ctx context.Context, q engine.Querier) error {
		if _, err := q.Exec(ctx, `INSERT INTO import_mappings (account_id, headings_hash, mapping, used_on) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id, headings_hash) DO UPDATE SET mapping = excluded.mapping, used_on = excluded.used_on`,
			accountID, headings[:], string(mapping), engine.Micros(s.store.DB.Now())); err != nil {
			return err
		}
		_, err := q.Exec(ctx, `DELETE FROM import_mappings WHERE account_id = $1 AND used_on < (
			SELECT min(used_on) FROM (SELECT used_on FROM import_mappings WHERE account_id = $1
				ORDER BY used_on DESC LIMIT CAST($2 AS BIGINT)) AS newest)`,
			accountID, maxImportMappings)
		return err
	})
	return s.store.DB.Explain("store a mapping", err)
}
