package browser

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"waybill/test/harness"
)

const (
	// Shell is the program for pages: Chromium without its window, which starts in a third of the time.
	Shell = "chromium-headless-shell"
	// Chromium is the program for what Shell does not do: it shows PDF files, and keeps a page that Back leads to.
	Chromium = "chromium"
	// Patience is how long a window waits: many times what it takes, because other tests need the processors too.
	Patience = 3 * time.Minute
)

// processes are the programs that run.
var processes struct {
	sync.Mutex
	of map[string]process
}

type process struct {
	ctx  context.Context //nolint:containedctx // it is the program
	stop func()
}

// Close ends the programs that Open started.
func Close() {
	processes.Lock()
	defer processes.Unlock()
	for _, p := range processes.of {
		p.stop()
	}
	processes.of = nil
}

// start starts a program, unless it runs.
func start(t *testing.T, program string) context.Context {
	t.Helper()
	path := harness.Tool(t, program)
	processes.Lock()
	defer processes.Unlock()
	if p, runs := processes.of[program]; runs {
		return p.ctx
	}
	ctx, stop := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1440, 900), chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-dev-shm-usage", true),
	))
	// The program ends with the context of the first call, so that one has no timeout.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		stop()
		t.Fatalf("start %s: %v", program, err)
	}
	if processes.of == nil {
		processes.of = map[string]process{}
	}
	processes.of[program] = process{ctx, stop}
	return ctx
}

// Window is a window with cookies and storage of its own. Its methods fail the test if what they wait for does not come.
type Window struct {
	t       *testing.T
	Context context.Context //nolint:containedctx // of calls of chromedp
	silent  bool            // its pages have no scripts
}

// Open opens a window of a program. It closes when the test ends.
func Open(t *testing.T, program string) *Window {
	t.Helper()
	w := &Window{t: t}
	var stop func()
	w.Context, stop = chromedp.NewContext(start(t, program), chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	if err := chromedp.Do(w.Context); err != nil {
		t.Fatalf("open a window: %v", err)
	}
	// Each window has the focus, whichever opened last.
	focus := emulation.SetFocusEmulationEnabledParams{Enabled: true}
	if _, err := chromedp.Call(w.Context, emulation.SetFocusEmulationEnabled, focus); err != nil {
		t.Fatalf("open a window: %v", err)
	}
	return w
}

// WithoutScripts makes the pages that the window opens from now on have no scripts.
func (w *Window) WithoutScripts() {
	w.t.Helper()
	w.silent = true
	off := emulation.SetScriptExecutionDisabledParams{Value: true}
	if _, err := chromedp.Call(w.Context, emulation.SetScriptExecutionDisabled, off); err != nil {
		w.t.Fatalf("turn scripts off: %v", err)
	}
}
