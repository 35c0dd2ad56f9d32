package console

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/internal/store/people"
	"waybill/test/browser"
)

// window is a window of a browser in which pages of a site are open.
type window struct {
	*browser.Window
	s    *site
	user people.User // who is signed in
}

// browser opens a window in which a new user with a role is signed in: one of the account (viewer, editor, admin), or the operator's
// (operator, operator-admin); "" is nobody.
func (s *site) browser(role string) *window {
	s.t.Helper()
	return s.start(browser.Shell, role)
}

// withoutScripts is browser, and no page has scripts.
func (s *site) withoutScripts(role string) *window {
	s.t.Helper()
	w := s.browser(role)
	w.WithoutScripts()
	return w
}

// start opens a window of a program, as browser does.
func (s *site) start(program, role string) *window {
	s.t.Helper()
	w := &window{Window: browser.Open(s.t, program), s: s}
	w.AddScript(`try { localStorage.setItem("bench", 1) } catch { /* a page without a place to store */ }`) // the bench was used before
	if role != "" {
		w.signIn(s.user(role))
	}
	return w
}

// signIn gives the window a new session of a user. It begins in an hour, so that it is a recent one however long the test takes.
func (w *window) signIn(u people.User) {
	w.s.t.Helper()
	_, token, err := w.s.later.People.CreateSession(w.s.t.Context(), u, "test", "192.0.2.1", "test", time.Time{})
	if err != nil {
		w.s.t.Fatalf("sign in: %v", err)
	}
	w.user = u
	w.setSession(token)
}

// setSession gives the window the token of a session.
func (w *window) setSession(token string) {
	w.s.t.Helper()
	set := true
	_, err := chromedp.Call(w.Context, network.SetCookie, network.SetCookieParams{
		Name: "waybill_session", Value: token, URL: w.s.base + "/console/", Path: "/console/", HTTPOnly: &set,
	})
	if err != nil {
		w.s.t.Fatalf("set the session: %v", err)
	}
}

// open goes to a path.
func (w *window) open(path string) {
	w.s.t.Helper()
	w.Open(w.s.base + path)
}

// openUntil opens a page again and again, until a script finds something on it.
func (w *window) openUntil(path, script string) {
	w.s.t.Helper()
	deadline := time.Now().Add(browser.Patience)
	for w.open(path); !evaluate[bool](w, "Boolean("+script+")"); w.open(path) {
		if time.Now().After(deadline) {
			w.s.t.Fatalf("%s finds nothing\n%s", script, w.Source())
		}
	}
}

// see waits until an element is visible.
func (w *window) see(selector string) {
	w.s.t.Helper()
	w.Do("see "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

// click clicks an element, and waits for the page that this may lead to.
func (w *window) click(selector string) {
	w.s.t.Helper()
	w.Do("click "+selector, chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// follow clicks an element that leads to another page, and waits until that has come.
func (w *window) follow(selector string) {
	w.s.t.Helper()
	evaluate[bool](w, "window.before = true")
	w.click(selector)
	w.await("!window.before")
}

// write replaces the value of a field: by a text at once, as from the clipboard, and by the keys in it, such as Tab.
func (w *window) write(selector, text string) {
	w.s.t.Helper()
	w.Do("write "+selector, chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Focus(chromedp.CSS(selector)))
	evaluate[bool](w, "(e => { e.value = ''; return true })(document.querySelector(`"+selector+"`))")
	at := strings.IndexFunc(text, unicode.IsControl)
	if at < 0 {
		at = len(text)
	}
	if _, err := chromedp.Call(w.Context, input.InsertText, input.InsertTextParams{Text: text[:at]}); err != nil {
		w.s.t.Fatalf("write %s: %v", selector, err)
	}
	if at < len(text) {
		w.press(text[at:])
	}
}

// choose sets the value of a select.
func (w *window) choose(selector, value string) {
	w.s.t.Helper()
	w.Do("choose "+selector, chromedp.SetValue(chromedp.CSS(selector), value))
}

// drawn waits until the page is drawn: Chromium drops the keys that are pressed before.
func (w *window) drawn() {
	w.s.t.Helper()
	evaluate[bool](w, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
}

// press types keys where the focus is.
func (w *window) press(keys string) {
	w.s.t.Helper()
	w.drawn()
	w.await(fmt.Sprintf(`performance.now() > %d`, 150*len(keys))) // no key is older than the page, whose clock would say 0
	w.Do("press "+keys, chromedp.KeyEvent(keys, byFinger(len(keys))))
}

// moveBy presses a key, with modifiers.
func (w *window) moveBy(key string, modifiers ...chromedp.Modifier) {
	w.s.t.Helper()
	w.drawn()
	w.Do("press "+key, chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...), byFinger(1)))
}

// tabTo presses Tab until a condition is true, and gives the page the time between two keys to move the focus.
func (w *window) tabTo(condition string) {
	w.s.t.Helper()
	for range 200 {
		w.drawn()
		if evaluate[bool](w, "!!("+condition+")") {
			return
		}
		w.Do("press Tab", chromedp.KeyEvent(kb.Tab, byFinger(1)))
	}
	w.s.t.Fatalf("Tab does not reach %s\n%s", condition, w.Source())
}

// await waits until a script finds something on a complete page.
func (w *window) await(script string) {
	w.s.t.Helper()
	w.Await(script)
}

// seeText waits until the complete page has a text.
func (w *window) seeText(text string) {
	w.s.t.Helper()
	w.AwaitText(text)
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

// evaluate is browser.Evaluate.
func evaluate[T any](w *window, script string) T {
	w.s.t.Helper()
	return browser.Evaluate[T](w.Window, script)
}

// picture is a PNG of the whole page.
func (w *window) picture() []byte {
	w.s.t.Helper()
	png, err := chromedp.Run(w.Context, chromedp.FullScreenshot(100))
	if err != nil {
		w.s.t.Fatalf("picture: %v", err)
	}
	return png
}

// byFinger gives so many keys the times of a person, who holds each for a tenth of a second and has typed the last one now. A key that a
// script takes types nothing.
func byFinger(keys int) func(*input.DispatchKeyEventParams) {
	const pause, hold = 50 * time.Millisecond, 100 * time.Millisecond
	at := time.Now().Add(-time.Duration(keys) * (pause + hold))
	return func(p *input.DispatchKeyEventParams) {
		switch p.Type {
		case input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeRawKeyDown:
			p.Type, at = input.DispatchKeyEventTypeRawKeyDown, at.Add(pause)
		case input.DispatchKeyEventTypeKeyUp:
			at = at.Add(hold)
		}
		p.Timestamp = input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)
	}
}
