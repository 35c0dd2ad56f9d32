package printing

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"waybill/internal/admission"
	"waybill/internal/label"
)

// Renderers limits how many requests draw at once: drawing keeps a core busy, and takes
// label.LabelMemory or label.DocumentMemory. Other requests wait, and each holds an order of 1 MB at most.
type Renderers struct {
	slots   chan struct{} // holds a token for each request that draws
	waiting atomic.Int64  // requests for one document that wait
	most    int64         // waiting requests
}

// NewRenderers makes some renderers, for which some requests may wait.
func NewRenderers(slots, waiting int) *Renderers {
	return &Renderers{slots: make(chan struct{}, slots), most: int64(waiting)}
}

// How many requests may wait for each renderer: 32 labels take some 50 ms, 8 declarations of
// 200 items as pictures at 600 dpi some 10 s.
const (
	waitingLabels    = 32
	waitingDocuments = 8
)

// RenderersByKind are the renderers of labels and the renderers of documents that may have many pages. A label,
// which is drawn in a millisecond, thus never waits for a document, which may take a second. The memory
// plan says how many of each there are.
type RenderersByKind struct{ Labels, Documents *Renderers }

func newRenderersByKind(b *admission.Budget) RenderersByKind {
	return RenderersByKind{NewRenderers(b.Labels, b.Labels*waitingLabels), NewRenderers(b.Documents, b.Documents*waitingDocuments)}
}

func (k RenderersByKind) of(document label.Document) *Renderers {
	if document.HasManyPages() {
		return k.Documents
	}
	return k.Labels
}

// Acquire waits for a renderer, first come, first served. Returns admission.ErrBusy when too many requests
// wait, or the error of ctx.
func (r *Renderers) Acquire(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	default:
	}
	defer r.waiting.Add(-1)
	if r.waiting.Add(1) > r.most {
		return admission.ErrBusy
	}
	return r.wait(ctx)
}

// wait waits for a renderer like Acquire, without a limit of waiting requests.
func (r *Renderers) wait(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a renderer: %w", ctx.Err())
	}
}

// Release passes a renderer on.
func (r *Renderers) Release() { <-r.slots }

// Waiting is how many requests for one document wait.
func (r *Renderers) Waiting() int64 { return r.waiting.Load() }

// yieldingWriter releases the renderer during each write to the client, so that a slow client keeps none.
type yieldingWriter struct {
	w         io.Writer
	renderers *Renderers
}

// Write implements io.Writer.
func (t yieldingWriter) Write(p []byte) (int, error) {
	t.renderers.Release()
	defer func() { t.renderers.slots <- struct{}{} }()
	return t.w.Write(p)
}

// draw prints shipments while the caller reads them.
func (s *Service) draw(ctx context.Context, w io.Writer, shipments iter.Seq2[label.Shipment, error], options label.Options) error {
	return drawOn(ctx, w, s.Renderers.of(options.Document), func(out io.Writer) error {
		_, err := s.printer.PrintAll(out, shipments, options)
		return err
	})
}

// drawOn draws on a renderer while the caller reads what drawing writes.
func drawOn(ctx context.Context, w io.Writer, r *Renderers, drawing func(io.Writer) error) error {
	if err := r.wait(ctx); err != nil {
		return err
	}
	defer r.Release()
	out := bufio.NewWriterSize(yieldingWriter{w, r}, turnSize)
	if err := drawing(out); err != nil {
		return err
	}
	return out.Flush()
}

// review lists what the document of a shipment does not print as written.
func (s *Service) review(ctx context.Context, of label.Shipment, options label.Options) (label.Report, error) {
	r := s.Renderers.of(options.Document)
	if err := r.wait(ctx); err != nil {
		return label.Report{}, err
	}
	defer r.Release()
	return s.printer.Review(of, options)
}

// turnSize is how many bytes are drawn before the renderer is released: some eight labels.
const turnSize = 32 << 10
