package parcels

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Packing is a parcel on the station of a packer, or one that was packed.
type Packing struct {
	OrderID    int64
	TrackingNo string    // of the order; not to be set
	On         time.Time // zero: it is being packed
	By         string
	Ticked     []int64              // pieces of each item, as far as they were ticked
	Weight     shipment.Thousandths // kg on the scale; 0: it was not weighed
	Scan       string               // names the last scan
}

const selectPacking = `SELECT order_id, tracking_no, packed_on, packed_by, ticked, weight, scan
	FROM packings JOIN orders USING (account_id, order_id) WHERE account_id = $1 AND `

func scanPacking(row engine.Scanner, p *Packing) error {
	var ticked string
	err := row.Scan(&p.OrderID, &p.TrackingNo, engine.At(&p.On), &p.By, &ticked, &p.Weight, &p.Scan)
	return cmp.Or(err, json.Unmarshal([]byte("["+strings.ReplaceAll(ticked, " ", ",")+"]"), &p.Ticked))
}

// packing is that of an order. Returns store.ErrNotFound.
func packing(ctx context.Context, q engine.Querier, accountID, orderID int64) (Packing, error) {
	return engine.First(engine.Collect(ctx, q, scanPacking, selectPacking+`order_id = $2`, accountID, orderID))
}

// SavePacking puts the parcel of an order of the account on the station of the actor of ctx in the place of another, or with On
// notes that it is packed. A scan that is sent again has the same result. The outcomes are packed, on_station, unchanged and refused.
// Returns store.ErrNotFound.
func (s *Parcels) SavePacking(ctx context.Context, accountID int64, p Packing) (done Scan, err error) {
	by := audit.ActorOf(ctx).Name
	err = s.Store.WithParcel(ctx, "pack a parcel", accountID, p.OrderID,
		func(ctx context.Context, q engine.Querier, parcel *store.Parcel) error {
			before, err := packing(ctx, q, accountID, p.OrderID)
			_, refused := refusal(&Handover{State: Open, ServiceID: parcel.ServiceID}, parcel)
			done = Scan{Outcome: Packed, Message: problem.Packed, TrackingNo: parcel.TrackingNo, Packing: p}
			switch {
			case err != nil && !errors.Is(err, store.ErrNotFound):
				return err
			case !before.On.IsZero():
				if done.Packing = before; before.Scan != p.Scan || before.By != by {
					done.Outcome, done.Message = Unchanged, problem.PackedBefore.With(before.By)
				}
				return nil
			case !refused.IsZero():
				done.Outcome, done.Message, done.Packing.On = Refused, refused, time.Time{}
				return nil
			case p.On.IsZero():
				done.Outcome, done.Message = OnStation, problem.OnStation
			}
			return storePacking(ctx, q, accountID, by, &p)
		})
	return done, err
}

func storePacking(ctx context.Context, q engine.Querier, accountID int64, by string, p *Packing) error {
	_, err := q.Exec(ctx, `DELETE FROM packings WHERE account_id = $1 AND packed_by = $2 AND packed_on = 0`, accountID, by)
	if err != nil {
		return err
	}
	ticked := strings.Trim(fmt.Sprint(p.Ticked), "[]")
	return engine.Exec(ctx, q, `INSERT INTO packings (account_id, order_id, packed_on, packed_by, ticked, weight, scan)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (account_id, order_id) DO UPDATE SET packed_on = excluded.packed_on, packed_by = excluded.packed_by,
			ticked = excluded.ticked, weight = excluded.weight, scan = excluded.scan`,
		accountID, p.OrderID, engine.Micros(p.On), by, ticked, int64(p.Weight), p.Scan)
}

// UndoPacking makes the parcel of an order that the actor of ctx packed one that is not packed, which the audit log keeps. Returns
// store.ErrNotFound if the actor did not pack it, and ErrTooLate if it was picked up or is on a hand-over list.
func (s *Parcels) UndoPacking(ctx context.Context, accountID, orderID int64) error {
	return s.Store.WithParcel(ctx, "undo a packing", accountID, orderID,
		func(ctx context.Context, q engine.Querier, p *store.Parcel) error {
			was, err := packing(ctx, q, accountID, orderID)
			if err == nil && (was.On.IsZero() || was.By != audit.ActorOf(ctx).Name) {
				err = store.ErrNotFound
			}
			if err != nil {
				return err
			}
			listed, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM handover_parcels WHERE account_id = $1 AND order_id = $2`,
				accountID, orderID)
			if err == nil && (listed > 0 || p.TrackerStatus.PickedUp()) {
				err = ErrTooLate
			}
			if err == nil {
				_, err = q.Exec(ctx, `DELETE FROM packings WHERE account_id = $1 AND order_id = $2`, accountID, orderID)
			}
			if err != nil {
				return err
			}
			return s.Store.AuditOrder(ctx, q, &p.Order, "unpack", auditedPacking{was.On, was.By}, nil)
		})
}

// auditedPacking is when a parcel was packed, and by whom, in the audit log when that is taken back.
type auditedPacking struct {
	On time.Time `json:"packed_on"`
	By string    `json:"packed_by"`
}

// PackingOf returns the packing of an order of an account. Returns store.ErrNotFound if it is not packed, nor being packed.
func (s *Parcels) PackingOf(ctx context.Context, accountID, orderID int64) (Packing, error) {
	p, err := packing(ctx, s.Store.DB.Reads, accountID, orderID)
	return p, s.Store.DB.Explain("read the packing of an order", err)
}

// packings returns the packed parcels of some orders, by order id.
func packings(ctx context.Context, s *store.Store, accountID int64, orderIDs []int64) (map[int64]shipment.Packing, error) {
	return engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, id *int64, p *shipment.Packing) error {
		return row.Scan(id, engine.At(&p.On), &p.By, &p.Weight)
	}, `SELECT order_id, packed_on, packed_by, weight FROM packings
		WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+` AND packed_on > 0`, accountID, s.DB.Dialect.List(orderIDs))
}

// Station returns what is on the station of the actor of ctx, the last parcel that the actor packed, and how many since a time.
// The OrderID of none is 0.
func (s *Parcels) Station(ctx context.Context, accountID int64, since time.Time) (open, last Packing, packed int64, err error) {
	by := audit.ActorOf(ctx).Name
	for into, condition := range map[*Packing]string{&open: "packed_on = 0", &last: "packed_on > 0 ORDER BY packed_on DESC"} {
		found, queryErr := engine.Collect(ctx, s.Store.DB.Reads, scanPacking,
			selectPacking+`packed_by = $2 AND `+condition+` LIMIT 1`, accountID, by)
		if err = cmp.Or(err, queryErr); len(found) > 0 {
			*into = found[0]
		}
	}
	if err == nil {
		err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT count(*) FROM packings WHERE account_id = $1 AND packed_by = $2 AND packed_on >= $3`,
			accountID, by, engine.Micros(since)).Scan(&packed)
	}
	return open, last, packed, s.Store.DB.Explain("read the station of a packer", err)
}
