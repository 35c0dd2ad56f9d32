// Package labelfile receives the labels that couriers draw. Each is inspected once, in a
// process of package sandbox, before it is kept; its pages are kept beside it, so that nobody
// reads the courier's file again. A label and its courier enter; the name of a kept file
// leaves, and later its content.
package labelfile

import (
	"context"
	"errors"
	"fmt"

	"waybill/internal/blob"
	"waybill/internal/label/inspect"
	"waybill/internal/label/pages"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// Tasks are what a process of package sandbox does for this package.
var Tasks = sandbox.Tasks{
	string(shipment.LabelPDF): inspect.PDF,
	string(shipment.LabelPNG): inspect.PNG,
}

// Keeper keeps labels. Safe for concurrent use.
type Keeper struct {
	blobs   blob.Store
	sandbox *sandbox.Runner
}

// NewKeeper makes a Keeper that keeps files in a store.
func NewKeeper(blobs blob.Store, s *sandbox.Runner) *Keeper { return &Keeper{blobs, s} }

// RefusedError says that a file is no label, or costs more than it may.
type RefusedError struct {
	Format shipment.LabelFormat
	Reason string // such as "it is encrypted"
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the label cannot be taken as %s: %s", e.Format, e.Reason)
}

// Keep inspects a courier's label and stores it. Returns the name that it is stored under; a
// *RefusedError; an error that wraps sandbox.ErrUnavailable if it could not be inspected now;
// or one of the store. After an error it may be kept later, by the same call.
func (k *Keeper) Keep(ctx context.Context, courier string, l shipment.CourierLabel) (name string, err error) {
	if err := l.Check(); err != nil {
		return "", &RefusedError{l.Format, err.Error()}
	}
	name = l.BlobName()
	if hasPages(l.Format) {
		if _, err := k.makePages(ctx, courier, name, l); err != nil {
			return "", err
		}
	}
	if err := k.blobs.Put(ctx, name, l.Content); err != nil {
		return "", fmt.Errorf("keep the label: %w", err)
	}
	return name, nil
}

// hasPages reports whether pages are made of a format.
func hasPages(format shipment.LabelFormat) bool {
	return format == shipment.LabelPDF || format == shipment.LabelPNG
}

// pagesName is where the pages of a label are kept.
func pagesName(name string) string { return name + ".pages" }

// makePages inspects a label and stores its pages.
func (k *Keeper) makePages(ctx context.Context, courier, name string, l shipment.CourierLabel) ([]byte, error) {
	made, err := k.sandbox.Run(ctx, courier, string(l.Format), l.Content)
	if refused, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return nil, &RefusedError{l.Format, refused.Reason}
	}
	if err != nil {
		return nil, fmt.Errorf("inspect the label: %w", err)
	}
	if _, err := pages.Decode(made); err != nil {
		return nil, fmt.Errorf("inspect the label: %w: %w", sandbox.ErrUnavailable, err)
	}
	if err := k.blobs.Put(ctx, pagesName(name), made); err != nil {
		return nil, fmt.Errorf("keep the pages of the label: %w", err)
	}
	return made, nil
}

// File reads a label that was kept under a name.
func (k *Keeper) File(ctx context.Context, name string) ([]byte, error) {
	content, err := k.blobs.Get(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("read the label: %w", err)
	}
	return content, nil
}

// Pages reads the encoded pages of a PDF or PNG that was kept under a name. Those that are
// missing or damaged are made again; of labels of earlier versions there are none. Returns a
// *RefusedError if they cannot be made.
func (k *Keeper) Pages(ctx context.Context, courier string, format shipment.LabelFormat, name string) ([]byte, error) {
	kept, err := k.blobs.Get(ctx, pagesName(name))
	if err == nil {
		if _, err := pages.Decode(kept); err == nil {
			return kept, nil
		}
	} else if !errors.Is(err, blob.ErrNotFound) {
		return nil, fmt.Errorf("read the pages of the label: %w", err)
	}
	content, err := k.File(ctx, name)
	if err != nil {
		return nil, err
	}
	return k.makePages(ctx, courier, name, shipment.CourierLabel{Format: format, Content: content})
}
