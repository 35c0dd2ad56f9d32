package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// ExistingOrder is an order that has a shipper's reference.
type ExistingOrder struct {
	TrackingNo string
	CreatedOn  time.Time
}

// OrdersOfReferences returns, by reference, an order of an account that has it and is neither cancelled nor a return:
// the newest. References without one are missing.
func (s *Store) OrdersOfReferences(ctx context.Context, accountID int64, references []string) (map[string]ExistingOrder, error) {
	type found struct {
		reference string
		ExistingOrder
	}
	rows, err := s.reads.query(ctx, `SELECT shipper_order_id, tracking_no, created_on FROM orders
		WHERE account_id = $1 AND shipper_order_id `+s.dialect.in("$2")+` AND is_return = 0 AND tracker_status <> 'CANCELLED'
		ORDER BY created_on`, accountID, s.dialect.list(references))
	all, err := collect(rows, err, func(row scanner, f *found) error {
		var createdOn int64
		err := row.Scan(&f.reference, &f.TrackingNo, &createdOn)
		f.CreatedOn = fromMicros(createdOn)
		return err
	})
	byReference := make(map[string]ExistingOrder, len(all))
	for _, f := range all {
		byReference[f.reference] = f.ExistingOrder
	}
	return byReference, s.explain("look for references", err)
}

// maxImportMappings is how many mappings of an account are kept: those used last.
const maxImportMappings = 100

// ImportMapping returns how an account reads files with headings of a hash, as JSON of package importer; nil if it has not
// said so.
func (s *Store) ImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte) ([]byte, error) {
	var mapping string
	err := queryRow(ctx, s.reads, `SELECT mapping FROM import_mappings WHERE account_id = $1 AND headings_hash = $2`,
		accountID, headings[:]).Scan(&mapping)
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	return []byte(mapping), s.explain("read a mapping", err)
}

// KeepImportMapping stores how an account reads files with headings of a hash.
func (s *Store) KeepImportMapping(ctx context.Context, accountID int64, headings [sha256.Size]byte, mapping []byte) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		if _, err := q.exec(ctx, `INSERT INTO import_mappings (account_id, headings_hash, mapping, used_on) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id, headings_hash) DO UPDATE SET mapping = excluded.mapping, used_on = excluded.used_on`,
			accountID, headings[:], string(mapping), micros(s.clock())); err != nil {
			return err
		}
		_, err := q.exec(ctx, `DELETE FROM import_mappings WHERE account_id = $1 AND used_on < (
			SELECT min(used_on) FROM (SELECT used_on FROM import_mappings WHERE account_id = $1
				ORDER BY used_on DESC LIMIT CAST($2 AS BIGINT)) AS newest)`,
			accountID, maxImportMappings)
		return err
	})
	return s.explain("store a mapping", err)
}
