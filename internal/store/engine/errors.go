package engine

import (
	"errors"
	"fmt"
)

// The errors that methods return besides errors of the driver; compare with errors.Is.
var (
	// ErrNotFound: it does not exist, or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrNameTaken: the name or id is in use.
	ErrNameTaken = errors.New("name is taken")
	// ErrTooMany: the account has reached a limit.
	ErrTooMany = errors.New("there are too many")
	// ErrReplayed: the nonce of a partner's message was seen before.
	ErrReplayed = errors.New("the message was seen before")
	// ErrNewerSchema: a newer version of the program has migrated the data.
	ErrNewerSchema = errors.New("the data has a newer schema than this version knows")
	// ErrUnreleasedSchema: the data was made by a development version. No other version migrates it. See docs/operations/upgrade.md.
	ErrUnreleasedSchema = errors.New("the data was made by a development version, such as those between 0.1.0 and 0.2.0, and cannot be " +
		"migrated: start with an empty data folder or database, and import what that version exports (`waybill order export`, `waybill import`)")
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
)

// fault is the class of an error of an engine.
type fault int

const (
	faultOther       fault = iota
	faultConstraint        // a unique or check constraint refused the row
	faultRetry             // the engine undid the transaction; the same one may pass now
	faultUnavailable       // see ErrUnavailable
	faultDamaged           // see ErrDamaged
)

// Explain wraps err with what was being done, and with ErrUnavailable or ErrDamaged if err means that.
// Nil stays nil.
func (s *DB) Explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	fault := s.Dialect.fault(err)
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
