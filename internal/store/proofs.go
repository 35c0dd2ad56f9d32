package store

import (
	"context"

	"waybill/internal/shipment"
)

// PutProof stores the proof of delivery of an order of any account, in the place of an earlier one.
// Returns ErrNotFound if no order has the tracking number.
func (s *Store) PutProof(ctx context.Context, trackingNo string, p shipment.Proof) error {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err != nil {
		return s.explain("keep a proof of delivery", err)
	}
	now := s.clock()
	if p.SignedOn.IsZero() {
		p.SignedOn = now
	}
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		noteWrite(ctx, o.AccountID)
		_, err := q.exec(ctx, `INSERT INTO proofs (account_id, order_id, name, signed_on, media_type, image, created_on)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (account_id, order_id) DO UPDATE SET name = excluded.name, signed_on = excluded.signed_on,
				media_type = excluded.media_type, image = excluded.image, created_on = excluded.created_on`,
			o.AccountID, o.OrderID, p.Name, micros(p.SignedOn), p.MediaType, p.Image, micros(now))
		if err != nil {
			return err
		}
		return s.auditOrder(ctx, q, orderChange{
			o.AccountID, o.TrackingNo, "proof", nil, auditedProof{p.MediaType, len(p.Image), p.SignedOn},
		})
	})
	return s.explain("keep a proof of delivery", err)
}

// Proof returns the proof of delivery of an order, with its picture; accountID 0 is any account.
// Returns ErrNotFound if there is none, or the order belongs to another account.
func (s *Store) Proof(ctx context.Context, accountID int64, trackingNo string) (shipment.Proof, error) {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err == nil && accountID != 0 && o.AccountID != accountID {
		err = ErrNotFound
	}
	if err != nil {
		return shipment.Proof{}, s.explain("find a proof of delivery", err)
	}
	proof, err := first(s.selectProofs(ctx, "image", o.AccountID, o.OrderID))
	return proof, s.explain("find a proof of delivery", err)
}

// withoutImage stands for the picture where it is not wanted.
const withoutImage = "NULL"

// selectProofs returns the proof of an order, if there is one.
func (s *Store) selectProofs(ctx context.Context, image string, accountID, orderID int64) ([]shipment.Proof, error) {
	rows, err := s.reads.query(ctx, `SELECT name, signed_on, media_type, `+image+` FROM proofs
		WHERE account_id = $1 AND order_id = $2`, accountID, orderID)
	return collect(rows, err, func(row scanner, p *shipment.Proof) error {
		var signedOn int64
		err := row.Scan(&p.Name, &signedOn, &p.MediaType, &p.Image)
		p.SignedOn = fromMicros(signedOn)
		return err
	})
}
