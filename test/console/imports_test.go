package console

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/client"
)

var importScreens = []screen{
	{name: "imports", role: "editor", path: "/console/accounts/1/imports", prepare: func(s *site, names map[string]string) {
		const october, hostile = "orders october.csv", "\u202E<b>very long very long very long very long very long very long very long.csv"
		for name, request := range map[string]client.ImportRequest{
			"missing": {File: orderFile(s.t, "M", 20), FileName: "orders november.csv", DryRun: true},
			"review":  {File: orderFile(s.t, "R", 60, 3, 5, 8, 41), FileName: hostile, DryRun: true, Defaults: origin},
			"created": {File: orderFile(s.t, "C", 30, 7), FileName: october, ValidOnly: true, Defaults: origin},
		} {
			names["import-"+name] = s.imported(request)
		}
		words := strings.ReplaceAll(string(orderFile(s.t, "V", 67, 3, 9, 20, 31, 41, 52, 60)), "=1+1", "Express")
		ofAll := maps.Clone(origin)
		delete(ofAll, "service_id")
		names["import-values"] = s.imported(client.ImportRequest{
			File: []byte(strings.Replace(words, "Xq", "Service", 1)), FileName: "orders december.csv", DryRun: true, Defaults: ofAll,
		})
		again := client.ImportRequest{File: orderFile(s.t, "C", 30, 7), FileName: october, DryRun: true, Defaults: origin}
		names["import-again"] = s.imported(again)
	}},
	{name: "import-missing", role: "editor", path: "/console/accounts/1/imports/{import-missing}"},
	{name: "import-review", role: "editor", path: "/console/accounts/1/imports/{import-review}"},
	{name: "import-values", role: "editor", path: "/console/accounts/1/imports/{import-values}"},
	{name: "import-created", role: "editor", path: "/console/accounts/1/imports/{import-created}"},
	{name: "import-again", role: "editor", path: "/console/accounts/1/imports/{import-again}"},
}

// origin is what orderFile lacks.
var origin = map[string]string{
	"service_id": "1", "pickup_country": "Singapore", "pickup_address": "1 Raffles Place", "payment_type": "prepaid",
}

// orderFile is a CSV file with rows, of which those in wrong have a text that is no phone number.
func orderFile(t *testing.T, prefix string, rows int, wrong ...int) []byte {
	t.Helper()
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	_ = out.Write([]string{ // a buffer does not fail
		"Order no", "Recipient", "Phone", "Country", "Address", "Postal code", "Length", "Width", "Height", "Weight", "Item", "Category",
		"Qty", "Price", "Currency", "Tax ID", "Xq",
	})
	for n := range rows {
		phone := fmt.Sprintf("+62812345%05d", n)
		if slices.Contains(wrong, n) {
			phone = Hostile[n%len(Hostile)]
		}
		name := "Budi Santoso"
		if n%4 == 3 {
			name = cut(Hostile[n%len(Hostile)], 100)
		}
		_ = out.Write([]string{
			fmt.Sprintf("%s-%d", prefix, n), name, phone, "Indonesia", "Jl. Sudirman 1", "10220", "10", "10", "5", "0.5", "Shirt", "Fashion",
			"1", "12.5", "SGD", "3171012301900001", "=1+1",
		})
	}
	out.Flush()
	return b.Bytes()
}

// imported uploads a file by the interface, and returns the number of the import when it has settled.
func (s *site) imported(r client.ImportRequest) string {
	s.t.Helper()
	made, err := s.sdk.CreateImport(s.t.Context(), r)
	if err == nil {
		_, err = s.sdk.WaitForImport(s.t.Context(), made.ID, nil)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return strconv.FormatInt(made.ID, 10)
}

// references are the references of all orders.
func (s *site) references() (all []string) {
	s.t.Helper()
	for o, err := range s.sdk.AllOrders(s.t.Context(), client.Filter{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, o.ShipperOrderID)
	}
	slices.Sort(all)
	return all
}

// chooseFile puts a file into the field of the page.
func (w *window) chooseFile(selector, name string, content []byte) {
	w.s.t.Helper()
	path := filepath.Join(w.s.t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		w.s.t.Fatal(err)
	}
	w.Do("choose a file", chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path}))
}

// correctAndCreate goes from the list to the created orders: what the file lacks is given, a column is left out, and the
// valid orders are created.
func (w *window) correctAndCreate() {
	w.s.t.Helper()
	w.click(`form[data-upload] button`)
	w.seeText("Some things that every order needs were not found")
	w.choose(`#f-service_id`, "1")
	w.choose(`#f-default-payment_type`, "prepaid")
	w.choose(`#f-default-pickup_country`, "Singapore")
	w.choose(`#f-default-pickup_address`, "1 Raffles Place")
	w.choose(`#f-field-16`, "Leave this column out")
	w.click(`#columns .actions button`)
	w.seeText("Create 18 orders, leave out 2 rows")
	w.seeText("Phone must begin with a plus sign")
	w.click(`#decide button`)
	w.seeText("Print 18 labels")
}

// correctTheRest uploads the corrected file of refused rows, and creates them.
func (w *window) correctTheRest(refused string) {
	w.s.t.Helper()
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(refused, "\uFEFF"))).ReadAll()
	if err != nil || len(lines) != 3 {
		w.s.t.Fatalf("%v: %s", err, refused)
	}
	var corrected bytes.Buffer
	out := csv.NewWriter(&corrected)
	for i, line := range lines {
		if i > 0 {
			line[2] = "+628123450000" + strconv.Itoa(i)
		}
		_ = out.Write(line) // a buffer does not fail
	}
	out.Flush()
	w.chooseFile("#f-again", "refused.csv", corrected.Bytes())
	w.click(`form[data-upload] button`)
	w.seeText("Create 2 orders")
	w.click(`#decide button`)
	w.seeText("Print 2 labels")
	if all := w.s.references(); len(all) != 20 || len(slices.Compact(all)) != 20 {
		w.s.t.Errorf("%d orders: %v", len(all), all)
	}
}

// TestLongImportInABrowser drops a file with errors, corrects the mapping, creates the valid orders, and then the
// corrected rest.
func TestLongImportInABrowser(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "imports")
	w.see("[data-drop]")
	dropped := evaluate[string](w, `(() => {
		const data = new DataTransfer(), place = document.querySelector("[data-drop]");
		data.items.add(new File([`+strconv.Quote(string(orderFile(t, "B", 20, 4, 9)))+`], "orders.csv", {type: "text/csv"}));
		place.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
		return document.querySelector("#f-file").files[0].name;
	})()`)
	if dropped != "orders.csv" {
		t.Fatalf("%q was dropped", dropped)
	}
	w.correctAndCreate()
	pdf := evaluate[string](w, `fetch(location.pathname + "/labels", {method: "POST"})
		.then(answer => answer.text()).then(text => text.slice(0, 5))`)
	if pdf != "%PDF-" {
		t.Errorf("the labels begin with %q", pdf)
	}
	w.correctTheRest(evaluate[string](w, `fetch(location.pathname + "/refused").then(answer => answer.text())`))
	if alerts := evaluate[int](w, `document.querySelectorAll("main script, main img").length`); alerts != 0 {
		t.Errorf("cells became %d elements", alerts)
	}
}

// TestLongImportWithoutJavaScript does the same in a browser whose scripts are off: the page loads itself again.
func TestLongImportWithoutJavaScript(t *testing.T) {
	s := newSite(t)
	w := s.withoutScripts("editor")
	w.open(s.home + "imports")
	w.chooseFile("#f-file", "orders.csv", orderFile(t, "N", 20, 4, 9))
	w.correctAndCreate()
	id, err := strconv.ParseInt(filepath.Base(w.path()), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	refused, err := s.sdk.RefusedRows(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	w.correctTheRest(string(refused.Content))
}

// TestLongFileNamesAreShownAsText imports files whose names turn the direction of a text, have markup, and are long.
func TestLongFileNamesAreShownAsText(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	for _, name := range []string{
		"orders\u202Efdp.csv", "\u2067orders.csv", "<img src=x onerror=document.title='broken'>.csv", strings.Repeat("n", 996) + ".csv",
	} {
		id := s.imported(client.ImportRequest{File: orderFile(t, "F"+name, 1), FileName: name, DryRun: true, Defaults: origin})
		for _, path := range []string{s.home + "imports", s.home + "imports/" + id} {
			w.open(path)
			w.see("main bdi")
			shown := evaluate[string](w, `document.querySelector("main bdi").textContent +
				document.querySelector("main [title]:has(bdi)").title`)
			if strings.ContainsAny(shown+w.title(), "\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069") {
				t.Errorf("%s shows %q", path, shown)
			}
			wide := evaluate[int](w, `document.documentElement.scrollWidth - document.documentElement.clientWidth`)
			if wide > 0 || w.title() == "broken" {
				t.Errorf("%s is %d pixels too wide, its title is %q", path, wide, w.title())
			}
		}
	}
}

// TestLongImportCorrectedByKeyboard corrects the refused cells of an import and creates its orders without a mouse.
func TestLongImportCorrectedByKeyboard(t *testing.T) {
	s := newSite(t)
	id := s.imported(client.ImportRequest{File: orderFile(t, "K", 20, 4, 5, 9), FileName: "orders.csv", DryRun: true, Defaults: origin})
	w := s.browser("editor")
	w.open(s.home + "imports/" + id)
	w.seeText("Create 17 orders, leave out 3 rows")
	w.tabTo(`document.activeElement.name === "cell.C.6"`)
	w.press("+6281234500004") // the field that is tabbed to is selected
	w.moveBy(kb.Enter)
	w.moveBy("d", chromedp.ModifierCtrl)
	w.moveBy(kb.ArrowDown)
	w.press("+628123450000")
	w.press("9")
	w.press(kb.ArrowLeft) // within the text
	w.press(kb.ArrowRight)
	got := evaluate[string](w, `document.activeElement.name + " " +
		[...document.querySelectorAll("[name^='cell.C.']")].map(field => field.value).join(" ")`)
	if want := "cell.C.11 +6281234500004 +6281234500004 +6281234500009"; got != want {
		t.Fatalf("after the keys: %q, want %q", got, want)
	}
	w.moveBy(kb.Enter, chromedp.ModifierCtrl)
	w.seeText("Create 20 orders")
	w.tabTo(`document.activeElement.closest("#decide") && document.activeElement.matches("button")`)
	w.press(kb.Enter)
	w.seeText("Print 20 labels")
	if all := s.references(); len(all) != 20 {
		t.Errorf("%d orders: %v", len(all), all)
	}
}
