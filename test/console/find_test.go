package console

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestLongEnterWaitsForTheResponse presses Enter in the dialog of Ctrl+K before the server has responded: the page that was typed
// opens when the response is there, and none of the list of before.
func TestLongEnterWaitsForTheResponse(t *testing.T) {
	w := newSite(t).browser("editor")
	w.open("/console/")
	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open && document.querySelectorAll("#found a").length > 5`)
	evaluate[bool](w, `(real => {
		const held = new Promise(resolve => { window.respond = () => { window.fetch = real; resolve(); }; });
		window.fetch = (...request) => { window.asked = true; return held.then(() => real(...request)); };
		return true;
	})(window.fetch)`)
	before := w.path()
	w.press("hand-over" + kb.Enter)
	w.await("window.asked")
	if at := w.path(); at != before {
		t.Errorf("%s is open before the response", at)
	}
	evaluate[bool](w, "respond(), true")
	w.await(`location.pathname.endsWith("/handovers")`)
}
