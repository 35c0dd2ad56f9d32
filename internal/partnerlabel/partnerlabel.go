package partnerlabel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/blob"
	"waybill/internal/label/inspect"
	"waybill/internal/label/pages"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// Tasks run in the processes of package sandbox: the inspection of each format, its pages for sheets, and
// drawings of it at the resolutions of printers.
var Tasks = func() sandbox.Tasks {
	tasks := sandbox.Tasks{
		string(shipment.LabelPDF): inspect.PDF,
		string(shipment.LabelPNG): inspect.PNG,

		logoTask: inspect.Logo,

		formsTask(shipment.LabelPDF): inspect.PDFAsForms,
		formsTask(shipment.LabelPNG): inspect.PNGAsForms,
	}
	for _, dpi := range []int{203, 300, 600} {
		tasks[drawingTask(shipment.LabelPDF, dpi)] = inspect.PDFAsDots(dpi)
		tasks[drawingTask(shipment.LabelPNG, dpi)] = inspect.PNGAsDots(dpi)
	}
	return tasks
}()

// drawingTask returns the name of the task that makes pictures of a label at a resolution.
func drawingTask(format shipment.LabelFormat, dpi int) string {
	return fmt.Sprintf("%s at %d dpi", format, dpi)
}

// formsTask returns the name of the task that makes forms of the pages of a label.
func formsTask(format shipment.LabelFormat) string { return string(format) + " as forms" }

// Store inspects and stores labels. It is safe for concurrent use.
type Store struct {
	blobs               blob.Store
	inspecting, drawing *sandbox.Runner
	refusals            refusals
}

// New returns a Store that keeps its files in blobs. Pages of PDF files are drawn in other processes than files are
// inspected, because drawing takes longer and needs more memory.
func New(blobs blob.Store, inspecting, drawing *sandbox.Runner) *Store {
	return &Store{blobs: blobs, inspecting: inspecting, drawing: drawing}
}

// ErrBusy is wrapped by the error for a label that cannot be inspected or drawn now.
var ErrBusy = sandbox.ErrUnavailable

// RefusedError reports a file that is not a usable label, or that exceeds the limits of an inspection.
type RefusedError struct {
	Format shipment.LabelFormat
	Reason string // such as "it is encrypted"
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the label cannot be taken as %s: %s", e.Format, e.Reason)
}

// Save inspects a partner's label and stores it. It returns the name under which the label is stored, a
// *RefusedError, an error that wraps ErrBusy if the label could not be inspected now, or an
// error of the blob store. After any error the same call may be repeated.
func (s *Store) Save(ctx context.Context, partner string, l shipment.PartnerLabel) (name string, err error) {
	if err := l.Check(); err != nil {
		return "", &RefusedError{l.Format, err.Error()}
	}
	name = l.BlobName()
	if l.Format == shipment.LabelZPL {
		_, err = cleanZPL(l.Content)
	} else { // a PDF or PNG, which has pages
		_, err = s.derive(ctx, s.derivedAs(pages.AsPages, l.Format, 0), partner, name, l)
	}
	if err != nil {
		return "", err
	}
	if err := s.blobs.Put(ctx, name, l.Content); err != nil {
		return "", fmt.Errorf("store the label: %w", err)
	}
	return name, nil
}

// derived is made from a label and stored beside it.
type derived struct {
	kind   pages.Kind
	task   string
	suffix string // of the name
	runner *sandbox.Runner
}

// derivedAs is what a label of a format is made into. dpi is the resolution of pictures.
func (s *Store) derivedAs(kind pages.Kind, format shipment.LabelFormat, dpi int) derived {
	switch {
	case kind == pages.AsForms:
		return derived{kind, formsTask(format), ".forms", s.inspecting}
	case kind == pages.AsPages:
		return derived{kind, string(format), ".pages", s.inspecting}
	}
	runner := s.inspecting
	if format == shipment.LabelPDF {
		runner = s.drawing
	}
	return derived{kind, drawingTask(format, dpi), fmt.Sprintf(".%ddpi", dpi), runner}
}

// derive makes something of a label, stores it and returns it.
func (s *Store) derive(ctx context.Context, d derived, partner, name string, l shipment.PartnerLabel) ([]byte, error) {
	if d.runner == s.drawing { // to start a process may take longer than the caller waits: the next one finds the result
		ctx = context.WithoutCancel(ctx)
	}
	made, err := d.runner.Run(ctx, partner, d.task, l.Content)
	if refused, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return nil, &RefusedError{l.Format, refused.Reason}
	}
	if err != nil {
		return nil, fmt.Errorf("inspect the label: %w", err)
	}
	if err := pages.Check(d.kind, made); err != nil {
		return nil, fmt.Errorf("inspect the label: %w: %w", sandbox.ErrUnavailable, err)
	}
	if err := s.blobs.Put(ctx, name+d.suffix, made); err != nil {
		return nil, fmt.Errorf("store %s of the label: %w", d.suffix, err)
	}
	return made, nil
}

// Delete deletes the label that is stored under a name, with all that was made of it.
func Delete(ctx context.Context, blobs blob.Store, name string) error {
	for _, suffix := range []string{".203dpi", ".300dpi", ".600dpi", ".pages", ".forms", ""} {
		if err := blobs.Delete(ctx, name+suffix); err != nil {
			return fmt.Errorf("delete a label: %w", err)
		}
	}
	return nil
}

// File returns the label of a format that is stored under a name, ZPL without commands about media. It returns a
// *RefusedError for ZPL that an earlier version stored and that printers must not get.
func (s *Store) File(ctx context.Context, format shipment.LabelFormat, name string) ([]byte, error) {
	content, err := s.blobs.Get(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("read the label: %w", err)
	}
	if format == shipment.LabelZPL {
		return cleanZPL(content)
	}
	return content, nil
}

// Derived returns the encoded pages, pictures or forms of the PDF or PNG that is stored under a name; dpi is the resolution of pictures:
// 203, 300 or 600. They are made when they are needed first, or are damaged, unless that was refused a short time ago: labels stored by
// early versions have no pages. It returns a *RefusedError if they cannot be made, and an error that wraps ErrBusy if they cannot be made
// now.
func (s *Store) Derived(
	ctx context.Context, kind pages.Kind, dpi int, partner string, format shipment.LabelFormat, name string,
) ([]byte, error) {
	d := s.derivedAs(kind, format, dpi)
	kept, err := s.blobs.Get(ctx, name+d.suffix)
	if err == nil {
		if pages.Check(kind, kept) == nil {
			return kept, nil
		}
	} else if !errors.Is(err, blob.ErrNotFound) {
		return nil, fmt.Errorf("read %s of the label: %w", d.suffix, err)
	}
	if refused := s.refusals.get(name+d.suffix, time.Now()); refused != nil {
		return nil, refused
	}
	content, err := s.File(ctx, format, name)
	if err != nil {
		return nil, err
	}
	made, err := s.derive(ctx, d, partner, name, shipment.PartnerLabel{Format: format, Content: content})
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		s.refusals.add(name+d.suffix, refused, time.Now())
	}
	return made, err
}
