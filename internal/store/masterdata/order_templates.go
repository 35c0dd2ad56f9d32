package masterdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// OrderTemplate is fields of an order that an account keeps under a name, to begin new orders with.
type OrderTemplate struct {
	Name      string // 1 to MaxTemplateName code points
	Order     string // JSON object of some fields of a create order, at most MaxTemplateBytes
	UpdatedOn time.Time
}

// The limits of the templates of an account.
const (
	MaxTemplates     = 100
	MaxTemplateName  = 60       // code points
	MaxTemplateBytes = 64 << 10 // of the JSON
)

// ErrTooManyTemplates is the error for a template beyond MaxTemplates.
var ErrTooManyTemplates = errors.New("the account has the most templates that it may have")

// OrderTemplates returns the templates of an account by name: at most MaxTemplates.
func (s *Store) OrderTemplates(ctx context.Context, accountID int64) ([]OrderTemplate, error) {
	rows, err := s.DB.Reads.Query(ctx, `SELECT name, template, updated_on FROM order_templates WHERE account_id = $1 ORDER BY name`, accountID)
	templates, err := engine.Collect(rows, err, scanOrderTemplate)
	return templates, s.DB.Explain("list order templates", err)
}

// OrderTemplate returns a template of an account by its name. Returns ErrNotFound.
func (s *Store) OrderTemplate(ctx context.Context, accountID int64, name string) (OrderTemplate, error) {
	if !engine.IsText(name) {
		return OrderTemplate{}, engine.ErrNotFound
	}
	template, err := selectOrderTemplate(ctx, s.DB.Reads, accountID, name)
	return template, s.DB.Explain("read an order template", err)
}

func selectOrderTemplate(ctx context.Context, q engine.Querier, accountID int64, name string) (OrderTemplate, error) {
	rows, err := q.Query(ctx, `SELECT name, template, updated_on FROM order_templates WHERE account_id = $1 AND name = $2`, accountID, name)
	return engine.One(rows, err, scanOrderTemplate)
}

func scanOrderTemplate(row engine.Scanner, t *OrderTemplate) error {
	var updatedOn int64
	err := row.Scan(&t.Name, &t.Order, &updatedOn)
	t.UpdatedOn = engine.FromMicros(updatedOn)
	return err
}

// PutOrderTemplate stores a template of an account, in the place of an earlier one of the same name. The audit log has
// the names of its fields and a hash of their values. Returns ErrNotFound for an unknown account, and
// ErrTooManyTemplates.
func (s *Store) PutOrderTemplate(ctx context.Context, accountID int64, t OrderTemplate) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if _, _, err := s.accountSubject(accountID).Read(ctx, q); err != nil { // locks the account
			return err
		}
		before, err := auditedTemplate(ctx, q, accountID, t.Name)
		if err != nil && !errors.Is(err, engine.ErrNotFound) {
			return err
		}
		if before == nil {
			var have int
			err := engine.QueryRow(ctx, q, `SELECT count(*) FROM order_templates WHERE account_id = $1`, accountID).Scan(&have)
			if err == nil && have >= MaxTemplates {
				err = ErrTooManyTemplates
			}
			if err != nil {
				return err
			}
		}
		_, err = q.Exec(ctx, `INSERT INTO order_templates (account_id, name, template, updated_on) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id, name) DO UPDATE SET template = excluded.template, updated_on = excluded.updated_on`,
			accountID, t.Name, t.Order, engine.Micros(s.DB.Now()))
		if err != nil {
			return err
		}
		after, err := auditedTemplate(ctx, q, accountID, t.Name)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "set", SubjectKind: audit.SubjectTemplate, Subject: t.Name, Old: before, New: after,
		})
	})
	return s.DB.Explain("store an order template", err)
}

// DeleteOrderTemplate deletes a template of an account. Returns ErrNotFound.
func (s *Store) DeleteOrderTemplate(ctx context.Context, accountID int64, name string) error {
	if !engine.IsText(name) {
		return engine.ErrNotFound
	}
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		before, err := auditedTemplate(ctx, q, accountID, name)
		if err != nil {
			return err
		}
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM order_templates WHERE account_id = $1 AND name = $2`,
			accountID, name); err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "delete", SubjectKind: audit.SubjectTemplate, Subject: name, Old: before,
		})
	})
	return s.DB.Explain("delete an order template", err)
}

// auditedTemplate is a template in the audit log, which has no personal data. Returns ErrNotFound.
func auditedTemplate(ctx context.Context, q engine.Querier, accountID int64, name string) (any, error) {
	t, err := selectOrderTemplate(ctx, q, accountID, name)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(t.Order), &fields); err != nil {
		return nil, fmt.Errorf("order template %q: %w", name, err)
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(t.Order)) // never fails
	return struct {
		Fields int    `json:"fields"`
		Hash   string `json:"hash"`
	}{len(fields), fmt.Sprintf("%016x", hash.Sum64())}, nil
}
