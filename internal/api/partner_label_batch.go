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
	// heldPartnerFiles is how many bytes of partners' labels a file of many labels holds in memory.
	// Further ones are read again when it is their turn.
	heldPartnerFiles = 8 << 20
	// filesAtOnce is how many files are read from the blob store at once.
	filesAtOnce = 4
)

// partnerPart is a label that a partner drew, in a file of many labels.
type partnerPart struct {
	record  store.PartnerLabel
	content []byte // nil: it is not held
}

// addPartnerLabels finds the labels of a file that partners drew. Labels that cannot be in a file of
// this format are listed as missing.
func (a *API) addPartnerLabels(ctx context.Context, accountID int64, f *batchFile, format label.Format) error {
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
	if f.partnerLabels, err = a.readPartnerLabels(ctx, records, format); err != nil {
		return err
	}
	f.orders = slices.DeleteFunc(f.orders, func(o shipment.Order) bool {
		_, there := f.partnerLabels[o.OrderID]
		if o.PartnerLabel == "" || there {
			return false
		}
		f.missing = append(f.missing, o.TrackingNo)
		return true
	})
	return nil
}

// readPartnerLabels reads labels by order id, and holds some of them. All are read before the response
// begins, so that its header can say which are missing.
func (a *API) readPartnerLabels(ctx context.Context, records map[int64]store.PartnerLabel, format label.Format,
) (map[int64]partnerPart, error) {
	var mu sync.Mutex
	parts, held := make(map[int64]partnerPart, len(records)), 0
	charged := a.hold(ctx)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for id, record := range records {
		group.Go(func() error {
			content, err := a.partnerPart(ctx, record, format)
			if err != nil || content == nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if held+len(content) > heldPartnerFiles || !charged.TryGrowTo(charged.Size()+int64(len(content))) {
				content = nil
			}
			held += len(content)
			parts[id] = partnerPart{record, content}
			return nil
		})
	}
	return parts, group.Wait()
}

// partnerContent is the content of a label in a file of many, nil when Waybill draws the label. The
// caller holds a renderer, which is free for others while the content is read.
func (a *API) partnerContent(ctx context.Context, f *batchFile, orderID int64, format label.Format) ([]byte, error) {
	part, theirs := f.partnerLabels[orderID]
	if !theirs || part.content != nil {
		return part.content, nil
	}
	a.renderers.labels.release()
	content, err := a.partnerPart(ctx, part.record, format)
	a.renderers.labels.slots <- struct{}{}
	if err == nil && content == nil { // it was there when the response began
		err = errFilesUnavailable
	}
	return content, err
}
