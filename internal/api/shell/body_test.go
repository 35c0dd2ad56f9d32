package shell

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/spool"
)

// watchedBody gives out a body in pieces, and checks at each what is held for it.
type watchedBody struct {
	t     *testing.T
	body  *Body
	piece int
	left  int
	came  int
}

func (w *watchedBody) Read(p []byte) (int, error) {
	capacity := 0
	for _, part := range w.body.parts {
		capacity += cap(part)
	}
	if most := max(firstPart, 2*w.came); capacity > most {
		w.t.Errorf("%d bytes came, and %d are held", w.came, capacity)
	}
	if capacity > firstPart && int64(capacity) > w.held() {
		w.t.Errorf("%d bytes are held, and %d counted", capacity, w.held())
	}
	n := min(len(p), w.piece, w.left)
	for i := range n {
		p[i] = ' '
	}
	w.came, w.left = w.came+n, w.left-n
	if w.left == 0 {
		return n, io.EOF
	}
	return n, nil
}

func (w *watchedBody) held() int64 {
	return w.body.shell.Budget.Anonymous.Stats().Held + w.body.shell.Budget.Callers.Stats().Held
}

func (w *watchedBody) Close() error { return nil }

// TestBodiesAreNotMoreThanTwiceWhatCame, whatever their header says.
func TestBodiesAreNotMoreThanTwiceWhatCame(t *testing.T) {
	t.Parallel()
	for name, announced := range map[string]int64{"honest": 5 << 20, "more than comes": MaxBody, "unknown": -1} {
		for _, admitted := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				folder, err := spool.Open(t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				needs := admission.Needs{Label: 1 << 20, Document: 1 << 20, Cores: 2}
				a := &Shell{Config: Config{
					Budget: admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, needs)), Spool: folder,
				}}
				b := &Body{shell: a, most: MaxBody, owed: announced, admitted: admitted, held: a.Budget.Anonymous.Hold(admission.Owner{})}
				w := &watchedBody{t: t, body: b, piece: 3000, left: 5 << 20}
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", http.NoBody)
				r.Body = w
				if err := b.read(r); err != nil {
					t.Fatal(err)
				}
				if onDisk := a.Budget.Spool.Stats().Held; onDisk < 3<<20 || onDisk > 6<<20 {
					t.Errorf("%d bytes on disk", onDisk)
				}
				text, err := b.whole()
				if err != nil || len(text) != 5<<20 || strings.TrimSpace(string(text)) != "" {
					t.Errorf("%d bytes, %v", len(text), err)
				}
				if onDisk := a.Budget.Spool.Stats().Held; onDisk != 0 {
					t.Errorf("%d bytes are left on disk", onDisk)
				}
			})
		}
	}
}
