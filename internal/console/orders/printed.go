package orders

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// notePrinted marks labels as printed.
func notePrinted(v *web.Visit, numbers []string) error {
	return notePrints(v, v.Console.Orders.MarkPrinted, numbers)
}

func notePrints(v *web.Visit, note operation, numbers []string) error {
	_, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) (noted []orders.Result, err error) {
		for some := range slices.Chunk(numbers, request.MaxCancelled) {
			if noted, err = note(ctx, by, some); err != nil {
				return noted, err
			}
		}
		return noted, nil
	})
	return err
}

// noteSent marks labels as printed whose file was sent, if the user may. A GET marks nothing: a page of another site can
// cause one. The file has left, so that an error can only be logged.
func noteSent(v *web.Visit, numbers func() ([]string, error)) {
	if v.Request.Method != http.MethodPost || !v.Can(shipment.WriteOrders) {
		return
	}
	sent, err := numbers()
	if err == nil {
		err = notePrinted(v, sent)
	}
	if err != nil {
		v.Console.Log.ErrorContext(v.Context(), "mark labels as printed", "error", err)
	}
}

// SendLabels sends the labels of a selection as one file, see noteSent. Its name may be "", and its format, then it is a PDF.
func SendLabels(v *web.Visit, of printing.Selection, name, format string, numbers func() ([]string, error)) error {
	by, err := v.By()
	if err != nil {
		return err
	}
	has := strings.Split(v.Request.Header.Get("If-None-Match"), ", ")
	file, err := v.Console.Printing.Labels(v.Context(), by, of, label.Options{Format: label.Format(format)}, has)
	file.Name = name
	if err := v.SendDocument(file, err); err != nil {
		return err
	}
	noteSent(v, numbers)
	return nil
}

// LabelsOfBatches are the tracking numbers of the orders of batches that have labels.
func LabelsOfBatches(v *web.Visit, batches []string) ([]string, error) {
	var numbers []string
	for _, batch := range batches {
		found, err := v.Console.Store.BatchOrders(v.Context(), v.Account.AccountID, batch)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(o shipment.Order) bool { return !o.HasLabel })
		numbers = append(numbers, each.Of(found, func(o shipment.Order) string { return o.TrackingNo })...)
	}
	return numbers, nil
}

// addPacking adds to the timeline when the parcel was packed.
func addPacking(v *web.Visit, p *orderPage) error {
	packed, err := v.Console.Store.Parcels.PackingOf(v.Context(), v.Account.AccountID, p.OrderID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil || packed.On.IsZero() {
		return err
	}
	entry := timelineEntry{Text: v.T("Packed"), On: packed.On, By: packed.By}
	if packed.Weight != 0 {
		entry.Note = v.T("on the scale: %s", v.Weight(packed.Weight.String()))
	}
	p.Timeline = append(p.Timeline, entry)
	return nil
}
