package printing

import (
	"context"
	"fmt"
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

// addPartnerLabels finds the labels of a batch that partners drew and that its file can have. It holds at most some
// bytes of them in memory.
func (s *Service) addPartnerLabels(ctx context.Context, accountID int64, b *batch, most int) error {
	if b.options.Document != label.Parcel {
		return nil
	}
	ids := b.ids(func(o *shipment.Order) bool { return o.HasLabel && o.PartnerLabel != "" })
	if ids == nil {
		return nil
	}
	records, err := s.Store.Ledger.PartnerLabels(ctx, accountID, ids)
	if err != nil {
		return err
	}
	// The memory for one of them stays charged until the response ends.
	if err := s.charge(ctx, filesAtOnce*costOfPartnerLabel); err != nil {
		return err
	}
	defer func() {
		held := s.Hold(ctx)
		held.ShrinkTo(held.Size() - (filesAtOnce-1)*costOfPartnerLabel)
	}()
	b.partnerLabels, err = s.readPartnerLabels(ctx, records, b.options, most)
	if err == nil && ctx.Err() != nil { // the last conversion took longer than the request may take
		err = fmt.Errorf("%w: %w", ErrConverting, ctx.Err())
	}
	return err
}

// readPartnerLabels reads labels by order id, and holds some of them. All are read before the response
// begins, so that it can say which are missing.
func (s *Service) readPartnerLabels(ctx context.Context, records map[int64]store.PartnerLabel, options label.Options, most int,
) (map[int64]partnerPart, error) {
	var mu sync.Mutex
	parts, held := make(map[int64]partnerPart, len(records)), 0
	charged := s.Hold(ctx)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for id, record := range records {
		group.Go(func() error {
			content, err := s.partnerPart(ctx, record, options)
			if err != nil || content == nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if held+len(content) > most || !charged.TryGrowTo(charged.Size()+int64(len(content))) {
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
func (s *Service) partnerContent(ctx context.Context, b *batch, orderID int64) ([]byte, error) {
	part, theirs := b.partnerLabels[orderID]
	if !theirs || part.content != nil {
		return part.content, nil
	}
	s.Renderers.Labels.Release()
	content, err := s.partnerPart(ctx, part.record, b.options)
	s.Renderers.Labels.slots <- struct{}{}
	if err == nil && content == nil { // it was there when the response began
		err = errFilesUnavailable
	}
	return content, err
}
