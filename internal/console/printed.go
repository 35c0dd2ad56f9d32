package console

import (
	"net/http"
	"slices"

	"waybill/internal/request"
)

// notePrinted marks labels as printed.
func (v *visit) notePrinted(numbers []string) error {
	return v.notePrints("/api/order/printed/", numbers)
}

// noteNotPrinted takes it back.
func (v *visit) noteNotPrinted(numbers []string) error {
	return v.notePrints("/api/order/not-printed/", numbers)
}

func (v *visit) notePrints(path string, numbers []string) error {
	for some := range slices.Chunk(numbers, request.MaxCancelled) {
		if _, err := v.api(http.MethodPost, path, map[string]any{"tracking_nos": some}); err != nil {
			return err
		}
	}
	return nil
}

// noteSent marks labels as printed whose file was sent, if the user may. A GET marks nothing: a page of another site can
// cause one. The file has left, so that an error can only be logged.
func (v *visit) noteSent(numbers func() ([]string, error)) {
	if v.r.Method != http.MethodPost || !v.can(editOrders) {
		return
	}
	sent, err := numbers()
	if err == nil {
		err = v.notePrinted(sent)
	}
	if err != nil {
		v.console.Log.ErrorContext(v.ctx(), "mark labels as printed", "error", err)
	}
}

// labelsOfBatches are the tracking numbers of the orders of batches that have labels.
func (v *visit) labelsOfBatches(batches []string) ([]string, error) {
	var numbers []string
	for _, batch := range batches {
		orders, err := v.console.Store.BatchOrders(v.ctx(), v.account.AccountID, batch)
		if err != nil {
			return nil, err
		}
		for i := range orders {
			if orders[i].HasLabel {
				numbers = append(numbers, orders[i].TrackingNo)
			}
		}
	}
	return numbers, nil
}
