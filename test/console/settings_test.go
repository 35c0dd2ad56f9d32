package console

import (
	"fmt"
	"testing"

	"waybill/client"
)

const settingsPath = "/console/accounts/1/settings"

var settingsScreens = []screen{
	{name: "settings-general", role: "admin", path: settingsPath},
	{name: "settings-keys", role: "admin", path: settingsPath + "/keys"},
	{name: "settings-webhooks", role: "admin", path: settingsPath + "/webhooks", prepare: addEndpoint},
	{name: "settings-webhook-new", role: "admin", path: settingsPath + "/webhooks/new"},
	{name: "settings-webhook", role: "admin", path: settingsPath + "/webhooks/{endpoint}"},
	{name: "settings-labels", role: "admin", path: settingsPath + "/labels"},
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
	w.open(settingsPath + "/keys")
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
	w.open(settingsPath + "/keys")
	w.click("tbody tr:first-child button")
	w.see("dialog[open] #ask-yes")
	w.click("#ask-yes")
	w.seeText("The key is revoked.")
	if _, err := sdk.Keys(t.Context()); err == nil {
		t.Error("the key works after it was revoked")
	}
}
