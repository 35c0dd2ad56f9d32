package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"waybill/internal/label"
)

// renderers bounds how many requests draw documents at once: one a core, for drawing is all
// work, and takes label.Options.MaxMemory. Others wait, and hold an order meanwhile: 1 MB at
// most.
type renderers struct {
	slots   chan struct{} // holds a token for each that draws
	waiting atomic.Int64  // requests for one document
	most    int64         // of them
}

// waitingPerRenderer is how many requests may wait for each renderer: 32 labels take some
// 50 ms.
const waitingPerRenderer = 32

func newRenderers(slots int) *renderers {
	return &renderers{slots: make(chan struct{}, slots), most: int64(slots * waitingPerRenderer)}
}

// take waits for a renderer, first come, first served. Returns errOverload when too many
// wait, and the error of ctx.
func (r *renderers) take(ctx context.Context) error {
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
	if err := a.renderers.wait(ctx); err != nil {
		return label.Report{}, err
	}
	defer a.renderers.give()
	out := bufio.NewWriterSize(turns{w, a.renderers}, turnSize)
	report, err := a.printer.PrintAll(out, shipments, options)
	if err == nil {
		err = out.Flush()
	}
	return report, err
}

// turnSize is how many bytes are drawn in a turn: some eight labels.
const turnSize = 32 << 10
