package masterdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// labelSettings are the settings of labels of one kind of subject.
type labelSettings[T any] struct {
	kind     string
	revision func(*T) *int64
	cache    engine.Cache[int64, T] // by id of the subject
}

// mostLabelSettings is the largest size of a cache, in entries that take about 100 bytes each: 5 MB.
const mostLabelSettings = 50_000

// read returns the settings of a subject, the zero value when it has none. What other processes change shows
// after a second.
func (c *labelSettings[T]) read(ctx context.Context, s *Store, id int64) (T, error) {
	return c.cache.Read(s.DB.Elapsed(), id, func(last T) (T, time.Duration, error) {
		value, err := c.load(ctx, s.DB.Reads, id, last)
		return value, CacheFor, s.DB.Explain("read the settings of labels", err)
	})
}

// load reads the settings of a subject, unless they have the revision of the known settings.
func (c *labelSettings[T]) load(ctx context.Context, q engine.Querier, id int64, known T) (value T, err error) {
	var text string
	var revision int64
	err = engine.QueryRow(ctx, q, `SELECT revision, CASE WHEN revision = $1 THEN '' ELSE settings END FROM label_settings
		WHERE subject_kind = $2 AND subject_id = $3`, *c.revision(&known), c.kind, id).Scan(&revision, &text)
	switch {
	case errors.Is(err, engine.ErrNoRows):
		return value, nil
	case err != nil:
		return value, err
	case text == "":
		return known, nil
	}
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return value, fmt.Errorf("settings of labels of %s %d: %w", c.kind, id, err)
	}
	*c.revision(&value) = revision
	return value, nil
}

// update changes the settings of a subject by fn, and records what audited returns of them.
func (c *labelSettings[T]) update(ctx context.Context, s *Store, id int64, of audit.Subject, fn func(*T) error, audited func(T) any) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		accountID, _, err := of.Read(ctx, q) // locks the subject
		if err != nil {
			return err
		}
		var none T
		before, err := c.load(ctx, q, id, none)
		if err != nil {
			return err
		}
		after := before
		if err := fn(&after); err != nil {
			return err
		}
		if err := c.write(ctx, q, id, after); err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "labels", SubjectKind: of.Kind, Subject: of.Name, Old: audited(before), New: audited(after),
		})
	})
	c.cache.Clear()
	return s.DB.Explain(fmt.Sprintf("change the labels of %s %d", c.kind, id), err)
}

// write stores the settings of a subject.
func (c *labelSettings[T]) write(ctx context.Context, q engine.Querier, id int64, value T) error {
	return engine.Exec(ctx, q, `INSERT INTO label_settings (subject_kind, subject_id, settings, revision) VALUES ($1, $2, $3, 1)
		ON CONFLICT (subject_kind, subject_id) DO UPDATE
		SET settings = excluded.settings, revision = label_settings.revision + 1`, c.kind, id, engine.JSON(value))
}

// AccountLabels returns what an account sets for its labels. Changes by other processes show after a second.
func (s *Store) AccountLabels(ctx context.Context, accountID int64) (shipment.AccountLabels, error) {
	return s.accountLabels.read(ctx, s, accountID)
}

// UpdateAccountLabels changes what an account sets for its labels by fn, which may run more than once. Returns
// ErrNotFound, or the error of fn.
func (s *Store) UpdateAccountLabels(ctx context.Context, accountID int64, fn func(*shipment.AccountLabels) error) error {
	return s.accountLabels.update(ctx, s, accountID, s.accountSubject(accountID), fn, func(l shipment.AccountLabels) any { return l })
}

// ServiceLabels returns what a service sets for its labels. Callers share the slices and must not change them.
// Changes by other processes show after a second.
func (s *Store) ServiceLabels(ctx context.Context, serviceID int64) (shipment.ServiceLabels, error) {
	return s.serviceLabels.read(ctx, s, serviceID)
}

// UpdateServiceLabels changes what a service sets for its labels by fn, which may run more than once and must not
// change the slices, but replace them. The audit log has the number and a hash of the routes. Returns ErrNotFound, or
// the error of fn.
func (s *Store) UpdateServiceLabels(ctx context.Context, serviceID int64, fn func(*shipment.ServiceLabels) error) error {
	return s.serviceLabels.update(ctx, s, serviceID, s.serviceSubject(serviceID), fn, func(l shipment.ServiceLabels) any {
		hash := fnv.New64a()
		for _, r := range l.Routing {
			fmt.Fprintf(hash, "%q\n", [3]string{r.Prefix, r.Hub, r.SortCode})
		}
		return struct {
			Marks       []string `json:"marks"`
			Routes      int      `json:"routes"`
			RoutingHash string   `json:"routing_hash"`
		}{l.Marks, len(l.Routing), fmt.Sprintf("%016x", hash.Sum64())}
	})
}
