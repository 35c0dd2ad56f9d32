package console

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"waybill/client"
	"waybill/test/browser"
	"waybill/test/harness"
)

// inputs are what people type into the form of a new order, in the order of the form.
var inputs = [][2]string{
	{"consignee_name", "Susan <b>Wijaya</b>"},
	{"consignee_number", "+62 812 3456 7890"},
	{"consignee_address", "Jl. Berangin 5"},
	{"consignee_city", "Jakarta"},
	{"consignee_postal", "12420"},
	{"consignee_country", "Indonesia"},
	{"pickup_address", "Jurong West Ave 1"},
	{"pickup_country", "Singapore"},
	{"order_weight", "1.25"},
	{"order_length", "30"},
	{"order_width", "20"},
	{"order_height", "10"},
	{"items-0-item_desc", "Cotton T-shirt"},
	{"items-0-item_quantity", "3"},
	{"items-0-item_price_value", "23.55"},
	{"items-0-item_price_currency", "SGD"},
}

// typeOrder fills in the form of a new order.
func (w *window) typeOrder() {
	w.s.t.Helper()
	for _, input := range inputs {
		w.write("#f-"+input[0], input[1])
	}
	w.choose("#f-service_id", "1")
}

// number is the tracking number of the order whose page the window shows.
func (w *window) number() string {
	w.s.t.Helper()
	w.see(".identity .code") // the form of an order has .identity, too
	return w.text(".identity .code")
}

// orders is how many orders the account has.
func (s *site) orders() int {
	s.t.Helper()
	page, err := s.sdk.Orders(s.t.Context(), client.Filter{})
	if err != nil {
		s.t.Fatal(err)
	}
	return int(page.Count)
}

// run runs a program and returns its output.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), harness.Tool(t, name), args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(out)
}

// showsPDF opens a PDF and waits until the browser shows it: a white page with black bars between the greys of its viewer.
func (w *window) showsPDF(path string) {
	w.s.t.Helper()
	w.open(path)
	deadline := time.After(browser.Patience)
	for {
		shot, err := chromedp.Call(w.Context, cdp.CaptureScreenshot, cdp.CaptureScreenshotParams{})
		if err != nil {
			w.s.t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(shot.Data))
		if err != nil {
			w.s.t.Fatal(err)
		}
		counts, area := make(map[string]int), 0
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				area++
				switch grey := color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y; {
				case grey < 16:
					counts["black"]++
				case grey > 250:
					counts["white"]++
				case grey > 30 && grey < 70:
					counts["viewer"]++
				}
			}
		}
		if counts["black"] > area/500 && counts["white"] > area/20 && counts["viewer"] > area/20 {
			return
		}
		select {
		case <-deadline:
			w.s.t.Fatalf("%s is not shown: %v of %d dots", path, counts, area)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// TestLongOrderIsCreatedAndPrinted types an order, corrects what the check says, and reads the label that comes.
func TestLongOrderIsCreatedAndPrinted(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "orders/new")
	w.write("#f-consignee_number", "0812")
	w.write("#f-consignee_country", "indonesia")
	w.write("#f-pickup_country", "SG")
	w.write("#f-order_weight", "1,500\t")
	w.see("#e-consignee_number p")
	w.see("#e-order_weight p")
	w.see(`#f-consignee_number[aria-invalid="true"]`)
	w.see(`#f-service_id:has(optgroup[label="Singapore → Indonesia"])`)
	hint := evaluate[string](w, `document.getElementById("h-items-0-item_hs_code").textContent`)
	if !strings.HasPrefix(hint, "6 digits, or all 8 of the destination") {
		t.Errorf("the hint of HS codes is %q", hint)
	}
	if text := w.text("#e-consignee_name"); text != "" {
		t.Errorf("a field that was not touched says %q", text)
	}
	w.typeOrder()
	w.seeText("Nothing is missing.")
	w.click(`button[value="print"]`)
	no := w.number()
	if !strings.HasSuffix(w.path(), no) || !strings.Contains(w.text("main"), "Susan <b>Wijaya</b>") {
		t.Fatalf("the page is %s: %s", w.path(), w.Source())
	}
	file := evaluate[string](w, `fetch("`+s.home+"orders/"+no+`/documents/label.pdf").then(r => r.arrayBuffer())
		.then(b => btoa(String.fromCharCode(...new Uint8Array(b))))`)
	content, err := base64.StdEncoding.DecodeString(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	pdf := filepath.Join(folder, "label.pdf")
	if err := os.WriteFile(pdf, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if text := run(t, "pdftotext", "-layout", pdf, "-"); !strings.Contains(text, no) || !strings.Contains(text, "Susan <b>Wijaya</b>") {
		t.Errorf("the label has the text %s", text)
	}
	run(t, "pdftoppm", "-png", "-r", "300", "-singlefile", pdf, filepath.Join(folder, "label"))
	if codes := run(t, "zbarimg", "--quiet", "--raw", filepath.Join(folder, "label.png")); !strings.Contains(codes, no) {
		t.Errorf("the label has the codes %s, not %s", codes, no)
	}
	reader := s.start(browser.Chromium, "") // the other one does not show PDFs
	reader.signIn(w.user)
	reader.showsPDF(s.home + "orders/" + no + "/documents/label.pdf")
	// The same form again: pickup address and currency are there, the consignee is not.
	w.open(s.home + "orders/new")
	got := evaluate[string](w, `["pickup_address", "items-0-item_price_currency", "consignee_name"]
		.map(n => document.getElementById("f-" + n).value).join()`)
	if got != "Jurong West Ave 1,SGD," {
		t.Errorf("the next form has %q", got)
	}
}

// TestLongDoubleClickMakesOneOrder: neither two clicks nor Back and again make a second order.
func TestLongDoubleClickMakesOneOrder(t *testing.T) {
	s := newSite(t)
	w := s.start(browser.Chromium, "editor") // the other one loads a page again that it goes back to
	w.open(s.home + "orders/new")
	w.typeOrder()
	evaluate[bool](w, `(() => { const b = document.querySelector("button[value=create]"); b.click(); b.click(); return true })()`)
	first := w.number()
	evaluate[bool](w, `(history.back(), true)`)
	w.await(`document.getElementById("f-consignee_name")`)
	if got := evaluate[string](w, `document.getElementById("f-consignee_name").value`); got != inputs[0][1] {
		t.Errorf("after Back the form has %q", got)
	}
	evaluate[bool](w, `(document.querySelector("button[value=create]").click(), true)`)
	w.await(`document.querySelector(".identity .code")`)
	if again := w.text(".identity .code"); again != first || s.orders() != 1 {
		t.Errorf("orders %s and %s, %d in all", first, again, s.orders())
	}
}

// TestLongOrderWithoutScripts does it all without scripts: rows, problems, a template, creating and cancelling.
func TestLongOrderWithoutScripts(t *testing.T) {
	s := newSite(t)
	w := s.withoutScripts("editor")
	w.open(s.home + "orders/new")
	w.typeOrder()
	w.click(`button[value="add:items"]`)
	w.see("#f-items-1-item_desc")
	w.write("#f-items-1-item_desc", "Cap")
	w.write("#f-consignee_number", "0812")
	w.click(`button[value="create"]`)
	w.see("#errors a")
	for _, want := range []string{"Consignee: Phone must begin", "Item 2: Quantity is missing.", "Item 2: Price is missing."} {
		w.seeText(want)
	}
	if s.orders() != 0 {
		t.Fatal("an order with problems was created")
	}
	w.click(`button[value="remove:items:1"]`)
	w.await(`!document.getElementById("f-items-1-item_desc") && document.querySelector('input[value="0812"]')`)
	w.write("#f-consignee_number", "+6281234567890")
	w.click(`button[value="create"]`)
	no := w.number()
	w.click("main .button.bad")
	w.seeText("Cancel order " + no + "?")
	w.click("main .button.bad")
	w.seeText("The order is cancelled.")
	if o, err := s.sdk.Order(t.Context(), no); err != nil || o.TrackerStatusCode != "CANCELLED" {
		t.Errorf("status %s, %v", o.TrackerStatusCode, err)
	}
}

// TestLongOperatorWorksOnAnOrder updates the tracking, uploads a proof, and decides about a refused order; the shipper then
// returns the parcel.
func TestLongOperatorWorksOnAnOrder(t *testing.T) {
	s := newSite(t)
	w := s.browser("operator")
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}})
	if err != nil {
		t.Fatal(err)
	}
	path := s.home + "orders/" + made.Orders[0].TrackingNo
	w.open(path)
	for i, status := range []string{"PICKED_UP", "SUCCESS"} {
		evaluate[bool](w, `(document.querySelector('form[action$="/tracking"]').closest("details").open = true)`)
		w.choose("#f-status", status)
		w.write("#f-address", "Jakarta")
		w.click(`form[action$="/tracking"] button`)
		w.see(".timeline li:nth-child(" + strconv.Itoa(i+2) + ")")
		w.seeText("The tracking is updated.")
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "proof.png")
	if err := os.WriteFile(file, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	w.open(path)
	evaluate[bool](w, `(document.querySelector('form[action$="/proof"]').closest("details").open = true)`)
	w.write("#f-name", "Sari")
	w.Do("choose a file", chromedp.SetUploadFiles(chromedp.CSS("#f-image"), []string{file}))
	w.click(`form[action$="/proof"] button`)
	w.seeText("The proof of delivery is stored.")
	w.seeText("Sari, ")

	shipper := s.browser("editor")
	shipper.open(path)
	shipper.click(".page-head a.button")
	shipper.see("#f-forward_tracking_no")
	shipper.click(`button[value="create"]`)
	shipper.see(".identity")
	shipper.seeText("Order that comes back")
}
