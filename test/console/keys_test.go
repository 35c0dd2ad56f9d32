package console

import (
	"fmt"
	"strings"
	"testing"
)

// scanner is how a scanner or a person sends keys: places of a keyboard of the United States, of which the layout of the computer makes
// characters.
type scanner struct {
	pace   int    // milliseconds between two keys
	layout string // us, french, or chinese with its input method on
	caps   bool   // Caps Lock is on
	end    string // Enter, Tab, "Enter Enter", or "" for none
}

// keys sends codes. The times of the keys are those of the scanner, however busy the machine is: they go on from the last key of the
// page. An Enter that no script takes does what the browser does: it clicks what has the focus.
func (w *window) keys(by scanner, codes ...string) {
	w.s.t.Helper()
	evaluate[bool](w, fmt.Sprintf(`(({pace, layout, caps, end}, codes) => {
		const signs = {"-": "Minus", "_": "^Minus", "/": "Slash", " ": "Space", ".": "Period", ",": "Comma", "+": "^Equal", "]": "BracketRight"};
		const french = {KeyQ: "a", KeyW: "z", KeyA: "q", KeyZ: "w", KeyM: ",", Minus: ")", Slash: "!", Period: ":", Comma: ";", Equal: "=",
			BracketRight: "$", Space: " ", ...Object.fromEntries([..."àé&\"'(-è_ç"].map((c, i) => ["Digit" +[0, 2, 1, 3, 4, 5, 6, 7, 8, 9][i], c]))};
		const signOf = (c, code, shiftKey) => {
			if (layout === "chinese") return "Process";
			let key = layout === "french" ? french[code] || (code.startsWith("Key") ? code[3].toLowerCase() : c) : c.toLowerCase();
			if (layout === "french" && shiftKey && code.startsWith("Digit")) key = code[5];
			const upper = shiftKey !== (caps && code.startsWith("Key"));
			return key.length === 1 && upper ? key.toUpperCase() : key;
		};
		window.keyTime = Math.max(window.keyTime || 0, performance.now());
		const press = (key, code, shiftKey) => {
			window.keyTime += pace;
			for (const type of ["keydown", "keyup"]) {
				const target = document.activeElement || document.body, isComposing = key === "Process";
				const event = new KeyboardEvent(type, {key, code, shiftKey, isComposing, bubbles: true, cancelable: true});
				Object.defineProperty(event, "timeStamp", {value: window.keyTime + (type === "keyup" ? Math.min(pace, 80) : 0)});
				const goesOn = target.dispatchEvent(event);
				if (goesOn && type === "keydown" && key === "Enter" && target.matches("button, a")) target.click();
			}
		};
		for (const text of codes) {
			for (const c of text) {
				const sign = signs[c] || (/\d/.test(c) ? "Digit" + c : (/[A-Z]/.test(c) ? "^" : "") + "Key" + c.toUpperCase());
				const code = sign.replace("^", ""), shift = sign !== code;
				press(signOf(c, code, shift), code, shift);
			}
			for (const key of end.split(" ").filter(Boolean)) press(key, key, false);
		}
		return true;
	})({pace: %d, layout: %q, caps: %t, end: %q}, %q.split("\n"))`,
		by.pace, by.layout, by.caps, by.end, strings.Join(codes, "\n")))
}

// scansEnd waits until all scans were answered.
func (w *window) scansEnd() {
	w.s.t.Helper()
	w.await(`!sending && waiting().length === 0`)
}

// shows waits until all scans were answered and the panel has a tone, the code of the last scan, and a text.
func (w *window) shows(tone, code, text string) {
	w.s.t.Helper()
	w.scansEnd()
	w.await(fmt.Sprintf(`document.querySelector("#scan.%s:not([hidden])")?.innerText.includes(%q)`, tone, code))
	w.await(fmt.Sprintf(`document.querySelector("#scan").innerText.includes(%q)`, text))
}

// online says that the network is there again, as a browser does.
func (w *window) online() {
	w.s.t.Helper()
	evaluate[bool](w, `dispatchEvent(new Event("online"))`)
}

// of is the site for a test that is a part of its test.
func (s *site) of(t *testing.T) *site {
	part := *s
	part.t = t
	return &part
}
