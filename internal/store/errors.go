package store

import (
	"errors"
	"fmt"
)

// The errors that methods return besides those of the driver; compare with errors.Is.
var (
	// ErrNotFound: it does not exist, or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrNameTaken: the name or id is in use.
	ErrNameTaken = errors.New("name is taken")
	// ErrPrefixTaken: a shipper has supplied a tracking number of the form of the prefix.
	ErrPrefixTaken = errors.New("tracking numbers of this form were brought by shippers")
	// ErrNewerSchema: a newer version of the program has migrated the data.
	ErrNewerSchema = errors.New("the data has a newer schema than this version knows")
	// ErrUnreleasedSchema: the data was made before the first release. No version migrates it.
	ErrUnreleasedSchema = errors.New("the data has the schema of a version that was never released, and cannot be migrated: " +
		"start with an empty data folder or database, or keep using the version that made it")
	// ErrUnavailable: the engine cannot be reached or cannot write now (disk full,
	// read-only, too many connections, shutting down, closed). The call may be repeated
	// later; nothing was written, unless it is an ErrUnconfirmed.
	ErrUnavailable = errors.New("store is unavailable")
	// ErrUnconfirmed is an ErrUnavailable: the engine did not confirm a write in time. It may
	// be stored, now or later.
	ErrUnconfirmed = fmt.Errorf("%w: the outcome of a write is not known", ErrUnavailable)

	// ErrDamaged: the database file is damaged. Until the process ends nothing more is
	// written to it, since the writes might be lost.
	ErrDamaged = errors.New("the database is damaged")

	// ErrInUse: other processes are connected to the database.
	ErrInUse = errors.New("the database is in use")

	// ErrKeyInUse: the idempotency key is in use; see FindIdempotentResponse.
	ErrKeyInUse = errors.New("idempotency key is in use")
	// ErrOtherRequest: the idempotency key was used with another request.
	ErrOtherRequest = errors.New("idempotency key belongs to another request")
	// ErrStillRunning: the first request of the idempotency key is still running.
	ErrStillRunning = errors.New("first request of the idempotency key is still running")

	// ErrLeaseLost: the lease has ended, and another process may have the work.
	ErrLeaseLost = errors.New("lease is lost")
	// ErrUnderWay: an attempt holds the lease.
	ErrUnderWay = errors.New("an attempt is under way")
	// ErrReplayed: the nonce of a partner's message was seen before.
	ErrReplayed = errors.New("the message was seen before")
	// ErrCancelled: the order is cancelled.
	ErrCancelled = errors.New("the order was cancelled")
	// ErrTooLate: the parcel was picked up, so its order cannot be cancelled.
	ErrTooLate = errors.New("the parcel was picked up")
	// ErrConfirmed: the partner has the order already.
	ErrConfirmed = errors.New("the partner has the order")

	// ErrTooMany: the account has reached a limit.
	ErrTooMany = errors.New("there are too many")
)

// TakenError says which orders of a batch bring tracking numbers that are in use.
type TakenError struct{ Indexes []int }

func (e *TakenError) Error() string {
	return fmt.Sprintf("tracking numbers of orders %v are in use", e.Indexes)
}

// fault is the class of an error of an engine.
type fault int

const (
	faultOther       fault = iota
	faultConstraint        // a unique or check constraint refused the row
	faultRetry             // the engine undid the transaction; the same one may pass now
	faultUnavailable       // see ErrUnavailable
	faultDamaged           // see ErrDamaged
)

// explain wraps err with what was being done, and with ErrUnavailable or ErrDamaged if err means that.
// Nil stays nil.
func (s *Store) explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	fault := s.dialect.fault(err)
	switch {
	case errors.Is(err, ErrUnavailable), errors.Is(err, ErrDamaged):
		return fmt.Errorf("%s: %w", doing, err)
	case fault == faultDamaged:
		if !s.damaged.Swap(true) {
			s.log.Error("the database is damaged: nothing more is written to it; `waybill doctor` tells more", "error", err)
		}
		return fmt.Errorf("%s: %w: %w", doing, ErrDamaged, err)
	case s.closed.Load() || fault == faultUnavailable:
		return fmt.Errorf("%s: %w: %w", doing, ErrUnavailable, err)
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
}
