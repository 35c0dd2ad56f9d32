package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// keysInField types a code as a scanner does, and Enter, into the field that has the focus.
func (w *window) keysInField(code string) {
	w.s.t.Helper()
	evaluate[bool](w, fmt.Sprintf(`(code => {
		let at = performance.now() + 1000;
		for (const key of [...code, "Enter"]) {
			const target = document.activeElement, named = /\d/.test(key) ? "Digit" + key : key === "-" ? "Minus" : "Key" + key;
			const event = new KeyboardEvent("keydown", {key, code: named, shiftKey: /[A-Z]/.test(key[0]), bubbles: true, cancelable: true});
			Object.defineProperty(event, "timeStamp", {value: at += 20});
			if (target.dispatchEvent(event) && key.length === 1) target.value += key;
		}
		return true;
	})(%q)`, code))
}

// TestLongAParcelIsMeasured: at the station of a hub the weight of the scale goes with the next scan, once, and what a person types beside
// it, too, also while the network is away. A scan without a weight or a size is not recorded. What a scanner types into a field of a person
// is a scan.
func TestLongAParcelIsMeasured(t *testing.T) {
	s := newSite(t)
	addHub(s, "Tuas")
	numbers := make([]string, 5)
	for i := range numbers {
		numbers[i] = s.reference(fmt.Sprintf("me-%d", i))
	}
	w := s.browser("hub")
	w.open(toMeasure)
	by := scanner{pace: 20, layout: "us", end: "Enter"}
	lines := func(state string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			evaluate[bool](w, fmt.Sprintf(`(weighLine(%q), true)`, line))
		}
		w.await(fmt.Sprintf(`document.querySelector("[data-scale]").innerText.includes(%q)`, state))
	}
	field := func(name, want string) {
		t.Helper()
		w.await(fmt.Sprintf(`document.querySelector("#%s").value === %q`, name, want))
	}
	has := func(i int, want ...stored.Scan) {
		t.Helper()
		w.scansEnd()
		o, err := s.store.OrderByTrackingNo(t.Context(), numbers[i])
		if err != nil {
			t.Fatal(err)
		}
		scans, err := (&stored.Store{Store: s.store}).ScansOf(t.Context(), o.AccountID, o.OrderID)
		if err != nil || len(scans) != len(want) {
			t.Fatalf("parcel %d: %+v, want %+v; %v", i, scans, want, err)
		}
		for j, scan := range scans {
			got := stored.Scan{Weight: scan.Weight, Length: scan.Length, Width: scan.Width, Height: scan.Height}
			if scan.Activity != shipment.ActivityMeasured || got != want[j] {
				t.Errorf("parcel %d: %+v, want %+v", i, scan, want[j])
			}
		}
	}
	w.keys(by, numbers[0])
	w.shows("bad", numbers[0], "Send the weight, in kg, or the length, width and height, in cm.")
	has(0)
	lines("Lift the parcel", "ST,GS,+003.000kg") // it stood there when the page was opened
	lines("Moves", "ST,GS,+000.000kg", "US,GS,+001.300kg")
	field("weight", "")
	lines("1.262", "ST,GS,+001.262kg")
	field("weight", "1.262 kg")
	w.keys(by, numbers[0])
	w.shows("warn", numbers[0], "1.262 kg")
	field("weight", "")
	lines("Lift the parcel", "ST,GS,+001.262kg", "ST,GS,+001.262kg")
	w.keys(by, numbers[1]) // while the parcel before stands on the scale
	w.shows("bad", numbers[1], "Send the weight")
	has(0, stored.Scan{Weight: 1262})
	has(1)

	// The scale and a person, who goes on from field to field and scans in the last one.
	lines("2 kg", "ST,GS,+000.000kg", "ST,GS,+002.000kg")
	w.click("#length")
	w.press("30.5" + kb.Tab + "20" + kb.Tab + "10")
	w.keysInField(numbers[1])
	w.shows("warn", numbers[1], "30.5\u00a0×\u00a020\u00a0×\u00a010\u00a0cm")
	for _, name := range []string{"weight", "length", "width", "height"} {
		field(name, "")
	}
	has(1, stored.Scan{Weight: 2000, Length: 3050, Width: 2000, Height: 1000})
	w.click("#weight") // typed, while the scale is in use
	w.press("3.5" + kb.Enter)
	w.await(`document.activeElement.id === "code"`)
	lines("Empty", "ST,GS,+000.000kg")
	field("weight", "3.5")
	w.keys(by, numbers[2])
	w.shows("warn", numbers[2], "3.5 kg")
	has(2, stored.Scan{Weight: 3500})

	// Without the network each weight stays with its scan, and a page that is opened again has them still.
	w.cutOff(true)
	lines("4 kg", "ST,GS,+004.000kg")
	w.keys(by, numbers[3])
	lines("5 kg", "ST,GS,+000.000kg", "ST,GS,+005.000kg")
	w.keys(by, numbers[4])
	w.await(`document.querySelectorAll("#scans li.unsent").length === 2`)
	lines("6 kg", "ST,GS,+000.000kg", "ST,GS,+006.000kg") // of a parcel that is not scanned yet
	w.cutOff(false)
	w.online()
	w.shows("warn", numbers[4], "5 kg")
	field("weight", "6 kg")
	has(3, stored.Scan{Weight: 4000})
	has(4, stored.Scan{Weight: 5000})
	evaluate[bool](w, fmt.Sprintf(`(() => { // an answer that was lost
		const scan = list.find(scan => scan.code === %q);
		scan.tone = "unsent";
		sendScans();
		return true;
	})()`, numbers[3]))
	has(3, stored.Scan{Weight: 4000})
	if n, err := engine.Value[int](t.Context(), s.store.DB.Reads, `SELECT count(*) FROM unknown_scans`); err != nil || n != 0 {
		t.Errorf("%d unknown codes, %v", n, err)
	}
}
