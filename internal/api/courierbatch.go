package api

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// heldCourierFiles is how many bytes of couriers' labels a file of many labels holds in
	// memory. Those beyond are read once more when it is their turn.
	heldCourierFiles = 8 << 20
	// filesAtOnce is how many are read from the blob store at once.
	filesAtOnce = 4
)

// courierPart is a label that a courier drew, in a file of many.
type courierPart struct {
	record  store.PartnerLabel
	content []byte // nil: it is not held
}

// addCourierFiles finds the labels of a file that couriers drew. Those that cannot be in a
// file of its format are missing there.
func (a *API) addCourierFiles(ctx context.Context, accountID int64, f *batchFile, format label.Format) error {
	var ids []int64
	for i := range f.orders {
		if f.orders[i].PartnerLabel != "" {
			ids = append(ids, f.orders[i].OrderID)
		}
	}
	if ids == nil {
		return nil
	}
	records, err := a.Store.PartnerLabels(ctx, accountID, ids)
	if err != nil {
		return err
	}
	// Of those that are read at once, one remains to be read at a time.
	if err := a.chargeMore(ctx, filesAtOnce*costOfPartnerLabel); err != nil {
		return err
	}
	defer func() {
		held := a.hold(ctx)
		held.ShrinkTo(held.Size() - (filesAtOnce-1)*costOfPartnerLabel)
	}()
	if f.theirs, err = a.readCourierFiles(ctx, records, format); err != nil {
		return err
	}
	f.orders = slices.DeleteFunc(f.orders, func(o shipment.Order) bool {
		_, there := f.theirs[o.OrderID]
		if o.PartnerLabel == "" || there {
			return false
		}
		f.missing = append(f.missing, o.TrackingNo)
		return true
	})
	return nil
}

// readCourierFiles reads labels by order id, and holds some of them. All are read before the
// answer begins, so that it can say which are missing.
func (a *API) readCourierFiles(ctx context.Context, records map[int64]store.PartnerLabel, format label.Format) (map[int64]courierPart, error) {
	var mu sync.Mutex
	parts, held := make(map[int64]courierPart, len(records)), 0
	charged := a.hold(ctx)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for id, record := range records {
		group.Go(func() error {
			content, err := a.courierPart(ctx, record, format)
			if err != nil || content == nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if held+len(content) > heldCourierFiles || !charged.TryGrowTo(charged.Size()+int64(len(content))) {
				content = nil
			}
			held += len(content)
			parts[id] = courierPart{record, content}
			return nil
		})
	}
	return parts, group.Wait()
}

// courierContent is the content of a label in a file of many; nil: we draw it. It is called
// by who draws the file: the renderer is another's while the content is waited for.
func (a *API) courierContent(ctx context.Context, f *batchFile, orderID int64, format label.Format) ([]byte, error) {
	part, theirs := f.theirs[orderID]
	if !theirs || part.content != nil {
		return part.content, nil
	}
	a.renderers.labels.give()
	content, err := a.courierPart(ctx, part.record, format)
	a.renderers.labels.slots <- struct{}{}
	if err == nil && content == nil { // it was there when the answer began
		err = errFilesUnavailable
	}
	return content, err
}
