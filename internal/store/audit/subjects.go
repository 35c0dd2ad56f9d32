package audit

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// The kinds of subjects of the audit log besides SubjectRule.
const (
	SubjectAccount     = "account"
	SubjectEndpoint    = "endpoint"
	SubjectHandover    = "handover" // a hand-over list, by its number
	SubjectHub         = "hub"      // of the operator
	SubjectRun         = "run"      // a pickup run of the operator
	SubjectBag         = "bag"
	SubjectConsignment = "consignment"
	SubjectUnknown     = "unknown_scan" // a code that was scanned in a hub, by the name of the scan
	SubjectBroker      = "broker"       // how manifests are for a broker, by its name
	SubjectImport      = "import"
	SubjectJob         = "job" // work on many orders, by its number
	SubjectKey         = "key"
	SubjectLabelKey    = "label_key" // which signs addresses of labels
	SubjectOrder       = "order"     // by tracking number
	SubjectPartner     = "partner"
	SubjectRates       = "rates" // exchange rates, by their source
	SubjectHSCodes     = "hs_codes"
	SubjectSanctions   = "sanctions" // a list of sanctions
	SubjectService     = "service"
	SubjectUser        = "user"
	SubjectMember      = "member" // of an account: a user's role there
)

// Subject is something whose row a change updates, for the audit log.
type Subject struct {
	Kind, Name string
	// read returns the account that the subject belongs to, and the subject without secrets. It locks its row until
	// the transaction ends. Returns ErrNotFound.
	Read func(context.Context, engine.Querier) (accountID int64, value any, err error)
}

// Numbered is a subject that is named by its number.
func Numbered(kind string, id int64, read func(context.Context, engine.Querier) (accountID int64, value any, err error)) Subject {
	return Subject{kind, strconv.FormatInt(id, 10), read}
}

// deletes is the action of Delete.
const deletes = "delete"

// Update runs a change of a subject in a transaction, and records what it changed.
func (s *Log) Update(ctx context.Context, q engine.Querier, action string, of Subject, fn func() error) error {
	accountID, before, err := of.Read(ctx, q)
	if err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	var after any
	if action != deletes {
		if _, after, err = of.Read(ctx, q); err != nil {
			return err
		}
	}
	return s.Record(ctx, q, Change{AccountID: accountID, Action: action, SubjectKind: of.Kind, Subject: of.Name, Old: before, New: after})
}

// Set runs an UPDATE of the row of a subject in a transaction, and records what it changed. Returns ErrNotFound.
func (s *Log) Set(ctx context.Context, q engine.Querier, action string, of Subject, query string, args ...any) error {
	return s.Update(ctx, q, action, of, func() error { return engine.UpdateOne(ctx, q, engine.ErrNotFound, query, args...) })
}

// Delete runs the deletion of a subject in a transaction, and records what it was.
func (s *Log) Delete(ctx context.Context, q engine.Querier, of Subject, fn func() error) error {
	return s.Update(ctx, q, deletes, of, fn)
}

// Create records the creation of a subject, in its transaction.
func (s *Log) Create(ctx context.Context, q engine.Querier, of Subject) error {
	accountID, value, err := of.Read(ctx, q)
	if err != nil {
		return err
	}
	return s.Record(ctx, q, Change{AccountID: accountID, Action: "create", SubjectKind: of.Kind, Subject: of.Name, New: value})
}

// Made is Create for a subject that the request of ctx has made: it stores the response to it too, see once.Made.
func Made[T any](ctx context.Context, q engine.Querier, s *Log, of Subject, made *T) error {
	if err := s.Create(ctx, q, of); err != nil {
		return err
	}
	return once.Made(ctx, q, made)
}

// Time is a time in the audit log, nil for the zero time.
type Time *time.Time

// At scans a column of microseconds into a time of the log.
func At(t *Time) sql.Scanner { return engine.Number(func(v int64) { *t = TimeOf(v) }) }

// TimeOf returns a time of the database as the audit log has it.
func TimeOf(v int64) Time {
	if v == 0 {
		return nil
	}
	t := engine.FromMicros(v)
	return &t
}
