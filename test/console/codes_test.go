package console

import (
	"fmt"
	"testing"
)

// TestLongScansAreAskedAndRefused scans at the station of packers: a code that nothing has, after which the label of the parcel before
// is not offered, and one of two orders, from which a person chooses one. An AIM identifier is read outside a field, too.
func TestLongScansAreAskedAndRefused(t *testing.T) {
	s := newSite(t)
	first := s.reference("as-1")
	one, two := s.reference("du-1"), s.reference("du-1")
	w := s.browser("editor")
	w.open(s.home + "pack?warnings=1")
	const offered = `!!document.querySelector("#station form[action$='label.pdf']")`
	shows := func(number string) string {
		return fmt.Sprintf(`document.querySelector("#station h2")?.innerText === %q`, number)
	}
	w.scan("as-1")
	w.await(shows(first) + " && " + offered)
	w.scan("nothing-1")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("nothing-1") && !document.querySelector("#station h2") && !` + offered)
	w.scan("]C0as-1") // it was packed before
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("]C0as-1") && ` + shows(first) + " && " + offered)
	w.scan("du-1")
	w.await(`document.querySelectorAll("#scan [data-choose]").length === 2 && !` + offered)
	w.click(`#scan [data-choose]`)
	w.await(`document.querySelector("#scan.good")?.innerText.includes("du-1") && ` + offered)
	w.await(fmt.Sprintf(`[%q, %q].includes(document.querySelector("#station h2").innerText)`, one, two))
	w.await(`document.querySelectorAll("#scans li [data-choose]").length === 0`)

	w.open(s.home + "orders")
	w.scan("]C0" + first)
	w.await("location.pathname.endsWith('/orders/" + first + "')")
}

// TestLongScansInFieldsSendNothing: an Enter behind keys that come as fast as those of a scanner sends no form that changes something. One
// behind the keys of a person does, and so does a search.
func TestLongScansInFieldsSendNothing(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "handovers")
	isSent := func(field string, pace int) bool {
		t.Helper()
		return evaluate[bool](w, fmt.Sprintf(`(() => {
			const field = document.querySelector(%q);
			field.focus();
			let at = performance.now();
			return [..."WB48210739526ID", "Enter"].map(key => {
				const event = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
				Object.defineProperty(event, "timeStamp", {value: at += %d});
				return field.dispatchEvent(event);
			}).at(-1);
		})()`, field, pace))
	}
	if isSent("#f-place", 1) || isSent("#f-place", 50) {
		t.Error("a scan sends the form")
	}
	if !isSent("#f-place", 120) {
		t.Error("a person cannot send the form by Enter")
	}
	w.open(s.home + "orders")
	if !isSent("#words", 1) {
		t.Error("a scan does not search")
	}
}
