package partnerlabel

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

// Tasks are the inspections that run in the processes of package sandbox, by format.
var Tasks = sandbox.Tasks{
	string(shipment.LabelPDF): inspect.PDF,
	string(shipment.LabelPNG): inspect.PNG,
}

// Store inspects and stores labels. It is safe for concurrent use.
type Store struct {
	blobs   blob.Store
	sandbox *sandbox.Runner
}

// New returns a Store that keeps its files in blobs.
func New(blobs blob.Store, runner *sandbox.Runner) *Store { return &Store{blobs, runner} }

// RefusedError reports a file that is not a usable label, or that exceeds the limits of an inspection.
type RefusedError struct {
	Format shipment.LabelFormat
	Reason string // such as "it is encrypted"
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the label cannot be taken as %s: %s", e.Format, e.Reason)
}

// Save inspects a partner's label and stores it. It returns the name under which the label is stored, a
// *RefusedError, an error that wraps sandbox.ErrUnavailable if the label could not be inspected now, or an
// error of the blob store. After any error the same call may be repeated.
func (s *Store) Save(ctx context.Context, partner string, l shipment.PartnerLabel) (name string, err error) {
	if err := l.Check(); err != nil {
		return "", &RefusedError{l.Format, err.Error()}
	}
	name = l.BlobName()
	if hasPages(l.Format) {
		if _, err := s.makePages(ctx, partner, name, l); err != nil {
			return "", err
		}
	}
	if err := s.blobs.Put(ctx, name, l.Content); err != nil {
		return "", fmt.Errorf("store the label: %w", err)
	}
	return name, nil
}

// hasPages reports whether labels of a format are stored with pages.
func hasPages(format shipment.LabelFormat) bool {
	return format == shipment.LabelPDF || format == shipment.LabelPNG
}

// pagesName returns the name of the pages of a label.
func pagesName(name string) string { return name + ".pages" }

// makePages inspects a label, stores its pages and returns them.
func (s *Store) makePages(ctx context.Context, partner, name string, l shipment.PartnerLabel) ([]byte, error) {
	made, err := s.sandbox.Run(ctx, partner, string(l.Format), l.Content)
	if refused, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return nil, &RefusedError{l.Format, refused.Reason}
	}
	if err != nil {
		return nil, fmt.Errorf("inspect the label: %w", err)
	}
	if _, err := pages.Decode(made); err != nil {
		return nil, fmt.Errorf("inspect the label: %w: %w", sandbox.ErrUnavailable, err)
	}
	if err := s.blobs.Put(ctx, pagesName(name), made); err != nil {
		return nil, fmt.Errorf("store the pages of the label: %w", err)
	}
	return made, nil
}

// File returns the label that is stored under a name.
func (s *Store) File(ctx context.Context, name string) ([]byte, error) {
	content, err := s.blobs.Get(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("read the label: %w", err)
	}
	return content, nil
}

// Pages returns the encoded pages of the PDF or PNG that is stored under a name. Missing or damaged pages are
// made again: labels stored by early versions have none. It returns a *RefusedError if they cannot be made.
func (s *Store) Pages(ctx context.Context, partner string, format shipment.LabelFormat, name string) ([]byte, error) {
	kept, err := s.blobs.Get(ctx, pagesName(name))
	if err == nil {
		if _, err := pages.Decode(kept); err == nil {
			return kept, nil
		}
	} else if !errors.Is(err, blob.ErrNotFound) {
		return nil, fmt.Errorf("read the pages of the label: %w", err)
	}
	content, err := s.File(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.makePages(ctx, partner, name, shipment.PartnerLabel{Format: format, Content: content})
}
