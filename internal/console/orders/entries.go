package orders

import (
	"context"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// costOfEntry is how many times its size an entry takes while it is stored: PostgreSQL's driver copies it.
const costOfEntry = 8

// PutEntry stores an entry with the values of a form.
func PutEntry(v *web.Visit, book *shipment.Book, name string, values orderform.Order) error {
	return v.Change(func(ctx context.Context) error {
		entry, problems := request.EntryOf(book, name, values)
		if problems != nil {
			return &request.InvalidError{Problems: problems}
		}
		if err := v.Console.Charge(v.Request.Context(), costOfEntry*int64(len(entry.Value))); err != nil {
			return err
		}
		return v.Console.Store.MasterData.PutEntries(ctx, v.Account.AccountID, book, entry)
	})
}

// RemoveEntry deletes an entry of a book. Returns store.ErrNotFound. Also a suspended account changes its views, which are of pages alone.
func RemoveEntry(v *web.Visit, book *shipment.Book, name string) error {
	remove := func(ctx context.Context) error {
		return v.Console.Store.MasterData.DeleteEntry(ctx, v.Account.AccountID, book, name)
	}
	if book == shipment.Views {
		return remove(v.Context())
	}
	return v.Change(remove)
}
