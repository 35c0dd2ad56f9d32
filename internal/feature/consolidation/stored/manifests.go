package stored

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Manifest is a version of what a consignment has. Its rows are made of the orders again whenever they are needed.
type Manifest struct {
	ConsignmentID int64                `json:"-"`
	Version       int64                `json:"version"` // from 1
	Digest        string               `json:"digest"`  // of all rows
	MadeOn        time.Time            `json:"made_on"`
	MadeBy        string               `json:"made_by"`
	Pieces        int64                `json:"pieces"` // bags
	Parcels       int64                `json:"parcels"`
	Net           shipment.Thousandths `json:"net"` // kg of the parcels
	Gross         shipment.Thousandths `json:"gross"`
	Values        []Value              `json:"values"`
	Added         []string             `json:"added,omitempty"` // tracking numbers of parcels that the version before has not
	Removed       []string             `json:"removed,omitempty"`
	Changed       []string             `json:"changed,omitempty"`
	Different     int64                `json:"different,omitempty"` // how many are added, removed or changed, also those that are not listed
	Each          string               `json:"-"`                   // a line of each parcel: its tracking number, and the digest of its rows
}

// Value is the sum of declared values in one currency.
type Value struct {
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
}

const selectManifests = `SELECT consignment_id, details FROM manifests WHERE consignment_id = $1 `

func scanManifest(row engine.Scanner, m *Manifest) error {
	return scanDocument(row, m, &m.ConsignmentID)
}

// Manifests returns at most limit versions of the manifest of a consignment below one, the newest first; 0 is no bound.
func (s *Store) Manifests(ctx context.Context, consignmentID, before int64, limit int) ([]Manifest, error) {
	return engine.List(ctx, s.DB, "list manifests", scanManifest, selectManifests+
		`AND ($2 = 0 OR version < $2) ORDER BY version DESC LIMIT CAST($3 AS BIGINT)`, consignmentID, before, limit)
}

// mostParcels is how many parcels a document lists.
const mostParcels = 20_000

// CheckSize returns how many parcels a consignment, or a bag, has, and a conflict if a document does not list so many; 0 is none.
func (s *Store) CheckSize(ctx context.Context, q engine.Querier, consignmentID, bagID int64) (int64, error) {
	n, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
		WHERE b.bag_id = $2 OR $1 > 0 AND b.consignment_id = $1`, consignmentID, bagID)
	return n, s.DB.Explain("count parcels of bags", cmp.Or(err, checkParcels(n)))
}

// checkParcels returns a conflict if a document does not list so many parcels.
func checkParcels(n int64) error {
	if n > mostParcels {
		return conflict(problem.ManifestParcels.With(n, mostParcels))
	}
	return nil
}

// BagsToFile returns the bags of a consignment, by number. Returns a conflict that names those that are not closed.
func (s *Store) BagsToFile(ctx context.Context, consignmentID int64) ([]Bag, error) {
	bags, err := s.bags(ctx, `consignment_id = $1 ORDER BY bag_id`, consignmentID)
	var open []string
	for i := range bags {
		if bags[i].State == BagOpen || bags[i].State == BagClosing {
			open = append(open, bags[i].Number())
		}
	}
	if err == nil && open != nil {
		err = conflict(problem.BagsNotClosed.With(named(open)))
	}
	return bags, err
}

// MakeManifest stores what a consignment has as its next version, by the actor of ctx, with the differences to the version before, and
// returns it: that version, if nothing is different. The consignment is locked, so that no version is made twice. Returns
// store.ErrNotFound, and a conflict if the version is not the newest one that was made before the parcels were read.
func (s *Store) MakeManifest(ctx context.Context, m Manifest) (Manifest, error) {
	return engine.Changed(ctx, s.DB, "make a manifest", func(ctx context.Context, q engine.Querier) (Manifest, error) {
		c, err := s.consignment(ctx, q, m.ConsignmentID, s.DB.Dialect.ForUpdate)
		if err != nil {
			return m, err
		}
		made, err := engine.Collect(ctx, q, scanManifest, selectManifests+`ORDER BY version DESC LIMIT 1`, m.ConsignmentID)
		last, next := append(made, Manifest{})[0], m
		switch {
		case err != nil, last.Version > 0 && last.Digest == m.Digest:
			return last, err
		case last.Version != m.Version:
			return m, conflict(problem.ManifestOld.With(last.Version))
		}
		if next.Version, next.MadeOn, next.MadeBy = m.Version+1, s.DB.Now(), audit.ActorOf(ctx).Name; last.Version > 0 {
			was, err := engine.Value[string](ctx, q, `SELECT parcels FROM manifests WHERE consignment_id = $1 AND version = $2`,
				m.ConsignmentID, last.Version)
			if err != nil {
				return m, err
			}
			next.compare(was)
		}
		err = engine.Exec(ctx, q, `INSERT INTO manifests (consignment_id, version, parcels, details) VALUES ($1, $2, $3, $4)`,
			m.ConsignmentID, next.Version, m.Each, engine.JSON(next))
		if err != nil {
			return m, err
		}
		return next, s.Audit.Record(ctx, q, audit.Change{
			Action: "manifest", SubjectKind: audit.SubjectConsignment, Subject: c.Number(),
			New: map[string]any{"version": next.Version, "digest": m.Digest, "parcels": m.Parcels},
		})
	})
}

// mostDifferent is how many numbers a list of differences has.
const mostDifferent = 1000

// forgotten stands for the parcels of a manifest once one of them was erased.
const forgotten = "-"

// compare lists the differences to the parcels of the version before, by tracking number.
func (m *Manifest) compare(before string) {
	if before == forgotten {
		return
	}
	was, is := digests(before), digests(m.Each)
	add := func(to *[]string, number string) {
		if m.Different++; len(*to) < mostDifferent {
			*to = append(*to, number)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(is)) {
		switch was[number] {
		case is[number]:
		case "":
			add(&m.Added, number)
		default:
			add(&m.Changed, number)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(was)) {
		if is[number] == "" {
			add(&m.Removed, number)
		}
	}
}

// digests are those of the rows of each parcel, by tracking number.
func digests(parcels string) map[string]string {
	digests := map[string]string{}
	for line := range strings.Lines(parcels) {
		number, digest, _ := strings.Cut(line, " ")
		digests[number] = digest
	}
	return digests
}

// forget is store.Part.Erase: what tells whether a parcel of a manifest is another one in the next version is made of personal data, and
// goes with those of the first of its parcels.
func forget(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, orders []shipment.Order) error {
	in := s.DB.Dialect.In
	flown, err := engine.Values[int64](ctx, q, `SELECT DISTINCT b.consignment_id FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
		WHERE p.account_id = $1 AND p.order_id `+in("$2"), accountID, s.DB.Dialect.List(shipment.IDs(orders)))
	if err != nil || flown == nil {
		return err
	}
	return engine.Exec(ctx, q, `UPDATE manifests SET parcels = $1 WHERE parcels <> $1 AND consignment_id `+in("$2"), forgotten,
		s.DB.Dialect.List(flown))
}

const selectTemplates = `SELECT details FROM broker_templates `

func scanTemplate(row engine.Scanner, t *request.Template) error { return scanDocument(row, t) }

// Templates returns how manifests are for brokers, by name.
func (s *Store) Templates(ctx context.Context) ([]request.Template, error) {
	return engine.List(ctx, s.DB, "list templates of brokers", scanTemplate, selectTemplates+`ORDER BY broker`)
}

// Template returns how manifests are for a broker, whose name is in any letter case. Returns store.ErrNotFound.
func (s *Store) Template(ctx context.Context, broker string) (request.Template, error) {
	return engine.First(engine.List(ctx, s.DB, "read the template of a broker", scanTemplate, selectTemplates+`WHERE broker = $1`,
		strings.ToLower(broker)))
}

// SaveTemplate stores how manifests are for a broker.
func (s *Store) SaveTemplate(ctx context.Context, t request.Template) error {
	key := strings.ToLower(t.Broker)
	return s.DB.Change(ctx, "save the template of a broker", func(ctx context.Context, q engine.Querier) error {
		return s.Audit.Update(ctx, q, "update", audit.Subject{
			Kind: audit.SubjectBroker, Name: t.Broker, Read: func(ctx context.Context, q engine.Querier) (int64, any, error) {
				found, err := engine.Collect(ctx, q, scanTemplate, selectTemplates+`WHERE broker = $1`, key)
				if err != nil || found == nil {
					return 0, nil, err
				}
				return 0, found[0], nil
			},
		}, func() error {
			return engine.Exec(ctx, q, `INSERT INTO broker_templates (broker, details) VALUES ($1, $2)
				ON CONFLICT (broker) DO UPDATE SET details = excluded.details`, key, engine.JSON(t))
		})
	})
}

// Kept is why a parcel does not fly, zero if nothing is known.
func Kept(p *store.Parcel) problem.Message {
	switch {
	case p.TrackerStatus == shipment.Cancelled:
		return problem.CheckCancelled
	case p.Stop != "":
		return problem.CheckStopped.With(p.Stop)
	case p.Hold != nil:
		return problem.CheckHeld.With(p.Hold.Reason)
	}
	return problem.Message{}
}

// KeptError refuses to close a consignment with parcels that do not fly.
func KeptError(trackingNos []string) error {
	return conflict(problem.CheckKept.With(len(trackingNos), named(trackingNos)))
}
