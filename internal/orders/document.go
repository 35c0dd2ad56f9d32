package orders

import (
	"context"
	"io"
	"time"

	"waybill/internal/problem"
)

// DocumentKind says who made a document, and for whom.
type DocumentKind int

// The kinds of documents.
const (
	Print   DocumentKind = iota // to be printed: a label, a customs declaration, a list of parcels
	Facts                       // to be read by a program
	Table                       // to be opened as a spreadsheet
	Picture                     // a file that somebody has sent, which is not trusted
)

// Document is a file about orders. It has one of Body, Content and Write, unless the caller has it already.
type Document struct {
	Kind      DocumentKind
	MediaType string
	Name      string // of its file; "": it has none
	Saved     bool   // a browser saves it under its name, and does not show it
	Tag       string // of its content, in quotes; "": no cache keeps it
	IsSame    bool   // the caller has the content of this tag
	// Warnings say in ASCII what is not printed as it was written; MoreWarnings is the number of further ones.
	Warnings     []string
	MoreWarnings int
	// Printed is how many labels a file of many has, at least 1, and Missing how many others were asked for.
	Printed, Missing int
	Numbers          []string // tracking numbers of the labels of a file of many

	Body    []byte
	Content *io.SectionReader // callers may request parts of it
	// Write writes a document that is too large for memory, while its caller reads it.
	Write func(context.Context, io.Writer) error
}

// Spreadsheet is a table as csv or xlsx, in a file of a name without its ending.
func Spreadsheet(name, format string, write func(context.Context, io.Writer) error) Document {
	d := Document{Kind: Table, MediaType: "text/csv; charset=utf-8", Name: name + "." + format, Write: write}
	if format == "xlsx" {
		d.MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return d
}

// NoDocument is the error of a document that there is not.
type NoDocument struct { //nolint:errname // it is named after what it says
	Message problem.Message
	Missing bool          // there is no such document, or not yet; else the request for it is wrong
	Again   time.Duration // not 0: it cannot be made now, and may be so much later
}

func (n *NoDocument) Error() string { return n.Message.String() }
