package importer

import "waybill/internal/problem"

// The limits of a file.
const (
	MaxFile    = 32 << 20 // bytes of the file
	MaxRows    = 50_000   // below the headings
	MaxColumns = 256
	MaxCell    = 32_767   // characters of a cell, which is the limit of spreadsheets
	MaxText    = 64 << 20 // bytes of all cells in UTF-8
)

// RefusedError reports a file that cannot be read. Reason names the limit and the fix.
type RefusedError struct{ Reason problem.Message }

func (e *RefusedError) Error() string { return e.Reason.String() }

func refuse(reason problem.Message) error { return &RefusedError{reason} }
