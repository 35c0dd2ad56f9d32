// Package books has the books of an account: named addresses, goods, boxes, templates and drafts for later orders. Their entries are
// stored by masterdata.Store, since the form and the list of orders, erasure and the desk read them too. Here are the files of a book
// (books.go), its routes of the API (routes.go), and its pages of the console (pages.go, templates, texts). The form of an order keeps
// drafts and templates itself.
package books

import (
	"context"
	"errors"
	"io"

	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// MaxFile is the largest file of a book, in bytes.
const MaxFile = 8 << 20

// HasFiles reports whether a book can be a CSV file: its entries have fields of their own, and not some of an order.
func HasFiles(book *shipment.Book) bool { return request.BookFields(book) != nil }

// Import stores the entries of a CSV file in a book that has files: all or none. It returns how many there are. Returns a
// *request.InvalidError with what is wrong in which row, a *problem.FieldError about the file as a whole, store.ErrNotFound for an unknown
// account, or the error of ctx.
func Import(ctx context.Context, s *masterdata.Store, accountID int64, book *shipment.Book, file []byte) (int, error) {
	entries, problems, err := importer.ReadBook(ctx, file, book)
	if refused, isRefused := errors.AsType[*importer.RefusedError](err); isRefused {
		return 0, problem.Wrong("", refused.Reason)
	}
	if err == nil && problems != nil {
		err = &request.InvalidError{Problems: problems}
	}
	if err == nil {
		err = s.PutEntries(ctx, accountID, book, entries...)
	}
	return len(entries), err
}

// Export is the entries of a book that a filter selects, as CSV that Import reads. Returns store.ErrNotFound for a book that has no files.
func Export(
	ctx context.Context, s *masterdata.Store, accountID int64, book *shipment.Book, f masterdata.EntryFilter,
) (orders.Document, error) {
	if !HasFiles(book) {
		return orders.Document{}, store.ErrNotFound
	}
	entries, err := s.Entries(ctx, accountID, book, f)
	return orders.Document{
		Kind: orders.Facts, Saved: true, MediaType: "text/csv; charset=utf-8", Name: book.Name + ".csv",
		Write: func(_ context.Context, w io.Writer) error { return importer.WriteBook(w, book, entries) },
	}, err
}
