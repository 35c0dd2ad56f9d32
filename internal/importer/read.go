package importer

import (
	"bytes"
	"context"

	"waybill/internal/problem"
	"waybill/internal/sandbox"
)

// ReadOptions say how to read a file. The zero value finds out everything.
type ReadOptions struct {
	Owner     string // whose file it is: an owner's files wait for each other
	Charset   string // of CSV, by its name in the registry of IANA
	Delimiter rune   // of CSV
	Sheet     string // of XLSX, by its name

	HeadingRow int // the number of the row with the headings
}

// Read reads a CSV or XLSX file. XLSX is read in a process of the runner, which has the Tasks of this package; nil
// refuses XLSX. It returns a *RefusedError that names the limit or the damage, an error that wraps
// sandbox.ErrUnavailable if no process was free, or the error of ctx. The table keeps the file alive, which must
// not change any more.
func Read(ctx context.Context, run *sandbox.Runner, file []byte, opt ReadOptions) (*Table, error) {
	switch {
	case len(file) > MaxFile:
		return nil, refuse(problem.FileTooLarge.With(len(file), MaxFile>>20))
	case len(bytes.TrimSpace(file)) == 0:
		return nil, refuse(problem.EmptyFile)
	}
	switch {
	case bytes.HasPrefix(file, []byte("PK\x03\x04")), bytes.HasPrefix(file, []byte("PK\x05\x06")):
		return readXLSX(ctx, run, file, opt)
	case bytes.HasPrefix(file, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		return nil, refuse(problem.OldExcel)
	case bytes.HasPrefix(file, []byte("%PDF-")):
		return nil, refuse(problem.FileIsPDF)
	}
	return readCSV(ctx, file, opt)
}
