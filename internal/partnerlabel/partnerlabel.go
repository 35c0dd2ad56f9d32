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
		_, err = s.derive(ctx, s.pagesOf(l.Format), partner, name, l)
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
	task   string
	suffix string // of the name
	runner *sandbox.Runner
	check  func([]byte) error
}

// pagesOf are the pages of a label of a format.
func (s *Store) pagesOf(format shipment.LabelFormat) derived {
	return derived{string(format), ".pages", s.inspecting, func(made []byte) error {
		_, err := pages.Decode(made)
		return err
	}}
}

// formsOf are the pages of a label of a format as forms.
func (s *Store) formsOf(format shipment.LabelFormat) derived {
	return derived{formsTask(format), ".forms", s.inspecting, func(made []byte) error {
		_, err := pages.DecodeForms(made)
		return err
	}}
}

// picturesOf are the pictures of a label of a format.
func (s *Store) picturesOf(format shipment.LabelFormat, dpi int) derived {
	runner := s.inspecting
	if format == shipment.LabelPDF {
		runner = s.drawing
	}
	return derived{drawingTask(format, dpi), fmt.Sprintf(".%ddpi", dpi), runner, pages.CheckPictures}
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
	if err := d.check(made); err != nil {
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

// Pages returns the encoded pages of the PDF or PNG that is stored under a name. Missing or damaged pages are
// made again: labels stored by early versions have none. It returns a *RefusedError if they cannot be made.
func (s *Store) Pages(ctx context.Context, partner string, format shipment.LabelFormat, name string) ([]byte, error) {
	return s.kept(ctx, s.pagesOf(format), partner, format, name)
}

// Pictures returns the encoded pictures of the pages of the PDF or PNG that is stored under a name, at 203, 300 or 600
// dpi. They are made when they are needed first. It returns a *RefusedError if they cannot be made, and an error that wraps
// ErrBusy if they cannot be made now.
func (s *Store) Pictures(ctx context.Context, partner string, format shipment.LabelFormat, name string, dpi int) ([]byte, error) {
	return s.kept(ctx, s.picturesOf(format, dpi), partner, format, name)
}

// Forms returns the encoded pages of the PDF or PNG that is stored under a name as forms, for sheets of several labels.
// They are made when they are needed first. It returns the errors of Pictures.
func (s *Store) Forms(ctx context.Context, partner string, format shipment.LabelFormat, name string) ([]byte, error) {
	return s.kept(ctx, s.formsOf(format), partner, format, name)
}

// kept returns what is stored beside a label. If it is missing or damaged, it is made, unless that was refused a short
// time ago.
func (s *Store) kept(ctx context.Context, d derived, partner string, format shipment.LabelFormat, name string) ([]byte, error) {
	kept, err := s.blobs.Get(ctx, name+d.suffix)
	if err == nil {
		if d.check(kept) == nil {
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
