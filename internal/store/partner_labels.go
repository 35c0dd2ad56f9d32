package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// LabelState is the state of the label that a partner draws.
type LabelState string

// The states.
const (
	LabelDue    LabelState = "due"    // the partner is to be asked for it
	LabelStored LabelState = "stored" // it is in the blob store; a later one may still replace it
	LabelFailed LabelState = "failed" // the partner will not give it; it may be asked again by hand
)

// PartnerLabel is the ledger's record of a label that a partner draws itself.
type PartnerLabel struct {
	LedgerEntry
	State  LabelState
	Format shipment.LabelFormat
	Blob   string // its name in the blob store; "" before it is stored
}

const labelColumns = entryColumns + `, format, blob`

func scanLabel(row engine.Scanner, l *PartnerLabel) error {
	return l.scan(row, &l.State, &l.Format, &l.Blob)
}

// LabelPromise says what a partner promised about the label of an order that it accepts. The zero promise:
// Waybill draws it.
type LabelPromise struct {
	ByPartner bool      // the partner draws it, and it is not here yet
	DueOn     time.Time // when to fetch it; zero: at once, by the process with the lease of the submission
}

// promiseLabel makes durable that the label of a partner has to be fetched. A label that exists stays
// as it is. If p has a zero DueOn, the owner of the lease of sub gets the lease of the label.
func promiseLabel(ctx context.Context, q engine.Querier, sub Submission, p LabelPromise, now time.Time) error {
	if !p.ByPartner {
		return nil
	}
	label := LedgerEntry{DueOn: p.DueOn}
	if p.DueOn.IsZero() {
		label = ClaimedLabel(sub).LedgerEntry
	}
	return engine.DeferExec(ctx, q, "promise the label", `INSERT INTO partner_labels (account_id, order_id, partner, idempotency_key, state,
			attempts, due_on, lease_owner, lease_token, created_on, updated_on)
		VALUES ($1, $2, $3, $4, 'due', $5, $6, $7, $8, $9, $9) ON CONFLICT DO NOTHING`,
		sub.AccountID, sub.OrderID, sub.Partner, sub.IdempotencyKey, label.Attempts, engine.Micros(label.DueOn),
		label.LeaseOwner, label.LeaseToken, engine.Micros(now))
}

// isPromised reports whether the partner has said before that it draws the label.
func isPromised(ctx context.Context, q engine.Querier, sub Submission) (bool, error) {
	n, err := engine.Value[int](ctx, q, `SELECT count(*) FROM partner_labels WHERE account_id = $1 AND order_id = $2`,
		sub.AccountID, sub.OrderID)
	return n > 0, err
}

// firstLeaseToken is the token of a lease that a label has from the start.
const firstLeaseToken = 1

// ClaimedLabel is the label of a submission whose outcome promised it with a zero DueOn. It has the lease of
// sub from the start, so it can be fetched without a claim.
func ClaimedLabel(sub Submission) PartnerLabel {
	return PartnerLabel{State: LabelDue, LedgerEntry: LedgerEntry{
		OrderID: sub.OrderID, AccountID: sub.AccountID, Partner: sub.Partner, IdempotencyKey: sub.IdempotencyKey,
		Attempts: 1, DueOn: sub.DueOn, LeaseOwner: sub.LeaseOwner, LeaseToken: firstLeaseToken,
	}}
}

// missingLabel is the condition of the index partner_labels_missing, word for word.
const missingLabel = `state <> 'stored'`

// ClaimLabels leases up to limit labels of a partner that are due to be fetched to owner, the oldest
// due first: none if none is due. No other process gets them until the lease ends. A claim counts as
// an attempt.
func (s *Ledger) ClaimLabels(ctx context.Context, owner, partner string, limit int, lease time.Duration) ([]PartnerLabel, error) {
	return labelLedger.claim(ctx, s, "claim labels", owner, partner, limit, lease)
}

// LabelOutcome is the outcome of an attempt to fetch a label.
type LabelOutcome struct {
	State               LabelState // due (it is tried again), stored or failed
	Format              shipment.LabelFormat
	Blob                string // of a stored one: its name in the blob store
	ErrorClass, Message string // of the others
	RetryOn             time.Time
	Attempt             Attempt // the call that was made
}

// FinishLabel stores the outcome of an attempt to fetch a label and ends the lease. If the label is
// stored, the order has it, which is an event, unless the order is cancelled. Returns ErrLeaseLost,
// and stores nothing, if the lease is not l's any more.
func (s *Ledger) FinishLabel(ctx context.Context, l PartnerLabel, o LabelOutcome) error {
	err := s.store.DB.WriteShared(ctx, l.guard(true), func(ctx context.Context, q engine.Querier) error {
		// The row of the submission is locked first, everywhere: it guards the history.
		if err := s.lockSubmission(ctx, q, l.AccountID, l.OrderID); err != nil {
			return err
		}
		now := s.store.DB.Now()
		if l.Blob != "" {
			if err := noteUnused(ctx, q, l.AccountID, l.OrderID, o.Blob, now); err != nil {
				return err
			}
		}
		err := labelLedger.end(ctx, q, &l.LedgerEntry,
			entryOutcome{string(o.State), o.ErrorClass, o.Message, o.RetryOn, []any{string(o.Format), o.Blob}}, now)
		if err != nil {
			return err
		}
		o.Attempt.Number = l.Attempts
		if err := insertAttempt(ctx, q, l.AccountID, l.OrderID, o.Attempt); err != nil {
			return err
		}
		switch o.State {
		case LabelFailed:
			return withdrawOwnLabel(ctx, q, l.AccountID, l.OrderID, now)
		case LabelDue:
			return nil
		}
		return s.setPartnerLabel(ctx, q, l.AccountID, l.OrderID, o.Format, now)
	})
	return s.store.DB.Explain("record the outcome of fetching a label", err)
}

// lockSubmission locks a submission until the transaction ends. Returns ErrNotFound.
func (s *Ledger) lockSubmission(ctx context.Context, q engine.Querier, accountID, orderID int64) error {
	_, err := engine.Value[int](ctx, q, `SELECT 1 FROM submissions WHERE account_id = $1 AND order_id = $2`+s.store.DB.Dialect.ForUpdate,
		accountID, orderID)
	return engine.NotFound(err)
}

// setPartnerLabel gives an order the label that its partner drew, which is an event. A cancelled order
// gets none, so that it is not shipped by mistake.
func (s *Ledger) setPartnerLabel(
	ctx context.Context, q engine.Querier, accountID, orderID int64, format shipment.LabelFormat, now time.Time,
) error {
	engine.NoteWrite(ctx, accountID)
	err := engine.UpdateOne(ctx, q, ErrCancelled, `UPDATE orders SET has_label = 1, partner_label = $1, updated_on = $2,
			label_changed_on = CASE WHEN has_label = 2 THEN $2 ELSE label_changed_on END
		WHERE `+s.store.DB.Dialect.Account+` = $3 AND order_id = $4 AND tracker_status <> 'CANCELLED' AND erased_on = 0`,
		string(format), engine.Micros(now), accountID, orderID)
	if errors.Is(err, ErrCancelled) {
		return s.dropErased(ctx, q, accountID, orderID, now)
	}
	if err != nil {
		return fmt.Errorf("give the order its label: %w", err)
	}
	return s.store.Webhooks.recordEvent(ctx, q, shipment.EventLabelReady, accountID, orderID,
		shipment.EventDetail{Name: shipment.DetailLabelFormat, Value: string(format)})
}

// dropErased removes a label that a partner gave for an order whose personal data were erased.
func (s *Ledger) dropErased(ctx context.Context, q engine.Querier, accountID, orderID int64, now time.Time) error {
	isErased := ` account_id = $1 AND order_id = $2 AND EXISTS (SELECT 1 FROM orders o WHERE o.account_id = $1
		AND o.order_id = $2 AND o.erased_on <> 0)`
	_, err := q.Exec(ctx, `INSERT INTO unused_files (account_id, blob, created_on) SELECT account_id, blob, CAST($3 AS BIGINT)
		FROM partner_labels WHERE`+isErased+noteAgain, accountID, orderID, engine.Micros(now))
	if err == nil {
		_, err = q.Exec(ctx, `DELETE FROM partner_labels WHERE`+isErased, accountID, orderID)
	}
	return err
}

// noteAgain ends a statement that inserts unused files: a file that was unused before, and used since, is kept for an hour again.
const noteAgain = ` ON CONFLICT (account_id, blob) DO UPDATE SET created_on = excluded.created_on`

// noteUnused remembers the file of a label that is replaced.
func noteUnused(ctx context.Context, q engine.Querier, accountID, orderID int64, replacement string, now time.Time) error {
	return engine.DeferExec(ctx, q, "note an unused file", `INSERT INTO unused_files (account_id, blob, created_on)
		SELECT account_id, blob, CAST($1 AS BIGINT) FROM partner_labels
		WHERE account_id = $2 AND order_id = $3 AND blob <> '' AND blob <> $4`+noteAgain,
		engine.Micros(now), accountID, orderID, replacement)
}

// replaceLabel stores a label that the partner sent unasked, in the place of an earlier one. It
// reports whether it differs from that.
func (s *Ledger) replaceLabel(
	ctx context.Context, q engine.Querier, sub Submission, format shipment.LabelFormat, blob string, now time.Time,
) (isNew bool, err error) {
	if err := noteUnused(ctx, q, sub.AccountID, sub.OrderID, blob, now); err != nil {
		return false, err
	}
	err = engine.UpdateOne(ctx, q, errUnchanged, `INSERT INTO partner_labels (account_id, order_id, partner, idempotency_key, state, due_on,
			format, blob, created_on, updated_on)
		VALUES ($1, $2, $3, $4, 'stored', 0, $5, $6, $7, $7)
		ON CONFLICT (account_id, order_id) DO UPDATE SET state = 'stored', error_class = '', message = '', lease_owner = '',
			format = excluded.format, blob = excluded.blob, updated_on = excluded.updated_on
			WHERE partner_labels.blob <> excluded.blob`,
		sub.AccountID, sub.OrderID, sub.Partner, sub.IdempotencyKey, string(format), blob, engine.Micros(now))
	if errors.Is(err, errUnchanged) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("store the label: %w", err)
	}
	return true, s.setPartnerLabel(ctx, q, sub.AccountID, sub.OrderID, format, now)
}

// errUnchanged: the label is stored already.
var errUnchanged = errors.New("label is unchanged")

// ClassBadFile is the error class of a label that failed its inspection.
const ClassBadFile = "bad_file"

// refetchAfter is when the partner is asked for a label, after the one that it sent was refused.
const refetchAfter = time.Minute

// noteRefusedLabel stores why a label was refused that the partner sent unasked. A label that is
// stored stays.
func noteRefusedLabel(ctx context.Context, q engine.Querier, sub Submission, reason string, now time.Time) error {
	_, err := q.Exec(ctx, `UPDATE partner_labels SET error_class = $1, message = $2, updated_on = $3
		WHERE account_id = $4 AND order_id = $5 AND `+missingLabel, ClassBadFile, reason, engine.Micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return fmt.Errorf("store why a label was refused: %w", err)
	}
	return insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{
		Kind: AttemptReport, StartedOn: now, EndedOn: now, Outcome: ClassBadFile, Message: reason,
	})
}

// PartnerLabel returns the record of the label that an order's partner draws. Returns ErrNotFound
// if Waybill draws it.
func (s *Ledger) PartnerLabel(ctx context.Context, accountID, orderID int64) (PartnerLabel, error) {
	l, err := engine.First(labelLedger.ofOrder(ctx, s.store.DB.Reads, accountID, orderID, ""))
	return l, s.store.DB.Explain("find a partner's label", err)
}

// PartnerLabels returns the labels of orders of an account, by order id. Orders whose labels Waybill
// draws are missing.
func (s *Ledger) PartnerLabels(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]PartnerLabel, error) {
	labels, err := labelLedger.ofOrders(ctx, s.store, s.store.DB.Reads, accountID, orderIDs, "")
	return labels, s.store.DB.Explain("find partners' labels", err)
}

// storedLabelsPage is how many labels StoredLabels returns at once.
const storedLabelsPage = 500

// StoredLabels returns the labels of an account that are stored, of orders with an id above after, by order id: at most
// 500, none at the end.
func (s *Ledger) StoredLabels(ctx context.Context, accountID, after int64) ([]PartnerLabel, error) {
	return engine.List(ctx, s.store.DB, "list stored labels", scanLabel, `SELECT `+labelColumns+` FROM partner_labels
		WHERE account_id = $1 AND order_id > $2 AND state = 'stored' ORDER BY order_id LIMIT CAST($3 AS BIGINT)`,
		accountID, after, storedLabelsPage)
}

// RefetchLabel makes a stored label whose file is lost due now, so that its partner is asked for it again. Nothing
// happens if another label is stored for the order meanwhile. Until the partner gives it, the order says that it has the
// label, as before.
func (s *Ledger) RefetchLabel(ctx context.Context, l PartnerLabel) error {
	return s.store.DB.Execute(ctx, "ask for a label again",
		`UPDATE partner_labels SET state = 'due', attempts = 0, due_on = $1, updated_on = $1
		WHERE account_id = $2 AND order_id = $3 AND blob = $4 AND state = 'stored'`,
		engine.Micros(s.store.DB.Now()), l.AccountID, l.OrderID, l.Blob)
}

// deleteMissingLabel ends the fetching of the label of a cancelled order.
func deleteMissingLabel(ctx context.Context, q engine.Querier, accountID, orderID int64) error {
	return engine.DeferExec(ctx, q, "delete the record of the missing label",
		`DELETE FROM partner_labels WHERE account_id = $1 AND order_id = $2 AND `+missingLabel, accountID, orderID)
}

// retryLabel makes the label of a confirmed submission due now, if its partner has not given it.
// Returns ErrConfirmed if there is nothing to fetch, or it is being fetched.
func retryLabel(ctx context.Context, q engine.Querier, sub Submission, now time.Time) error {
	return engine.UpdateOne(
		ctx,
		q,
		ErrConfirmed,
		`UPDATE partner_labels SET state = 'due', attempts = 0, due_on = $1, lease_owner = '', updated_on = $1
		WHERE account_id = $2 AND order_id = $3 AND state <> 'stored' AND (lease_owner = '' OR due_on <= $1)`,
		engine.Micros(now),
		sub.AccountID,
		sub.OrderID,
	)
}
