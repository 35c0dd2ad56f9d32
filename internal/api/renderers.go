package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/label"
)

// renderers limits how many requests draw at once: drawing keeps a core busy, and takes
// label.Options.MaxMemory. Other requests wait, and each holds an order of 1 MB at most.
type renderers struct {
	slots   chan struct{} // holds a token for each request that draws
	waiting atomic.Int64  // requests for one document that wait
	most    int64         // waiting requests
}

func newRenderers(slots, waiting int) *renderers {
	return &renderers{slots: make(chan struct{}, slots), most: int64(waiting)}
}

// How many requests may wait for each renderer: 32 labels take some 50 ms, 8 declarations of
// 200 items as pictures at 600 dpi some 10 s.
const (
	waitingLabels    = 32
	waitingDocuments = 8
)

// renderersByKind are the renderers of labels and the renderers of documents that may have many pages. A label,
// which is drawn in a millisecond, thus never waits for a document, which may take a second. The memory
// plan says how many of each there are.
type renderersByKind struct{ labels, documents *renderers }

func newRenderersByKind(b *admission.Budget) renderersByKind {
	return renderersByKind{newRenderers(b.Labels, b.Labels*waitingLabels), newRenderers(b.Documents, b.Documents*waitingDocuments)}
}

// DrawingNeeds is the memory that drawing takes on a machine with some cores: one renderer of labels for
// each core, and one of long documents for two.
func DrawingNeeds(cores int) admission.Needs {
	return admission.Needs{Shared: label.SharedMemory, Label: label.LabelMemory, Document: label.DocumentMemory, Cores: cores}
}

func (k renderersByKind) of(document label.Document) *renderers {
	if document.HasManyPages() {
		return k.documents
	}
	return k.labels
}

// acquire waits for a renderer, first come, first served. Returns shell.ErrOverload when too many requests
// wait, or the error of ctx.
func (r *renderers) acquire(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	default:
	}
	defer r.waiting.Add(-1)
	if r.waiting.Add(1) > r.most {
		return shell.ErrOverload
	}
	return r.wait(ctx)
}

// wait waits for a renderer like acquire, without a limit of waiting requests.
func (r *renderers) wait(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a renderer: %w", ctx.Err())
	}
}

func (r *renderers) release() { <-r.slots }

// yieldingWriter releases the renderer during each write to the client, so that a slow client keeps none.
type yieldingWriter struct {
	w         io.Writer
	renderers *renderers
}

// Write implements io.Writer.
func (t yieldingWriter) Write(p []byte) (int, error) {
	t.renderers.release()
	defer func() { t.renderers.slots <- struct{}{} }()
	return t.w.Write(p)
}

// draw prints shipments while the caller reads them.
func (a *Printing) draw(ctx context.Context, w io.Writer, shipments iter.Seq2[label.Shipment, error], options label.Options) error {
	return drawOn(ctx, w, a.api.renderers.of(options.Document), func(out io.Writer) error {
		_, err := a.api.printer.PrintAll(out, shipments, options)
		return err
	})
}

// drawOn draws on a renderer while the caller reads what drawing writes.
func drawOn(ctx context.Context, w io.Writer, r *renderers, drawing func(io.Writer) error) error {
	if err := r.wait(ctx); err != nil {
		return err
	}
	defer r.release()
	out := bufio.NewWriterSize(yieldingWriter{w, r}, turnSize)
	if err := drawing(out); err != nil {
		return err
	}
	return out.Flush()
}

// review lists what the document of a shipment does not print as written.
func (a *Printing) review(ctx context.Context, s label.Shipment, options label.Options) (label.Report, error) {
	r := a.api.renderers.of(options.Document)
	if err := r.wait(ctx); err != nil {
		return label.Report{}, err
	}
	defer r.release()
	return a.api.printer.Review(s, options)
}

// turnSize is how many bytes are drawn before the renderer is released: some eight labels.
const turnSize = 32 << 10
