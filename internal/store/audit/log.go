package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"waybill/internal/store/engine"
)

// Log is the audit log.
type Log struct{ DB *engine.DB }

// Entry is a change in the audit log: who changed what, when, and from what to what.
type Entry struct {
	AccountID   int64 // that the subject belongs to; 0: it is the operator's own
	Seq         int64 // of the account's entries, from 1 without gaps
	CreatedOn   time.Time
	Actor       Actor
	Action      string // such as create, update or delete
	SubjectKind string // such as SubjectRule
	Subject     string // its id or name
	Old, New    string // JSON without secrets; "": it did not, or does not, exist
}

// The kinds of subjects of the audit log.
const (
	SubjectRule = "rule"
)

// ID names the entry, as AuditLog takes it.
func (e *Entry) ID() string { return fmt.Sprintf("%d-%d", e.AccountID, e.Seq) }

// ActorKind says what an Actor is.
type ActorKind string

// The kinds of actors.
const (
	ActorUser    ActorKind = "user"    // of the console
	ActorKey     ActorKind = "key"     // a secret key, by its id
	ActorCommand ActorKind = "command" // of the operator, by the user and the host that ran it
	ActorServer  ActorKind = "server"  // by itself
)

// Actor is who makes a change. The audit log has Kind and Name.
type Actor struct {
	Kind      ActorKind
	Name      string
	SessionID int64 `json:"-"` // of a user of the console; 0: none
}

// IsPerson reports whether a person makes a change, and not a key, a partner or the server.
func (a Actor) IsPerson() bool { return a.Kind == ActorUser || a.Kind == ActorCommand }

type actorKey struct{}

// WithActor names who makes the changes of calls with the context. Without it that is the server.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns who makes changes with the context.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Kind: ActorServer}
}

// Change is a change for the audit log.
type Change struct {
	AccountID            int64 // 0: of the operator
	Action               string
	SubjectKind, Subject string
	Old, New             any // marshalled as JSON; nil: it did not, or does not, exist
}

// Record records a change in the transaction that makes it, as its last statement that locks a row. A change from
// something to the same is not recorded.
func (s *Log) Record(ctx context.Context, q engine.Querier, c Change) error {
	before, err := Value(c.Old)
	if err != nil {
		return err
	}
	after, err := Value(c.New)
	if err != nil || before == after {
		return err
	}
	seq, err := engine.Value[int64](ctx, q, `INSERT INTO audit_sequences (account_id, last_seq) VALUES ($1, 1)
		ON CONFLICT (account_id) DO UPDATE SET last_seq = audit_sequences.last_seq + 1 RETURNING last_seq`, c.AccountID)
	if err != nil {
		return fmt.Errorf("number the change in the audit log: %w", err)
	}
	actor := ActorOf(ctx)
	return engine.DeferExec(ctx, q, "record the change in the audit log", `INSERT INTO audit_log
		(account_id, seq, created_on, actor_kind, actor, action, subject_kind, subject, old_value, new_value)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		c.AccountID, seq, engine.Micros(s.DB.Now()), string(actor.Kind), actor.Name, c.Action, c.SubjectKind, c.Subject, before, after)
}

// Value is a value in the audit log.
func Value(value any) (string, error) {
	if value == nil {
		return "", nil
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", fmt.Errorf("write a value of the audit log: %w", err)
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// Filter selects entries of the audit log; zero fields select all.
type Filter struct {
	AccountID   *int64 // of the subject; 0: the operator's own
	SubjectKind string
	Subject     string // needs SubjectKind
	ActorKind   ActorKind
	Actor       string    // name; of any kind without ActorKind
	From, Until time.Time // made at From or later, and before Until
}

// List returns at most limit entries that f selects, the newest first, and whether there are more. They follow
// the entry with the id after; "" is the start. Returns ErrNotFound if there is no such entry.
func (s *Log) List(ctx context.Context, f Filter, after string, limit int) (entries []Entry, more bool, err error) {
	if !engine.IsText(f.SubjectKind) || !engine.IsText(f.Subject) || !engine.IsText(string(f.ActorKind)) || !engine.IsText(f.Actor) {
		return nil, false, nil
	}
	query, args, err := s.PageQuery(ctx, f, after, limit+1)
	if err != nil {
		return nil, false, s.DB.Explain("list the audit log", err)
	}
	entries, err = engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, e *Entry) error {
		return row.Scan(&e.AccountID, &e.Seq, engine.At(&e.CreatedOn), (*string)(&e.Actor.Kind), &e.Actor.Name, &e.Action,
			&e.SubjectKind, &e.Subject, &e.Old, &e.New)
	}, query, args...)
	return entries[:min(len(entries), limit)], len(entries) > limit, s.DB.Explain("list the audit log", err)
}

// Makers returns who made subjects of a kind in an account, 0 for the operator's own, the last time that an action did so, by
// subject. What was made before the oldest entry is not there.
func (s *Log) Makers(ctx context.Context, accountID int64, kind, action string, subjects []string) (map[string]Actor, error) {
	if len(subjects) == 0 {
		return map[string]Actor{}, nil
	}
	args, places := []any{accountID, kind, action}, make([]string, len(subjects))
	for i, subject := range subjects {
		args = append(args, subject)
		places[i] = "$" + strconv.Itoa(len(args))
	}
	makers, err := engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, subject *string, maker *Actor) error {
		return row.Scan(subject, (*string)(&maker.Kind), &maker.Name)
	}, `SELECT subject, actor_kind, actor FROM audit_log WHERE account_id = $1 AND subject_kind = $2
		AND action = $3 AND old_value = '' AND subject IN (`+strings.Join(places, ", ")+`) ORDER BY created_on, seq`, args...)
	return makers, s.DB.Explain("look who made something", err)
}

// PageQuery is the query of a page of the audit log.
func (s *Log) PageQuery(ctx context.Context, f Filter, after string, limit int) (query string, args []any, err error) {
	createdOn, accountID, seq := int64(math.MaxInt64), int64(0), int64(0)
	if after != "" {
		if accountID, seq, err = parseAuditID(after); err != nil {
			return "", nil, err
		}
		err = engine.QueryRow(ctx, s.DB.Reads, `SELECT created_on FROM audit_log WHERE account_id = $1 AND seq = $2`, accountID,
			seq).Scan(&createdOn)
		if err != nil {
			return "", nil, engine.NotFound(err)
		}
	}
	var w engine.Where
	w.Add("(created_on, account_id, seq) < (?, ?, ?)", createdOn, accountID, seq)
	if f.AccountID != nil {
		w.Add("account_id = ?", *f.AccountID)
	}
	w.AddIf(f.SubjectKind != "", "subject_kind = ?", f.SubjectKind)
	w.AddIf(f.Subject != "", "subject = ?", f.Subject)
	w.AddIf(f.ActorKind != "", "actor_kind = ?", string(f.ActorKind))
	w.AddIf(f.Actor != "", "actor = ?", f.Actor)
	w.AddIf(!f.From.IsZero(), "created_on >= ?", engine.Micros(f.From))
	w.AddIf(!f.Until.IsZero(), "created_on < ?", engine.Micros(f.Until))
	return `SELECT account_id, seq, created_on, actor_kind, actor, action, subject_kind, subject, old_value, new_value
		FROM audit_log WHERE ` + w.Text + ` ORDER BY created_on DESC, account_id DESC, seq DESC LIMIT ` + strconv.Itoa(limit), w.Args, nil
}

// maxPurged is how many entries Purge deletes in a transaction.
const maxPurged = 1000

// Purge deletes the oldest entries that were made before a time, at most 1,000, and returns how many. Those of an account go by their
// numbers, so that no gap is between the ones that stay.
func (s *Log) Purge(ctx context.Context, before time.Time) (deleted int, err error) {
	old, err := engine.Pairs(ctx, s.DB.Reads, `SELECT account_id, seq FROM audit_log WHERE created_on < $1
		ORDER BY created_on, account_id, seq LIMIT CAST($2 AS BIGINT)`, engine.Micros(before), maxPurged)
	if err != nil {
		return 0, s.DB.Explain("look for old entries of the audit log", err)
	}
	last := make(map[int64]int64)
	for _, id := range old {
		last[id[0]] = max(last[id[0]], id[1])
	}
	for accountID, seq := range last {
		err := s.DB.Execute(ctx, "delete old entries of the audit log",
			`DELETE FROM audit_log WHERE account_id = $1 AND seq <= $2`, accountID, seq)
		if err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// parseAuditID is the inverse of AuditEntry.ID. Returns ErrNotFound for what no entry has.
func parseAuditID(id string) (accountID, seq int64, err error) {
	account, number, _ := strings.Cut(id, "-")
	accountID, accountErr := strconv.ParseInt(account, 10, 64)
	seq, seqErr := strconv.ParseInt(number, 10, 64)
	if accountErr != nil || seqErr != nil {
		return 0, 0, engine.ErrNotFound
	}
	return accountID, seq, nil
}
