// Package stored stores imports: files whose rows become orders. queues.go leases the imports of an account to one process, content.go
// stores the file and what its check has found, and results.go is written with the orders (store.Rider). part.go is what the store knows.
package stored

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// Imports is the imports of orders. Its methods are safe for concurrent use.
type Imports struct{ Store *store.Store }

// Imports returns at most limit imports of an account with numbers below before, the newest first; 0 is no bound.
func (s *Imports) Imports(ctx context.Context, accountID, before int64, limit int) ([]Import, error) {
	return engine.List(ctx, s.Store.DB, "list imports", scanImport, `SELECT `+importColumns+` FROM imports i
		WHERE i.account_id = $1 AND (i.import_id < $2 OR $2 = 0) AND i.state <> 'receiving' ORDER BY i.import_id DESC LIMIT CAST($3 AS BIGINT)`,
		accountID, before, limit)
}

// State is how far the import of a file is.
type State string

// The states. An import is open until it is checked, done, cancelled or failed.
const (
	Receiving State = "receiving" // the file is being stored
	Checking  State = "checking"  // the file is to be read and checked
	Waiting   State = "waiting"   // the account has to say yes
	Creating  State = "creating"  // the orders are being created
	Checked   State = "checked"   // it was only to be checked
	Done      State = "done"
	Cancelled State = "cancelled" // what was created before stays
	Failed    State = "failed"
)

// openImport is the condition of imports that are not at an end.
const openImport = `state IN ('receiving', 'checking', 'waiting', 'creating')`

// IsOpen reports whether the import is not at an end.
func (s State) IsOpen() bool {
	return s == Receiving || s == Checking || s == Waiting || s == Creating
}

// Limits of the imports of an account.
const (
	MaxOpen        = 20        // that are not at an end
	MaxBytes       = 256 << 20 // of files that are kept
	MaxCorrections = 10_000    // of an import
)

// The errors of limits, which are a *request.InvalidError.
var (
	ErrTooMany         = request.Wrong(request.NonFieldErrors, problem.ManyImports.With(MaxOpen))
	ErrTooManyBytes    = request.Wrong(request.NonFieldErrors, problem.ManyFileBytes.With(MaxBytes>>20, int(ContentRetention.Hours())/24))
	ErrManyCorrections = request.Wrong(correctionsField, problem.ManyCorrections.With(MaxCorrections))
)

// correctionsField is the field of a request that has corrections.
const correctionsField = "corrections"

// Import is a file whose rows become orders.
type Import struct {
	AccountID, ImportID int64 // the imports of an account are numbered from 1
	KeyID               int64 // that the file was uploaded with
	State               State
	Cancelling          bool   // it is to end before the next group
	IdempotencyKey      string // of the upload; "": none
	FileName            string // as the caller named it
	FileSize            int64
	FileHash            [sha256.Size]byte
	Options, Report     []byte // JSON of package job
	Message             string // why it failed
	GroupsStaged        int64  // groups of checked orders
	HasContent          bool   // the file, the checked orders and the problems are kept
	CreatedOn           time.Time
	UpdatedOn           time.Time
	Progress

	Correct Corrections // what ChangeImport changes besides
}

// Progress counts the results of an import so far.
type Progress struct {
	GroupsDone int64 // of GroupsStaged
	Created    int64 // orders
	Skipped    int64 // orders that existed
	Refused    int64 // orders that were refused after the check
}

// importColumns are those of an import i of the account $1.
const importColumns = `i.account_id, i.import_id, i.key_id, i.state, i.cancelling, i.idempotency_key, i.file_name, i.file_size, i.file_hash,
	i.options, i.report, i.message, i.groups_staged, i.has_content, i.created_on, i.updated_on,
	(SELECT count(*) FROM import_results r WHERE r.account_id = $1 AND r.import_id = i.import_id),
	(SELECT coalesce(sum(r.orders), 0) FROM import_results r WHERE r.account_id = $1 AND r.import_id = i.import_id),
	(SELECT coalesce(sum(r.skipped), 0) FROM import_results r WHERE r.account_id = $1 AND r.import_id = i.import_id),
	(SELECT coalesce(sum(r.refused), 0) FROM import_results r WHERE r.account_id = $1 AND r.import_id = i.import_id)`

func scanImport(row engine.Scanner, i *Import) error {
	var hash []byte
	var options, report string
	err := row.Scan(&i.AccountID, &i.ImportID, &i.KeyID, &i.State, engine.Is(&i.Cancelling), &i.IdempotencyKey, &i.FileName, &i.FileSize,
		&hash, &options, &report, &i.Message, &i.GroupsStaged, engine.Is(&i.HasContent), engine.At(&i.CreatedOn), engine.At(&i.UpdatedOn),
		&i.GroupsDone, &i.Created, &i.Skipped, &i.Refused)
	copy(i.FileHash[:], hash)
	i.Options, i.Report = []byte(options), []byte(report)
	return err
}

// NewImport stores an import that is receiving its file, and returns it with its number. If the account used its
// idempotency key in the last 24 hours it returns that import instead, or store.ErrOtherRequest if the file or the options
// were others; isNew tells the two apart. Returns ErrTooMany if the account has MaxOpen open ones, and
// ErrTooManyBytes.
func (s *Imports) NewImport(ctx context.Context, i Import) (made Import, isNew bool, err error) {
	err = s.Store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		made, isNew = i, false
		made.State, made.HasContent = Receiving, true
		made.CreatedOn = s.Store.DB.Now()
		made.UpdatedOn = made.CreatedOn
		// The row of the queue is locked first, everywhere.
		if err := engine.QueryRow(ctx, q, `INSERT INTO import_queues (account_id, last_import_id) VALUES ($1, 1)
			ON CONFLICT (account_id) DO UPDATE SET last_import_id = import_queues.last_import_id + 1 RETURNING last_import_id`,
			i.AccountID).Scan(&made.ImportID); err != nil {
			return err
		}
		if earlier, err := s.importOfKey(ctx, q, i); err != nil || earlier.ImportID != 0 {
			made = earlier
			return err
		}
		isNew = true
		if err := s.insertImport(ctx, q, made); err != nil {
			return err
		}
		return s.audit(ctx, q, "create", made, nil, struct {
			Bytes int64  `json:"bytes"`
			Hash  string `json:"sha256"`
		}{made.FileSize, hex.EncodeToString(made.FileHash[:])})
	})
	return made, isNew, s.Store.DB.Explain("store an import", err)
}

// auditedImport is an import in the audit log.
type auditedImport struct {
	State      State `json:"state"`
	Cancelling bool  `json:"cancelling,omitempty"`
	importChoices
}

// importChoices are those of the options of an import that decide what it creates.
type importChoices struct {
	DryRun    bool   `json:"dry_run"`
	ValidOnly bool   `json:"valid_only"`
	Existing  string `json:"existing,omitempty"`
}

func (i *Import) audited() auditedImport {
	a := auditedImport{State: i.State, Cancelling: i.Cancelling}
	_ = json.Unmarshal(i.Options, &a.importChoices) // options that cannot be read have none
	return a
}

// audit records a change of an import in the transaction that makes it, when a user of the console or a command makes it.
func (s *Imports) audit(ctx context.Context, q engine.Querier, action string, i Import, old, is any) error {
	if !audit.ActorOf(ctx).IsPerson() {
		return nil
	}
	return s.Store.Audit.Record(ctx, q, audit.Change{
		AccountID: i.AccountID, Action: action, SubjectKind: audit.SubjectImport, Subject: strconv.FormatInt(i.ImportID, 10), Old: old, New: is,
	})
}

// importOfKey returns the import that was uploaded with the idempotency key of i; its number is 0 if there is none.
func (s *Imports) importOfKey(ctx context.Context, q engine.Querier, i Import) (Import, error) {
	if i.IdempotencyKey == "" {
		return Import{}, nil
	}
	all, err := engine.Collect(ctx, q, scanImport, `SELECT `+importColumns+` FROM imports i
		WHERE i.account_id = $1 AND i.idempotency_key = $2 AND i.created_on > $3 AND i.state <> 'receiving'`,
		i.AccountID, i.IdempotencyKey, engine.Micros(s.Store.DB.Now().Add(-once.Retention)))
	if err != nil || len(all) == 0 {
		return Import{}, err
	}
	if all[0].FileHash != i.FileHash || !bytes.Equal(all[0].Options, i.Options) {
		return Import{}, store.ErrOtherRequest
	}
	return all[0], nil
}

// insertImport stores an import unless the account has reached a limit.
func (s *Imports) insertImport(ctx context.Context, q engine.Querier, i Import) error {
	var open, kept int64
	if err := engine.QueryRow(ctx, q,
		`SELECT coalesce(sum(CASE WHEN `+openImport+` THEN 1 ELSE 0 END), 0), coalesce(sum(file_size * has_content), 0)
		FROM imports WHERE account_id = $1`, i.AccountID).Scan(&open, &kept); err != nil {
		return err
	}
	switch {
	case open >= MaxOpen:
		return ErrTooMany
	case kept+i.FileSize > MaxBytes:
		return ErrTooManyBytes
	}
	return engine.Exec(ctx, q, `INSERT INTO imports (account_id, import_id, key_id, state, idempotency_key, file_name, file_size, file_hash,
			options, created_on, updated_on) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
		i.AccountID, i.ImportID, i.KeyID, string(i.State), i.IdempotencyKey, i.FileName, i.FileSize, i.FileHash[:],
		string(i.Options), engine.Micros(i.CreatedOn))
}

// Import returns an import of an account. Returns store.ErrNotFound.
func (s *Imports) Import(ctx context.Context, accountID, importID int64) (Import, error) {
	i, err := selectImport(ctx, s.Store.DB.Reads, accountID, importID)
	return i, s.Store.DB.Explain("read an import", err)
}

func selectImport(ctx context.Context, q engine.Querier, accountID, importID int64) (Import, error) {
	return engine.One(ctx, q, scanImport,
		`SELECT `+importColumns+` FROM imports i WHERE i.account_id = $1 AND i.import_id = $2`, accountID, importID)
}

// ImportsOfFile returns the imports of an account, other than the one with a number, that have created orders of a
// file, or may do so: the newest first, at most ten.
func (s *Imports) ImportsOfFile(ctx context.Context, i Import) ([]Import, error) {
	return engine.List(ctx, s.Store.DB, "look for imports of the same file", scanImport, `SELECT `+importColumns+` FROM imports i
		WHERE i.account_id = $1 AND i.import_id <> $2 AND i.file_hash = $3 AND (i.state IN ('creating', 'waiting', 'checking')
			AND i.import_id < $2 OR EXISTS (SELECT 1 FROM import_results r
				WHERE r.account_id = $1 AND r.import_id = i.import_id AND r.orders > 0))
		ORDER BY i.import_id DESC LIMIT 10`, i.AccountID, i.ImportID, i.FileHash[:])
}

// ChangeImport changes the state, the options, the corrections and the wish to cancel of an import by fn, which may run more than once,
// gives the workers of the account's imports work, and returns the import as it is then. Returns store.ErrNotFound, a
// *request.InvalidError for a correction of a row that has neither a problem nor a correction, ErrManyCorrections, or the error of fn,
// after which nothing is changed.
func (s *Imports) ChangeImport(ctx context.Context, accountID, importID int64, fn func(*Import) error) (Import, error) {
	var changed Import
	err := s.Store.DB.Change(ctx, fmt.Sprintf("change import %d", importID), func(ctx context.Context, q engine.Querier) (err error) {
		now := s.Store.DB.Now()
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE import_queues SET wakes = wakes + 1, has_work = 1,
				due_on = CASE WHEN lease_owner = '' THEN $1 ELSE due_on END WHERE account_id = $2`, engine.Micros(now), accountID); err != nil {
			return err
		}
		var was Import
		changed, err = s.changeImport(ctx, q, accountID, importID, now, func(i *Import) error {
			was = *i
			return fn(i)
		})
		if err == nil {
			err = s.correct(ctx, q, changed)
		}
		if err != nil || was.State == Receiving { // its creation is in the log
			return err
		}
		return s.audit(ctx, q, "update", changed, was.audited(), changed.audited())
	})
	return changed, err
}

// changeImport changes an import whose queue is locked. Its end is an event.
func (s *Imports) changeImport(
	ctx context.Context, q engine.Querier, accountID, importID int64, now time.Time, fn func(*Import) error,
) (Import, error) {
	i, err := selectImport(ctx, q, accountID, importID)
	if err != nil {
		return Import{}, err
	}
	wasOpen := i.State.IsOpen()
	if err := fn(&i); err != nil {
		return Import{}, err
	}
	i.UpdatedOn = now
	_, err = q.Exec(ctx, `UPDATE imports SET state = $1, cancelling = $2, options = $3, report = $4, message = $5, groups_staged = $6,
			updated_on = $7 WHERE account_id = $8 AND import_id = $9`,
		string(i.State), engine.Flag(i.Cancelling), string(i.Options), string(i.Report), i.Message, i.GroupsStaged,
		engine.Micros(now), accountID, importID)
	if err == nil && wasOpen && !i.State.IsOpen() {
		err = s.recordFinished(ctx, q, i, now)
	}
	return i, err
}

// Numbers are the numbers of a check, which the report of an import has.
type Numbers struct {
	Rows        int64 `json:"rows"`
	Orders      int64 `json:"orders"`
	Valid       int64 `json:"valid"`        // orders that passed the check
	Invalid     int64 `json:"invalid"`      // orders that did not
	InvalidRows int64 `json:"invalid_rows"` // rows of those
	Warned      int64 `json:"warned"`       // valid orders with warnings
	LeftOut     int64 `json:"left_out"`     // orders that are no parcels
}

// recordFinished stores the event that an import has ended, if an endpoint of the account wants it. A dry run sends none: a
// person may check a file many times.
func (s *Imports) recordFinished(ctx context.Context, q engine.Querier, i Import, now time.Time) error {
	return s.Store.Webhooks.RecordAccountEvent(ctx, q, shipment.EventImportFinished, i.AccountID, func() ([]byte, error) {
		var options importChoices
		err := json.Unmarshal(i.Options, &options)
		if err != nil || options.DryRun {
			return nil, err
		}
		var numbers Numbers
		if len(i.Report) > 0 {
			err = json.Unmarshal(i.Report, &numbers)
		}
		finished := shipment.FinishedImport{
			ImportID: i.ImportID, FileName: i.FileName, State: string(i.State), Message: i.Message, Rows: numbers.Rows, Orders: numbers.Orders,
			Created: i.Created, Skipped: i.Skipped, Refused: numbers.Invalid + i.Refused, LeftOut: numbers.LeftOut, FinishedOn: now,
		}
		return finished.EventData(), err
	})
}
