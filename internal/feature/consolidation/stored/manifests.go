package stored

import (
	"context"
	"errors"
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
	Each          string               `json:"-"` // a line of each parcel: its tracking number, and the digest of its rows
}

// Value is the sum of declared values in one currency.
type Value struct {
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
}

const selectManifests = `SELECT consignment_id, parcels, details FROM manifests WHERE consignment_id = $1 `

func scanManifest(row engine.Scanner, m *Manifest) error {
	return scanDocument(row, m, &m.ConsignmentID, &m.Each)
}

// Manifests returns at most limit versions of the manifest of a consignment below one, the newest first; 0 is no bound.
func (s *Store) Manifests(ctx context.Context, consignmentID, before int64, limit int) ([]Manifest, error) {
	return engine.List(ctx, s.DB, "list manifests", scanManifest, selectManifests+
		`AND ($2 = 0 OR version < $2) ORDER BY version DESC LIMIT CAST($3 AS BIGINT)`, consignmentID, before, limit)
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
// store.ErrNotFound.
func (s *Store) MakeManifest(ctx context.Context, m Manifest) (Manifest, error) {
	return engine.Changed(ctx, s.DB, "make a manifest", func(ctx context.Context, q engine.Querier) (Manifest, error) {
		c, err := s.consignment(ctx, q, m.ConsignmentID, s.DB.Dialect.ForUpdate)
		if err != nil {
			return m, err
		}
		last, err := engine.One(ctx, q, scanManifest, selectManifests+`ORDER BY version DESC LIMIT 1`, m.ConsignmentID)
		if err = orNone(err); err != nil || last.Version > 0 && last.Digest == m.Digest {
			return last, err
		}
		m.Version, m.MadeOn, m.MadeBy = last.Version+1, s.DB.Now(), audit.ActorOf(ctx).Name
		m.Added, m.Removed, m.Changed = nil, nil, nil
		if last.Version > 0 {
			m.compare(&last)
		}
		err = engine.Exec(ctx, q, `INSERT INTO manifests (consignment_id, version, parcels, details) VALUES ($1, $2, $3, $4)`,
			m.ConsignmentID, m.Version, m.Each, engine.JSON(m))
		if err != nil {
			return m, err
		}
		return m, s.Audit.Record(ctx, q, audit.Change{
			Action: "manifest", SubjectKind: audit.SubjectConsignment, Subject: c.Number(), New: struct {
				Version int64  `json:"version"`
				Digest  string `json:"digest"`
				Parcels int64  `json:"parcels"`
			}{m.Version, m.Digest, m.Parcels},
		})
	})
}

// compare lists the differences to the version before, by tracking number.
func (m *Manifest) compare(last *Manifest) {
	was, is := last.each(), m.each()
	for number, digest := range is {
		switch was[number] {
		case "":
			m.Added = append(m.Added, number)
		case digest:
		default:
			m.Changed = append(m.Changed, number)
		}
	}
	for number := range was {
		if is[number] == "" {
			m.Removed = append(m.Removed, number)
		}
	}
	slices.Sort(m.Added)
	slices.Sort(m.Removed)
	slices.Sort(m.Changed)
}

// each is the digest of the rows of each parcel, by tracking number.
func (m *Manifest) each() map[string]string {
	digests := map[string]string{}
	for line := range strings.Lines(m.Each) {
		number, digest, _ := strings.Cut(line, " ")
		digests[number] = digest
	}
	return digests
}

// orNone is err, but nil if there is no row.
func orNone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

func scanTemplate(row engine.Scanner, t *request.Template) error { return scanDocument(row, t) }

// Templates returns how manifests are for brokers, by name.
func (s *Store) Templates(ctx context.Context) ([]request.Template, error) {
	return engine.List(ctx, s.DB, "list templates of brokers", scanTemplate, `SELECT details FROM broker_templates ORDER BY broker`)
}

// Template returns how manifests are for a broker, whose name is in any letter case. Returns store.ErrNotFound.
func (s *Store) Template(ctx context.Context, broker string) (request.Template, error) {
	t, err := engine.One(ctx, s.DB.Reads, scanTemplate, `SELECT details FROM broker_templates WHERE broker = $1`, strings.ToLower(broker))
	return t, s.DB.Explain("read the template of a broker", err)
}

// SaveTemplate stores how manifests are for a broker.
func (s *Store) SaveTemplate(ctx context.Context, t request.Template) error {
	return s.DB.Change(ctx, "save the template of a broker", func(ctx context.Context, q engine.Querier) error {
		key := strings.ToLower(t.Broker)
		was, err := engine.One(ctx, q, scanTemplate, `SELECT details FROM broker_templates WHERE broker = $1`, key)
		if err = orNone(err); err != nil || engine.JSON(was) == engine.JSON(t) {
			return err
		}
		err = engine.Exec(ctx, q, `INSERT INTO broker_templates (broker, details) VALUES ($1, $2)
			ON CONFLICT (broker) DO UPDATE SET details = excluded.details`, key, engine.JSON(t))
		if err != nil {
			return err
		}
		var old any
		if was.Broker != "" {
			old = was
		}
		return s.Audit.Record(ctx, q, audit.Change{
			Action: "update", SubjectKind: audit.SubjectBroker, Subject: t.Broker, Old: old, New: t,
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
