// Package stored stores the hubs of the operator and what is scanned there. A scan is a row of the parcel's account; hubs are few, and read
// by all accounts. A code that no order has is a row of the operator's account.
package stored

import (
	"cmp"
	"context"
	_ "embed"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Store stores hubs and scans. Safe for concurrent use.
type Store struct{ *store.Store }

//go:embed tables.txt
var tables string

// Part is what hubs and scans add to a store.
func Part() store.Part {
	return store.Part{Tables: store.ParseTables(tables), Measured: measured, Waits: []store.Queue{
		{Kind: "stops", Columns: "1 AS n, 0 AS due_on", Table: "order_stops", Open: "1 = 1"},
		{Kind: "unknown_scans", Columns: "1 AS n, 0 AS due_on", Table: "unknown_scans", Open: "closed_on = 0"},
	}, Hubs: func(ctx context.Context, s *store.Store) ([]store.Place, error) {
		hubs, err := (&Store{s}).Hubs(ctx)
		return each.Of(hubs, func(h Hub) store.Place {
			return store.Place{HubID: h.HubID, Name: h.Name, Country: h.Country, Disabled: !h.DisabledOn.IsZero()}
		}), err
	}}
}

// Hub is a place where the operator sorts parcels.
type Hub struct {
	HubID      int64
	AccountID  int64 // the operator's, which has what is scanned there and is not known
	Name       string
	Country    shipment.Country
	Timezone   string // IANA name
	DisabledOn time.Time
}

const hubColumns = `hub_id, account_id, name, country, timezone, disabled_on`

func scanHub(row engine.Scanner, h *Hub) error {
	return row.Scan(&h.HubID, &h.AccountID, &h.Name, (*string)(&h.Country), &h.Timezone, engine.At(&h.DisabledOn))
}

// Hubs returns all hubs, disabled ones too, by name.
func (s *Store) Hubs(ctx context.Context) ([]Hub, error) {
	return engine.List(ctx, s.DB, "list hubs", scanHub, `SELECT `+hubColumns+` FROM hubs ORDER BY name`)
}

// Hub returns a hub. Returns store.ErrNotFound.
func (s *Store) Hub(ctx context.Context, id int64) (Hub, error) {
	h, err := hub(ctx, s.DB.Reads, id)
	return h, s.DB.Explain("read a hub", err)
}

func hub(ctx context.Context, q engine.Querier, id int64) (Hub, error) {
	return engine.One(ctx, q, scanHub, `SELECT `+hubColumns+` FROM hubs WHERE hub_id = $1`, id)
}

// CreateHub stores a hub and returns it with its id. Returns store.ErrNameTaken.
func (s *Store) CreateHub(ctx context.Context, h Hub) (Hub, error) {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		if h.HubID, err = engine.Value[int64](ctx, q, `SELECT coalesce(max(hub_id), 0) + 1 FROM hubs`); err != nil {
			return err
		}
		err = engine.UpdateOne(ctx, q, store.ErrNameTaken, `INSERT INTO hubs (`+hubColumns+`) VALUES ($1, $2, $3, $4, $5, 0)
			ON CONFLICT DO NOTHING`, h.HubID, h.AccountID, h.Name, string(h.Country), h.Timezone)
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.hubSubject(h.HubID), &h)
	})
	return h, s.DB.Explain("create a hub", err)
}

// UpdateHub changes a hub by fn, which may run more than once, and returns it as it is then. Returns store.ErrNotFound,
// store.ErrNameTaken, and the error of fn, after which nothing is changed.
func (s *Store) UpdateHub(ctx context.Context, action string, id int64, fn func(*Hub)) (Hub, error) {
	return engine.Changed(ctx, s.DB, action+" a hub", func(ctx context.Context, q engine.Querier) (h Hub, err error) {
		if h, err = hub(ctx, q, id); err != nil {
			return h, err
		}
		fn(&h)
		taken, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM hubs WHERE name = $1 AND hub_id <> $2`, h.Name, id)
		if err != nil || taken > 0 {
			return h, cmp.Or(err, store.ErrNameTaken)
		}
		return h, s.Audit.Set(ctx, q, action, s.hubSubject(id), `UPDATE hubs SET name = $1, country = $2, timezone = $3, disabled_on = $4
			WHERE hub_id = $5`, h.Name, string(h.Country), h.Timezone, engine.Micros(h.DisabledOn), id)
	})
}

func (s *Store) hubSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectHub, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			Name       string     `json:"name"`
			Country    string     `json:"country"`
			Timezone   string     `json:"timezone"`
			DisabledOn audit.Time `json:"disabled_on"`
		}
		err := engine.QueryRow(ctx, q, `SELECT name, country, timezone, disabled_on FROM hubs WHERE hub_id = $1`+s.DB.Dialect.ForUpdate, id).
			Scan(&v.Name, &v.Country, &v.Timezone, audit.At(&v.DisabledOn))
		return 0, v, engine.NotFound(err)
	})
}

// Scan is what was seen of a parcel in a hub.
type Scan struct {
	AccountID, OrderID, HubID int64
	Name                      string // of the scan, which may be sent again
	Activity                  shipment.Activity
	On                        time.Time
	ActorKind, Actor          string
	Weight                    shipment.Thousandths // kg; 0: it was not weighed
	Length, Width, Height     shipment.Hundredths  // cm; 0: it was not measured
}

// Repeats reports whether a scan saw what the last one of its parcel saw.
func (s *Scan) Repeats(last *Scan) bool {
	return s.HubID == last.HubID && s.Activity == last.Activity && s.Weight == last.Weight && s.Length == last.Length &&
		s.Width == last.Width && s.Height == last.Height
}

const scanColumns = `account_id, scan, order_id, hub_id, activity, scanned_on, actor_kind, actor, weight, length, width, height`

func scanScan(row engine.Scanner, s *Scan) error {
	return row.Scan(&s.AccountID, &s.Name, &s.OrderID, &s.HubID, (*string)(&s.Activity), engine.At(&s.On), &s.ActorKind, &s.Actor, &s.Weight,
		&s.Length, &s.Width, &s.Height)
}

// Known returns the scan of an account that has a name. Returns store.ErrNotFound.
func (s *Store) Known(ctx context.Context, q engine.Querier, accountID int64, name string) (Scan, error) {
	return engine.One(ctx, q, scanScan, `SELECT `+scanColumns+` FROM hub_scans WHERE account_id = $1 AND scan = $2`, accountID, name)
}

// LastBefore returns the last scan of an order up to a time. Returns store.ErrNotFound.
func (s *Store) LastBefore(ctx context.Context, q engine.Querier, accountID, orderID int64, on time.Time) (Scan, error) {
	return engine.One(ctx, q, scanScan, `SELECT `+scanColumns+` FROM hub_scans WHERE account_id = $1 AND order_id = $2 AND scanned_on <= $3
		ORDER BY scanned_on DESC, scan DESC LIMIT 1`, accountID, orderID, engine.Micros(on))
}

// Add stores a scan in the transaction that records it.
func (s *Store) Add(ctx context.Context, q engine.Querier, scan *Scan) error {
	return engine.Exec(ctx, q, `INSERT INTO hub_scans (`+scanColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		scan.AccountID, scan.Name, scan.OrderID, scan.HubID, string(scan.Activity), engine.Micros(scan.On), scan.ActorKind, scan.Actor,
		int64(scan.Weight), int64(scan.Length), int64(scan.Width), int64(scan.Height))
}

// mostScans is how many scans of an order are read.
const mostScans = 500

// ScansOf returns the scans of an order, the last first, at most 500.
func (s *Store) ScansOf(ctx context.Context, accountID, orderID int64) ([]Scan, error) {
	return engine.List(ctx, s.DB, "read the scans of an order", scanScan, `SELECT `+scanColumns+` FROM hub_scans
		WHERE account_id = $1 AND order_id = $2 ORDER BY scanned_on DESC, scan DESC LIMIT CAST($3 AS BIGINT)`, accountID, orderID,
		mostScans)
}

// InHub returns the orders before an id whose last scan was in a hub, among those of at most limit scans in it, and the id of the last of
// these; 0: there are no more.
func (s *Store) InHub(ctx context.Context, hubID, before int64, limit int) (ids []int64, end int64, err error) {
	const scans = ` FROM hub_scans h WHERE hub_id = $1 AND order_id < $2 `
	end, err = engine.Value[int64](ctx, s.DB.Reads, `SELECT order_id`+scans+`ORDER BY order_id DESC LIMIT 1 OFFSET CAST($3 AS BIGINT)`,
		hubID, before, limit-1)
	if err = engine.OrNothing(err); err == nil {
		ids, err = engine.Values[int64](ctx, s.DB.Reads, `SELECT order_id`+scans+`AND order_id >= $3 AND NOT EXISTS (
			SELECT 1 FROM hub_scans n WHERE n.account_id = h.account_id AND n.order_id = h.order_id
			AND (n.scanned_on, n.scan) > (h.scanned_on, h.scan))`, hubID, before, end)
	}
	return ids, end, s.DB.Explain("list the parcels of a hub", err)
}

// unknownKept is how long a code is stored after it was closed.
const unknownKept = 30 * 24 * time.Hour

// Unknown is a code that was scanned in a hub and that no order had.
type Unknown struct {
	AccountID        int64 // of the hub
	Scan, Code       string
	HubID            int64
	Activity         shipment.Activity
	On               time.Time
	ActorKind, Actor string
	ClosedOn         time.Time // zero: it is open
	ClosedBy, Reason string
	TrackingNo       string // of the parcel that it is
}

const unknownColumns = `account_id, scan, code, hub_id, activity, scanned_on, actor_kind, actor, closed_on, closed_by, reason, tracking_no`

func scanUnknown(row engine.Scanner, u *Unknown) error {
	return row.Scan(&u.AccountID, &u.Scan, &u.Code, &u.HubID, (*string)(&u.Activity), engine.At(&u.On), &u.ActorKind, &u.Actor,
		engine.At(&u.ClosedOn), &u.ClosedBy, &u.Reason, &u.TrackingNo)
}

// KeepUnknown stores codes of an operator's account, each with the event whose data event makes. A scan that is sent again stays as it is.
// Taken are the names of scans that were given to other codes before: those are not stored.
func (s *Store) KeepUnknown(
	ctx context.Context, accountID int64, unknown []Unknown, event func(*Unknown) func() ([]byte, error),
) (taken map[string]bool, err error) {
	if len(unknown) == 0 {
		return map[string]bool{}, nil
	}
	return engine.Changed(ctx, s.DB, "keep unknown codes", func(ctx context.Context, q engine.Querier) (map[string]bool, error) {
		taken := map[string]bool{}
		for i := range unknown {
			u := &unknown[i]
			isNew, err := q.Exec(ctx, `INSERT INTO unknown_scans (account_id, scan, code, hub_id, activity, scanned_on, actor_kind, actor)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id, scan) DO NOTHING`,
				accountID, u.Scan, u.Code, u.HubID, string(u.Activity), engine.Micros(u.On), u.ActorKind, u.Actor)
			if err == nil && isNew > 0 {
				err = s.Webhooks.RecordOperatorEvent(ctx, q, shipment.EventScanUnknown, event(u))
			} else if err == nil {
				taken[u.Scan], err = engine.Value[bool](ctx, q, `SELECT code <> $3 OR hub_id <> $4 OR activity <> $5 FROM unknown_scans
					WHERE account_id = $1 AND scan = $2`, accountID, u.Scan, u.Code, u.HubID, string(u.Activity))
			}
			if err != nil {
				return nil, err
			}
		}
		return taken, nil
	})
}

// UnknownScans returns the codes of all hubs that are not closed, before a time and a scan, the last first, at most limit.
func (s *Store) UnknownScans(ctx context.Context, before time.Time, scan string, limit int) ([]Unknown, error) {
	return engine.List(ctx, s.DB, "list unknown codes", scanUnknown, `SELECT `+unknownColumns+` FROM unknown_scans
		WHERE closed_on = 0 AND (scanned_on, scan) < ($1, $2) ORDER BY scanned_on DESC, scan DESC LIMIT CAST($3 AS BIGINT)`,
		engine.Micros(before), scan, limit)
}

// UnknownScan returns the code of a scan, one that is open if hubs of several accounts have it. Returns store.ErrNotFound.
func (s *Store) UnknownScan(ctx context.Context, scan string) (Unknown, error) {
	u, err := engine.One(ctx, s.DB.Reads, scanUnknown, `SELECT `+unknownColumns+` FROM unknown_scans
		WHERE account_id IN (SELECT account_id FROM hubs) AND scan = $1 ORDER BY closed_on, account_id LIMIT 1`, scan)
	return u, s.DB.Explain("read an unknown code", err)
}

// ClaimUnknown has the code of an open scan be of a parcel, if it is of the parcel was, or of this one. Returns store.ErrNotFound.
func (s *Store) ClaimUnknown(ctx context.Context, u Unknown, was, trackingNo string) error {
	return s.DB.Change(ctx, "claim an unknown code", func(ctx context.Context, q engine.Querier) error {
		return engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE unknown_scans SET tracking_no = $4 WHERE account_id = $1 AND scan = $2
			AND closed_on = 0 AND tracking_no IN ($3, $4)`, u.AccountID, u.Scan, was, trackingNo)
	})
}

// CloseUnknown closes a code by the actor of ctx, with its reason and parcel, and returns it as it is then. Returns store.ErrNotFound, also
// if it is closed.
func (s *Store) CloseUnknown(ctx context.Context, u Unknown) (Unknown, error) {
	u.ClosedOn, u.ClosedBy = s.DB.Now(), audit.ActorOf(ctx).Name
	return u, s.DB.Change(ctx, "close an unknown code", func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE unknown_scans SET closed_on = $1, closed_by = $2, reason = $3,
			tracking_no = $4 WHERE account_id = $5 AND scan = $6 AND closed_on = 0`,
			engine.Micros(u.ClosedOn), u.ClosedBy, u.Reason, u.TrackingNo, u.AccountID, u.Scan)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: u.AccountID, Action: "close", SubjectKind: audit.SubjectUnknown, Subject: u.Scan,
			New: map[string]string{"code": u.Code, "reason": u.Reason, "tracking_no": u.TrackingNo},
		})
	})
}

// PurgeUnknown deletes the codes that were closed 30 days ago.
func (s *Store) PurgeUnknown(ctx context.Context) error {
	return s.DB.Change(ctx, "purge unknown codes", func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `DELETE FROM unknown_scans WHERE closed_on > 0 AND closed_on < $1`,
			engine.Micros(s.DB.Now().Add(-unknownKept)))
	})
}
