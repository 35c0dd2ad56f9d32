package stored

import (
	"cmp"
	"context"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// The outcomes of a scan of a parcel into a bag.
const (
	Added     = "added"
	Unchanged = "unchanged" // it is in the bag
	Refused   = "refused"
)

// Scan is what came of a scan of a parcel into a bag.
type Scan struct {
	Outcome    string
	Message    problem.Message
	TrackingNo string
	Bag        Bag
}

// AddToBag puts the parcel of an order into a bag, by the actor of ctx. scan names the scan: one that is sent again has the same result.
// The outcomes are added, unchanged and refused. Returns store.ErrNotFound.
func (s *Store) AddToBag(ctx context.Context, bagID int64, o *shipment.Order, scan string) (done Scan, err error) {
	err = s.WithParcel(ctx, "put a parcel into a bag", o.AccountID, o.OrderID,
		func(ctx context.Context, q engine.Querier, p *store.Parcel) error {
			b, err := s.lockBag(ctx, q, o.AccountID, bagID)
			if err == nil {
				done, err = s.addScanned(ctx, q, &b, p, o.Weight, scan)
			}
			done.Bag = b
			return err
		})
	done.TrackingNo = o.TrackingNo
	return done, err
}

// addScanned puts a parcel of a weight into a bag unless something is against it.
func (s *Store) addScanned(
	ctx context.Context, q engine.Querier, b *Bag, p *store.Parcel, weight shipment.Thousandths, scan string,
) (Scan, error) {
	added := Scan{Outcome: Added, Message: problem.BagAdded}
	var in int64
	var name, state string
	err := engine.QueryRow(ctx, q, `SELECT p.bag_id, p.scan, b.state FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
		WHERE p.account_id = $1 AND p.order_id = $2 AND p.emptied = 0`, p.AccountID, p.OrderID).Scan(&in, &name, &state)
	err = engine.OrNothing(err)
	if err == nil && state == string(BagEmptied) { // which has not come to this account
		err = emptyBag(ctx, q, p.AccountID, in)
		in = 0
	}
	switch {
	case err != nil:
		return Scan{}, err
	case in == b.BagID && name == scan && scan != "":
		return added, nil
	case in == b.BagID && !Kept(p).IsZero(): // since it was put into it
		return Scan{Outcome: Refused, Message: Kept(p)}, nil
	case in == b.BagID:
		return Scan{Outcome: Unchanged, Message: problem.BagRepeated}, nil
	case in != 0:
		return Scan{Outcome: Refused, Message: problem.BagOther.With(BagNumber(in))}, nil
	}
	refused := refusal(b, p)
	reasons, err := engine.Values[string](ctx, q, notLoaded, p.AccountID, p.OrderID)
	if len(reasons) > 0 { // also if somebody lifted the stop
		refused = cmp.Or(refused, problem.HubStopped.With(cmp.Or(reasons[0], doNotLoad)))
	}
	if err != nil || !refused.IsZero() {
		return Scan{Outcome: Refused, Message: refused}, err
	}
	return added, engine.Exec(ctx, q, `INSERT INTO bag_parcels
		(account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied) VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
		p.AccountID, p.OrderID, b.BagID, int64(weight), engine.Micros(s.DB.Now()), audit.ActorOf(ctx).Name, scan)
}

// refusal is what is against a parcel in a bag.
func refusal(b *Bag, p *store.Parcel) problem.Message {
	switch {
	case b.State != BagOpen:
		return problem.BagNotOpen.With(b.Number())
	case p.TrackerStatus == shipment.Cancelled:
		return problem.HubCancelled
	case p.TrackerStatus.Final(), !p.ErasedOn.IsZero():
		return problem.HubEnded
	case p.Stop != "":
		return problem.HubStopped.With(p.Stop)
	case p.Hold != nil:
		return problem.HubHeld.With(p.Hold.Reason)
	case b.ServiceID != 0 && b.ServiceID != p.ServiceID:
		return problem.BagService
	}
	return problem.Message{}
}

// RemoveFromBag takes the parcel of an order out of a bag that is open, by the actor of ctx. Returns store.ErrNotFound, and a conflict.
func (s *Store) RemoveFromBag(ctx context.Context, bagID int64, o *shipment.Order) error {
	return s.DB.Change(ctx, "take a parcel out of a bag", func(ctx context.Context, q engine.Querier) error {
		b, err := s.lockBag(ctx, q, o.AccountID, bagID)
		if err == nil && b.State != BagOpen {
			err = notInState(&b)
		}
		if err == nil && b.ConsignmentID != 0 {
			err = s.carrying(ctx, q, b.ConsignmentID)
		}
		if err != nil {
			return err
		}
		err = engine.UpdateOne(ctx, q, store.ErrNotFound, `DELETE FROM bag_parcels WHERE account_id = $1 AND order_id = $2 AND bag_id = $3`,
			o.AccountID, o.OrderID, bagID)
		return cmp.Or(err, s.Audit.Record(ctx, q, audit.Change{ // by account, as the parcel is
			AccountID: o.AccountID, Action: "remove", SubjectKind: audit.SubjectOrder, Subject: o.TrackingNo, Old: struct {
				Bag string `json:"bag"`
			}{b.Number()},
		}))
	})
}

// Listed is a parcel of a bag.
type Listed struct {
	AccountID, OrderID, BagID int64
	TrackingNo                string
	Weight                    shipment.Thousandths
	ScannedOn                 time.Time
	ScannedBy                 string
	Answer                    string // of customs before loading; "": none
	request.Customs
	TrackerStatus shipment.TrackerStatus
	Stop          string // why the operator stops it; "": nothing does
}

// Place is where a parcel stands in a list by bag, account and order.
type Place struct{ BagID, AccountID, OrderID int64 }

// Place is where the parcel stands.
func (p *Listed) Place() Place { return Place{p.BagID, p.AccountID, p.OrderID} }

func scanListed(row engine.Scanner, p *Listed) error {
	return scanDocument(row, &p.Customs, &p.AccountID, &p.OrderID, &p.BagID, &p.TrackingNo, &p.Weight, engine.At(&p.ScannedOn), &p.ScannedBy,
		&p.Answer, &p.Stop, &p.TrackerStatus)
}

// BagParcels returns at most limit parcels of a bag after a place, by account and order.
func (s *Store) BagParcels(ctx context.Context, bagID int64, after Place, limit int) ([]Listed, error) {
	return engine.List(ctx, s.DB, "read the parcels of a bag", scanListed, selectListed+`p.bag_id = $1
		AND (p.account_id, p.order_id) > ($2, $3) ORDER BY p.account_id, p.order_id LIMIT CAST($4 AS BIGINT)`,
		bagID, after.AccountID, after.OrderID, limit)
}

// ConsignmentParcels returns at most limit parcels of a consignment after a place, by bag, account and order. One that was emptied out of a
// bag into another one of the consignment is in that one alone.
func (s *Store) ConsignmentParcels(ctx context.Context, consignmentID int64, after Place, limit int) ([]Listed, error) {
	return engine.List(ctx, s.DB, "read the parcels of a consignment", scanListed, selectListed+`b.consignment_id = $1
		AND (p.bag_id, p.account_id, p.order_id) > ($2, $3, $4) AND (p.emptied = 0 OR NOT EXISTS (
			SELECT 1 FROM bag_parcels n JOIN bags m ON m.bag_id = n.bag_id WHERE n.account_id = p.account_id AND n.order_id = p.order_id
			AND m.consignment_id = b.consignment_id AND (n.scanned_on, n.bag_id) > (p.scanned_on, p.bag_id)))
		ORDER BY p.bag_id, p.account_id, p.order_id LIMIT CAST($5 AS BIGINT)`,
		consignmentID, after.BagID, after.AccountID, after.OrderID, limit)
}
