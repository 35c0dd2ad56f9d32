package console

import (
	"context"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"waybill/internal/store/people"
	"waybill/test/harness"
)

// window is a window of a browser. Its methods wait for what they need, and fail the test if it does not come.
type window struct {
	s        *site
	ctx      context.Context //nolint:containedctx // it is the browser
	user     people.User     // who is signed in
	signedIn time.Time
}

// browser opens a window of a new browser in which a new user with a role is signed in: one of the demo account
// (viewer, editor, admin), or the operator's (operator, operator-admin); "" is nobody. Flags are those of Chromium
// without dashes, such as blink-settings=scriptEnabled=false, with which no page has scripts.
func (s *site) browser(role string, flags ...string) *window {
	s.t.Helper()
	w := s.start(harness.Browser, flags...)
	if role != "" {
		w.signIn(s.user(role))
	}
	return w
}

// start opens a window of a new browser, a program of the family of Chromium.
func (s *site) start(program string, flags ...string) *window {
	s.t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(harness.Tool(s.t, program)), chromedp.NoSandbox, chromedp.WindowSize(1440, 900), chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-dev-shm-usage", true),
	}
	for _, flag := range flags {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, stop := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	s.t.Cleanup(stop)
	w := &window{s: s, ctx: ctx}
	// The browser ends with the context of the first call, so that one has no timeout.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		s.t.Fatalf("start a browser: %v", err)
	}
	return w
}

// signIn gives the window a new session of a user.
func (w *window) signIn(u people.User) {
	w.s.t.Helper()
	_, token, err := w.s.store.People.CreateSession(w.s.t.Context(), u, "test", "192.0.2.1", "test")
	if err != nil {
		w.s.t.Fatalf("sign in: %v", err)
	}
	w.user, w.signedIn = u, time.Now()
	w.setSession(token)
}

// setSession gives the window the token of a session.
func (w *window) setSession(token string) {
	w.s.t.Helper()
	set := true
	_, err := chromedp.Call(w.ctx, network.SetCookie, network.SetCookieParams{
		Name: "waybill_session", Value: token, URL: w.s.base + "/console/", Path: "/console/", HTTPOnly: &set,
	})
	if err != nil {
		w.s.t.Fatalf("set the session: %v", err)
	}
}

// do runs actions of chromedp on a complete page: its scripts hear what they do, and nothing moves any more.
func (w *window) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	w.s.t.Helper()
	w.await("true")
	ctx, stop := context.WithTimeout(w.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.s.t.Fatalf("%s: %v\n%s", what, err, w.source())
	}
}

// source is what the window shows, for messages.
func (w *window) source() string {
	ctx, stop := context.WithTimeout(w.ctx, time.Minute)
	defer stop()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname + ": " + document.querySelector("main")?.innerText`))
	return text[:min(len(text), 2000)]
}

// open goes to a path.
func (w *window) open(path string) {
	w.s.t.Helper()
	w.do("open "+path, chromedp.Navigate(w.s.base+path))
}

// openUntil opens a page again and again, until a script finds something on it.
func (w *window) openUntil(path, script string) {
	w.s.t.Helper()
	deadline := time.Now().Add(patience)
	for w.open(path); !evaluate[bool](w, "Boolean("+script+")"); w.open(path) {
		if time.Now().After(deadline) {
			w.s.t.Fatalf("%s finds nothing\n%s", script, w.source())
		}
	}
}

// see waits until an element is visible.
func (w *window) see(selector string) {
	w.s.t.Helper()
	w.do("see "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

// seeText waits until the complete page has a text.
func (w *window) seeText(text string) {
	w.s.t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(w.text("main"), text) || !evaluate[bool](w, complete) {
		select {
		case <-deadline:
			w.s.t.Fatalf("the page has no %q\n%s", text, w.source())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// click clicks an element, and waits for the page that this may lead to.
func (w *window) click(selector string) {
	w.s.t.Helper()
	w.do("click "+selector, chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// write replaces the value of a field by typing.
func (w *window) write(selector, text string) {
	w.s.t.Helper()
	w.do("write "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
	evaluate[bool](w, "(e => { e.value = ''; return true })(document.querySelector(`"+selector+"`))")
	w.do("write "+selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// choose sets the value of a select.
func (w *window) choose(selector, value string) {
	w.s.t.Helper()
	w.do("choose "+selector, chromedp.SetValue(chromedp.CSS(selector), value))
}

// drawn waits until the page is drawn: Chromium drops the keys that are pressed before.
func (w *window) drawn() {
	w.s.t.Helper()
	evaluate[bool](w, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
}

// press types keys that no field has the focus for.
func (w *window) press(keys string) {
	w.s.t.Helper()
	w.drawn()
	w.do("press "+keys, chromedp.KeyEvent(keys))
}

// text is the visible text of the first element, "" if there is none.
func (w *window) text(selector string) string {
	w.s.t.Helper()
	return evaluate[string](w, `document.querySelector(`+"`"+selector+"`"+`)?.innerText ?? ""`)
}

// path is the path of the page, with its query.
func (w *window) path() string {
	w.s.t.Helper()
	return evaluate[string](w, `location.pathname + location.search`)
}

// title is the title of the page.
func (w *window) title() string {
	w.s.t.Helper()
	return evaluate[string](w, "document.title")
}

// evaluate runs a script in a window, and returns its value. A page that the browser leaves meanwhile, for one that a
// click asked for, ends the script: it runs again on the next page.
func evaluate[T any](w *window, script string) T {
	w.s.t.Helper()
	ctx, stop := context.WithTimeout(w.ctx, patience)
	defer stop()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	for err != nil && strings.Contains(err.Error(), "navigated or closed") && ctx.Err() == nil {
		value, err = chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		w.s.t.Fatalf("run %.60s: %v", script, err)
	}
	return value
}

// addScript runs a script in each page that the window opens from now on.
func (w *window) addScript(source string) {
	w.s.t.Helper()
	_, err := chromedp.Call(w.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	if err != nil {
		w.s.t.Fatalf("add a script: %v", err)
	}
}

// resize makes the window as wide as a device, in pixels, with a colour scheme (light or dark).
func (w *window) resize(width int64, scheme string) {
	w.s.t.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 640 {
		options = append(options, chromedp.EmulateMobile)
	}
	w.do("resize", chromedp.EmulateViewport(width, 900, options...))
	_, err := chromedp.Call(w.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	if err != nil {
		w.s.t.Fatalf("resize: %v", err)
	}
}

// picture is a PNG of the whole page.
func (w *window) picture() []byte {
	w.s.t.Helper()
	ctx, stop := context.WithTimeout(w.ctx, patience)
	defer stop()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		w.s.t.Fatalf("picture: %v", err)
	}
	return png
}
