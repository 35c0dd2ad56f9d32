package orders

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// notePrinted marks labels as printed.
func notePrinted(v *web.Visit, numbers []string) error {
	return notePrints(v, v.Console.Orders.MarkPrinted, numbers)
}

func notePrints(
	v *web.Visit, note func(context.Context, orders.Caller, []string) ([]orders.Result, error), numbers []string,
) error {
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
func noteSent(v *web.Visit, note func(*web.Visit, []string) error, sent []string) {
	if v.Request.Method != http.MethodPost || !v.Can(shipment.WriteOrders) {
		return
	}
	if err := note(v, sent); err != nil {
		v.Console.Log.ErrorContext(v.Context(), "mark labels as printed", "error", err)
	}
}

// SendLabels sends the labels of a selection as one file, and marks the labels of the file as printed, see noteSent. Its name may be "",
// and its format, then it is a PDF. Further notes get the tracking numbers of these labels.
func SendLabels(v *web.Visit, of printing.Selection, name, format string, further ...func(*web.Visit, []string) error) error {
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
	for _, note := range append(further, notePrinted) {
		noteSent(v, note, file.Numbers)
	}
	return nil
}

// addOfFeatures adds what features know to the timeline.
func addOfFeatures(v *web.Visit, p *orderPage) error {
	for _, lines := range v.Console.Timeline {
		entries, err := lines(v, p.OrderID)
		if err != nil {
			return err
		}
		p.Timeline = append(p.Timeline, entries...)
	}
	return nil
}
