package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Evaluate runs a script in a window, and returns its value. A page that the browser leaves meanwhile, for one that a
// click asked for, ends the script: it runs again on the next page.
func Evaluate[T any](w *Window, script string) T {
	w.t.Helper()
	value, err := evaluate[T](w, script)
	if err != nil {
		w.t.Fatalf("run %.60s: %v\n%s", script, err, w.Source())
	}
	return value
}

func evaluate[T any](w *Window, script string) (value T, err error) {
	ctx, stop := context.WithTimeout(w.Context, Patience)
	defer stop()
	for {
		value, err = chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
		if err == nil || !strings.Contains(err.Error(), "navigated or closed") || ctx.Err() != nil {
			return value, err
		}
	}
}

// awaited looks for something on the page until it is there, and begins again after some seconds: a page that the browser keeps for
// Back may never go on. What fails is not there yet.
const awaited = `new Promise(found => {
	let left = 200;
	const look = () => {
		let there = false;
		try { there = document.readyState === "complete" && Boolean(%s); } catch { /* not yet */ }
		if (there || !--left) found(there);
		else setTimeout(look, 15);
	};
	look();
})`

// Await waits until a script finds something on a page that is loaded with its scripts. The page itself looks, so nothing is missed
// between two calls.
func (w *Window) Await(script string) {
	w.t.Helper()
	look, pause := fmt.Sprintf(awaited, script), time.Duration(0)
	if w.silent { // it has no timers, and changes only when another page is loaded
		look, pause = `document.readyState === "complete" && Boolean(`+script+`)`, 15*time.Millisecond
	}
	deadline := time.After(Patience)
	for {
		if found, err := evaluate[bool](w, look); err == nil && found {
			return
		}
		select {
		case <-deadline:
			w.t.Fatalf("%s finds nothing\n%s", script, w.Source())
		case <-time.After(pause):
		}
	}
}

// AwaitText waits until the page shows a text.
func (w *Window) AwaitText(text string) {
	w.t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Await(`document.querySelector("main").innerText.includes(` + string(quoted) + `)`)
}

// Do runs actions on a complete page: its scripts hear what they do.
func (w *Window) Do(what string, actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	w.Await("true")
	ctx, stop := context.WithTimeout(w.Context, Patience)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, w.Source())
	}
}

// Open goes to a URL.
func (w *Window) Open(url string) {
	w.t.Helper()
	w.Do("open "+url, chromedp.Navigate(url))
}

// Source is what the window shows, for messages.
func (w *Window) Source() string {
	ctx, stop := context.WithTimeout(w.Context, Patience)
	defer stop()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname + ": " + document.querySelector("main")?.innerText`))
	return text[:min(len(text), 2000)]
}

// Popup clicks an element, and returns the window with a URL like url that this opens.
func (w *Window) Popup(selector, url string) *Window {
	w.t.Helper()
	opener := chromedp.FromContext(w.Context).Target.TargetID // other tests open windows in the same browser
	opened := chromedp.WaitNewTarget(w.Context, func(i *target.Info) bool { return i.OpenerID == opener && strings.Contains(i.URL, url) })
	w.Do("click "+selector, chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
	select {
	case id := <-opened:
		ctx, stop := chromedp.NewContext(w.Context, chromedp.WithTargetID(id))
		if err := chromedp.Do(ctx); err != nil { // without a timeout, as for the first window
			w.t.Fatal(err)
		}
		w.t.Cleanup(stop)
		return &Window{t: w.t, Context: ctx}
	case <-time.After(Patience):
		w.t.Fatalf("%s opens no window\n%s", selector, w.Source())
	}
	return nil
}

// Emulate makes the window as wide as a device, in pixels, with a colour scheme (light or dark).
func (w *Window) Emulate(width int64, scheme string) {
	w.t.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 640 {
		options = append(options, chromedp.EmulateMobile)
	}
	w.Do("resize", chromedp.EmulateViewport(width, 900, options...))
	_, err := chromedp.Call(w.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	if err != nil {
		w.t.Fatalf("resize: %v", err)
	}
}

// AddScript runs a script in each page that the window opens from now on.
func (w *Window) AddScript(source string) {
	w.t.Helper()
	_, err := chromedp.Call(w.Context, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	if err != nil {
		w.t.Fatalf("add a script: %v", err)
	}
}
