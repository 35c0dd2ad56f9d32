package api

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

// renderers bounds how many requests draw at once, for drawing is all work, and takes
// label.Options.MaxMemory. Others wait, and hold an order meanwhile: 1 MB at most.
type renderers struct {
	slots   chan struct{} // holds a token for each that draws
	waiting atomic.Int64  // requests for one document
	most    int64         // of them
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

// renderersByKind are those of labels, and those of documents that may have many pages, so
// that a label, which is drawn in a millisecond, never waits for documents, which may take a
// second. The plan of memory says how many there are.
type renderersByKind struct{ labels, documents *renderers }

func newRenderersByKind(b *admission.Budget) renderersByKind {
	return renderersByKind{newRenderers(b.Labels, b.Labels*waitingLabels), newRenderers(b.Documents, b.Documents*waitingDocuments)}
}

// DrawingNeeds is the memory that drawing takes on a machine with so many cores: one
// renderer of labels for each, and one of long documents for two.
func DrawingNeeds(cores int) admission.Needs {
	return admission.Needs{Shared: label.SharedMemory, Label: label.LabelMemory, Document: label.DocumentMemory, Cores: cores}
}

func (k renderersByKind) of(document label.Document) *renderers {
	if document.HasManyPages() {
		return k.documents
	}
	return k.labels
}

// take waits for a renderer, first come, first served. Returns errOverload when too many
// wait, and the error of ctx.
func (r *renderers) take(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	default:
	}
	defer r.waiting.Add(-1)
	if r.waiting.Add(1) > r.most {
		return errOverload
	}
	return r.wait(ctx)
}

// wait is take however many wait.
func (r *renderers) wait(ctx context.Context) error {
	select {
	case r.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a renderer: %w", ctx.Err())
	}
}

func (r *renderers) give() { <-r.slots }

// turns is a writer for who draws what a caller reads: the renderer is another's while the
// caller is waited for.
type turns struct {
	w         io.Writer
	renderers *renderers
}

// Write implements io.Writer.
func (t turns) Write(p []byte) (int, error) {
	t.renderers.give()
	defer func() { t.renderers.slots <- struct{}{} }()
	return t.w.Write(p)
}

// draw prints shipments for a caller who reads while they are drawn.
func (a *API) draw(ctx context.Context, w io.Writer, shipments iter.Seq2[label.Shipment, error], options label.Options) (label.Report, error) {
	r := a.renderers.of(options.Document)
	if err := r.wait(ctx); err != nil {
		return label.Report{}, err
	}
	defer r.give()
	out := bufio.NewWriterSize(turns{w, r}, turnSize)
	report, err := a.printer.PrintAll(out, shipments, options)
	if err == nil {
		err = out.Flush()
	}
	return report, err
}

// turnSize is how many bytes are drawn in a turn: some eight labels.
const turnSize = 32 << 10
