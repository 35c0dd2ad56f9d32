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
	if message := otherFormat(file); !message.IsZero() {
		return nil, refuse(message)
	}
	if bytes.HasPrefix(file, []byte("PK\x03\x04")) || bytes.HasPrefix(file, []byte("PK\x05\x06")) {
		return readXLSX(ctx, run, file, opt)
	}
	return readCSV(ctx, file, opt)
}

// formatSearch is how many bytes at the beginning of a file say what it is.
const formatSearch = 512

// otherFormat says what to do with a file that is neither CSV nor XLSX.
func otherFormat(file []byte) problem.Message {
	head := bytes.TrimSpace(bytes.TrimPrefix(file[:min(len(file), formatSearch)], []byte(byteOrderMark)))
	markup := bytes.ToLower(head)
	switch {
	case bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) && bytes.Contains(file, encryptedPackage):
		return problem.FileHasPassword
	case bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")),
		oldSheet().Match(file[:min(len(file), formatSearch)]):
		return problem.OldExcel
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return problem.FileIsPDF
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && bytes.Contains(head, []byte("application/vnd.oasis.opendocument")):
		return problem.FileIsODS
	case bytes.HasPrefix(markup, []byte("<?xml")), bytes.HasPrefix(markup, []byte("<html")), bytes.HasPrefix(markup, []byte("<!doctype")),
		bytes.HasPrefix(markup, []byte("<table")):
		return problem.FileIsMarkup
	}
	return problem.Message{}
}

// oldSheet is the beginning of a file of Excel 2 to 5 that is not in a container.
var oldSheet = compiled(`(?s)^\x09[\x00\x02\x04\x08][\x04\x06\x08\x10]\x00`)

// encryptedPackage is the name of what is in an encrypted workbook, in UTF-16.
var encryptedPackage = []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")
