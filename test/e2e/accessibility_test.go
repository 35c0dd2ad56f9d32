package e2e_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/browser"
	"waybill/test/harness"
)

// TestLongPagesAreAccessible checks the pages with axe-core in a narrow window: every language, and all states of
// a parcel in light and dark colours.
func TestLongPagesAreAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	axe, w := browser.Axe(t), browser.Open(t, browser.Shell)
	w.AddScript(axe)
	s := newServer(t, "", t.TempDir())
	s.start()
	parcels := s.pagesOfParcels()
	guides := []string{"/docs", "/docs/fields", "/docs/operations/configure", "/docs/search?q=label"}
	light := slices.Concat([]string{"/track"}, guides, parcels)
	dark := slices.Concat([]string{"/track", "/track?number=x", "/track/UNKNOWN-1", "/"}, guides, parcels)
	for _, lang := range []string{"en", "id", "ms", "th", "vi", "zh-Hans", "zh-Hant", "ja", "ko", "ar", "de", "es", "fr"} {
		light = append(light, parcels[0]+"?lang="+lang)
	}
	for scheme, paths := range map[string][]string{"light": light, "dark": dark} {
		w.Emulate(390, scheme)
		for _, path := range paths {
			w.Open(s.process.Load().base + path)
			w.Audit(path+", "+scheme, "rules: {}", 10)
		}
	}
}

// TestLongGuidesFitAPhone: of every page of /docs, of what a search finds, and of an operation, only tables and programs are wider than a
// phone, and they scroll in themselves.
func TestLongGuidesFitAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	w, s := browser.Open(t, browser.Shell), newServer(t, "", t.TempDir())
	s.start()
	base := s.process.Load().base
	w.Emulate(390, "light")
	w.Open(base + "/docs")
	paths := browser.Evaluate[[]string](w, `[...document.querySelectorAll("nav a[href^='/']")].map(a => a.pathname)`)
	if len(paths) < 50 {
		t.Fatalf("%d pages", len(paths))
	}
	for _, path := range append(paths, "/docs/search?q=rotate+a+key", "/docs/search?q="+strings.Repeat("x", 99)) {
		w.Open(base + path)
		w.Fits(path)
	}
	w.Open(base + "/docs/api#/Orders/createOrders")
	w.Await(`document.querySelector(".opblock.is-open .responses-table")`)
	w.Fits("an operation")
	w.AddScript(browser.Axe(t))
	w.Open(base + "/docs/api")
	w.Await(`document.querySelector(".opblock")`)
	w.Audit("the operations", `runOnly: ["color-contrast", "landmark-one-main"]`, 1)
}

// pagesOfParcels returns the paths of the pages of a parcel that is delivered, one that is lost, and one that was
// returned.
func (s *server) pagesOfParcels() (paths []string) {
	s.t.Helper()
	for journey, end := range map[string]string{"normal": "SUCCESS", "lost": "EXCEPTION", "return_to_sender": "RETURNED"} {
		created, err := s.sdk().CreateOrders(s.t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(serviceInHouse)}})
		if err != nil {
			s.t.Fatal(err)
		}
		number := created.Orders[0].TrackingNo
		request := client.JourneyRequest{TrackingNo: number, Journey: journey, Pause: "0.1"}
		if _, err := s.sdk().SimulateJourney(s.t.Context(), request); err != nil {
			s.t.Fatal(err)
		}
		s.eventually("the parcel is "+end, func() bool {
			order, err := s.sdk().Order(s.t.Context(), number)
			return err == nil && order.TrackerStatusCode == end
		})
		paths = append(paths, "/track/"+number)
	}
	return paths
}
