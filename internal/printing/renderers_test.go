package printing

import (
	"context"
	"errors"
	"testing"

	"waybill/internal/label"
)

func TestWaitingForARendererEndsWithTheRequest(t *testing.T) {
	r := NewRenderers(1, 1)
	if err := r.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Acquire(ctx); !errors.Is(err, context.Canceled) || r.Waiting() != 0 {
		t.Errorf("%v, %d wait", err, r.Waiting())
	}
}

// TestASlowReaderHoldsNoRenderer: a file of many labels is drawn while its caller reads. Each
// write passes the renderer on, and gets it back.
func TestASlowReaderHoldsNoRenderer(t *testing.T) {
	r := NewRenderers(1, 1)
	if err := r.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := yieldingWriter{renderers: r, w: writerFunc(func(p []byte) (int, error) {
		if len(r.slots) != 0 {
			t.Error("the renderer is held while the caller is waited for")
		}
		return len(p), nil
	})}
	if n, err := w.Write([]byte("label")); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if len(r.slots) != 1 {
		t.Error("the renderer was not taken back")
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestADocumentThatIsTooLargeIsRefused(t *testing.T) {
	if err := printProblem(label.ErrTooLarge); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}
