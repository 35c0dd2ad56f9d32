package store

import (
	"context"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// PutProof stores the proof of delivery of an order of any account, in the place of an earlier one.
// Returns ErrNotFound if no order has the tracking number, and ErrErased.
func (s *Store) PutProof(ctx context.Context, trackingNo string, p shipment.Proof) error {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err != nil {
		return s.DB.Explain("keep a proof of delivery", err)
	}
	if !o.ErasedOn.IsZero() {
		return ErrErased
	}
	now := s.DB.Now()
	if p.SignedOn.IsZero() {
		p.SignedOn = now
	}
	return s.DB.Change(ctx, "keep a proof of delivery", func(ctx context.Context, q engine.Querier) error {
		engine.NoteWrite(ctx, o.AccountID)
		_, err := q.Exec(ctx, `INSERT INTO proofs (account_id, order_id, name, signed_on, media_type, image, created_on)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (account_id, order_id) DO UPDATE SET name = excluded.name, signed_on = excluded.signed_on,
				media_type = excluded.media_type, image = excluded.image, created_on = excluded.created_on`,
			o.AccountID, o.OrderID, p.Name, engine.Micros(p.SignedOn), p.MediaType, p.Image, engine.Micros(now))
		if err != nil {
			return err
		}
		return s.auditOrder(ctx, q, orderChange{
			o.AccountID, o.TrackingNo, "proof", nil, auditedProof{p.MediaType, len(p.Image), p.SignedOn},
		})
	})
}

// Proof returns the proof of delivery of an order, with its picture; AccountID 0 is any account.
// Returns ErrNotFound if there is none, or the order belongs to another account.
func (s *Store) Proof(ctx context.Context, accountID int64, trackingNo string) (shipment.Proof, error) {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err == nil && accountID != 0 && o.AccountID != accountID {
		err = engine.ErrNotFound
	}
	if err != nil {
		return shipment.Proof{}, s.DB.Explain("find a proof of delivery", err)
	}
	proof, err := engine.First(s.selectProofs(ctx, "image", o.AccountID, o.OrderID))
	return proof, s.DB.Explain("find a proof of delivery", err)
}

// withoutImage stands for the picture where it is not wanted.
const withoutImage = "NULL"

// selectProofs returns the proof of an order, if there is one.
func (s *Store) selectProofs(ctx context.Context, image string, accountID, orderID int64) ([]shipment.Proof, error) {
	return engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, p *shipment.Proof) error {
		return row.Scan(&p.Name, engine.At(&p.SignedOn), &p.MediaType, &p.Image)
	}, `SELECT name, signed_on, media_type, `+image+` FROM proofs
		WHERE account_id = $1 AND order_id = $2`, accountID, orderID)
}
