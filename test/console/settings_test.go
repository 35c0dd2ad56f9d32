package console

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

const settingsPath = "/console/accounts/1/settings"

var settingsScreens = []screen{
	{name: "settings-general", role: "admin", path: settingsPath},
	{name: "settings-keys", role: "admin", path: settingsPath + "/keys"},
	{name: "settings-key", role: "admin", path: settingsPath + "/keys", act: func(w *window) {
		w.write("#f-name", "Warehouse")
		w.follow("form.task button")
		w.seeText("Copy it now")
	}},
	{name: "settings-webhooks", role: "admin", path: settingsPath + "/webhooks", prepare: addEndpoint},
	{name: "settings-webhook-new", role: "admin", path: settingsPath + "/webhooks/new"},
	{name: "settings-webhook", role: "admin", path: settingsPath + "/webhooks/{endpoint}"},
	{name: "settings-webhook-failing", role: "admin", path: settingsPath + "/webhooks/{endpoint}", act: func(w *window) {
		w.follow(`form[action$="/test"] button`)
		w.see("[role=alert]")
	}},
	{name: "settings-webhook-secret", role: "admin", path: settingsPath + "/webhooks/{endpoint}", act: func(w *window) {
		w.click(`form[action$="/rotate"] button`)
		w.follow("#ask-yes")
		w.seeText("Copy it now")
	}},
	{name: "settings-delivery", role: "admin", path: settingsPath + "/webhooks/{endpoint}", act: func(w *window) {
		w.follow("tbody th a")
		w.seeText("What is sent")
	}},
	{name: "settings-labels", role: "admin", path: settingsPath + "/labels"},
	{name: "settings-customs", role: "admin", path: settingsPath + "/customs", act: func(w *window) {
		w.follow("form.task button")
		w.seeText("The settings are saved.")
	}},
	{name: "settings-templates", role: "admin", path: settingsPath + "/templates"},
	{name: "batches", role: "viewer", path: "/console/accounts/1/batches"},
	{name: "batch", role: "viewer", path: "/console/accounts/1/batches/{batch}", prepare: findBatch},
	{name: "manifests", role: "viewer", path: "/console/accounts/1/manifests"},
}

// addEndpoint makes an endpoint that nobody listens at, with a delivery that waits.
func addEndpoint(s *site, names map[string]string) {
	s.t.Helper()
	made, err := s.sdk.CreateEndpoint(s.t.Context(), client.EndpointChange{
		URL: new("http://127.0.0.1:9/a/long/path/to/a/receiver?token=abc"), Description: new("Shop <b>of</b> Ann"),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	names["endpoint"] = fmt.Sprint(made.ID)
	if _, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}}); err != nil {
		s.t.Fatal(err)
	}
}

// findBatch names the batch of the newest order.
func findBatch(s *site, names map[string]string) {
	s.t.Helper()
	page, err := s.sdk.Orders(s.t.Context(), client.Filter{})
	if err != nil || len(page.Results) == 0 {
		s.t.Fatalf("%d orders, %v", len(page.Results), err)
	}
	names["batch"] = page.Results[0].UploadBatchNo
}

// TestLongAKeyIsRotatedInABrowser creates a key, uses it, and revokes it after the dialog asked.
func TestLongAKeyIsRotatedInABrowser(t *testing.T) {
	s := newSite(t)
	w := s.browser("admin")
	w.open(s.home + "settings/keys")
	w.click("#f-name")
	w.press("Warehouse")
	w.click("form.task button")
	w.seeText("Copy it now")
	secret := w.text(".notice .code")
	sdk, err := client.New(s.base+"/api", secret, client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sdk.Keys(t.Context()); err != nil {
		t.Fatalf("the new key: %v", err)
	}
	w.open(s.home + "settings/keys")
	w.click("tbody tr:first-child button")
	w.see("dialog[open] #ask-yes")
	w.click("#ask-yes")
	w.seeText("The key is revoked.")
	if _, err := sdk.Keys(t.Context()); err == nil {
		t.Error("the key works after it was revoked")
	}
}

// TestLongALogoIsUploadedInABrowser uploads a file that is no picture, then a logo, which the preview and consignees get.
func TestLongALogoIsUploadedInABrowser(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("admin")
	w.open(s.home + "settings/labels")
	before := evaluate[string](w, labelPreview)
	w.chooseFile("#f-logo", "logo.png", []byte("<svg onload=alert(1)>"))
	w.click("form.task button")
	w.see("#e-logo p")
	w.see(`#errors a[href="#f-logo"]`)
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 96, 44))); err != nil { // black
		t.Fatal(err)
	}
	w.chooseFile("#f-logo", "logo.png", logo.Bytes())
	w.click("form.task button")
	w.see("img.logo")
	if after := evaluate[string](w, labelPreview); after == before || len(after) < 1000 {
		t.Errorf("the preview has %d characters and is the same: %t", len(after), after == before)
	}
	const naturalWidth = `(async i => { await i.decode(); return i.naturalWidth })`
	if wide := evaluate[int](w, naturalWidth+`(document.querySelector("img.logo"))`); wide == 0 {
		t.Error("the logo is not shown")
	}
	w.open("/track/" + made.Orders[0].TrackingNo)
	if wide := evaluate[int](w, naturalWidth+`(document.querySelector("header img, .logo, img"))`); wide == 0 {
		t.Error("the tracking page does not show the logo")
	}
}

// labelPreview reads the picture of the label on the page.
const labelPreview = `fetch(document.querySelector("img.label").src).then(r => r.blob()).then(b => new Promise(done => {
	const reader = new FileReader();
	reader.onload = () => done(reader.result);
	reader.readAsDataURL(b);
}))`
