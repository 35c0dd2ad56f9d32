package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// auditScript runs axe-core in a page, reports what it found, and goes to the next page.
const auditScript = `<script src="/axe.js"></script><script>
axe.run().then(r => fetch("/found", {method: "POST", body: JSON.stringify({
  Problems: r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" ")),
  Overflow: document.documentElement.scrollWidth - innerWidth, Passed: r.passes.length,
})})).then(r => r.text()).then(next => { if (next) location = next; });
</script>`

// pageReport is what a page reports.
type pageReport struct {
	Problems []string // rules of accessibility that it breaks
	Overflow int      // by how many pixels it is wider than the window
	Passed   int      // rules that it keeps
}

// TestLongPagesAreAccessible checks the pages with axe-core in a narrow window: every language, and all states of
// a parcel in light and dark colours.
func TestLongPagesAreAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	axe, err := os.ReadFile(filepath.Join(installed(t, "WAYBILL_TEST_AXE"), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	browser := harness.Tool(t, harness.Browser)
	s := newServer(t, "", t.TempDir())
	s.start()
	paths := s.pagesOfParcels()
	for _, lang := range []string{"en", "id", "ms", "th", "vi", "zh-Hans", "zh-Hant", "ja", "ko", "ar", "de", "es", "fr"} {
		paths = append(paths, paths[0]+"&lang="+lang)
	}
	found := make(chan pageReport, len(paths))
	pages := httptest.NewServer(auditing(t, s.process.Load().base, axe, paths, found))
	t.Cleanup(pages.Close)
	visit(t, browser, pages.URL+paths[0], "--window-size=500,800")
	for _, path := range paths {
		select {
		case got := <-found:
			if len(got.Problems) > 0 || got.Overflow > 0 || got.Passed < 10 {
				t.Errorf("%s: %+v", path, got)
			}
		case <-time.After(patience):
			t.Fatalf("%s reports nothing", path)
		}
	}
}

// pagesOfParcels returns the paths of all pages, with a parcel that is delivered, one that is lost, and one that was
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
		paths = append(paths, "/track/"+number+"?dark=", "/track/"+number+"?dark=1")
	}
	return append(paths, "/track?dark=", "/track?dark=1&number=x", "/track/UNKNOWN-1?dark=1", "/?dark=1")
}

// auditing serves the pages of base with the script in them, which their policy would forbid, and dark if they have
// the parameter dark.
func auditing(t *testing.T, base string, axe []byte, paths []string, found chan<- pageReport) http.Handler {
	t.Helper()
	target, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(res *http.Response) error {
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return err
		}
		body = bytes.Replace(body, []byte("</body>"), []byte(auditScript+"</body>"), 1)
		if res.Request.URL.Query().Get("dark") != "" {
			body = bytes.Replace(body, []byte("prefers-color-scheme: dark"), []byte("min-width: 0"), 1)
		}
		res.Body = io.NopCloser(bytes.NewReader(body))
		res.Header.Del("Content-Security-Policy")
		res.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return nil
	}
	mux := http.NewServeMux()
	mux.Handle("/", proxy)
	mux.HandleFunc("GET /axe.js", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(axe) })
	next := 0
	mux.HandleFunc("POST /found", func(w http.ResponseWriter, r *http.Request) {
		var report pageReport
		if err := json.NewDecoder(r.Body).Decode(&report); err != nil {
			t.Error(err)
		}
		found <- report
		if next++; next < len(paths) {
			_, _ = io.WriteString(w, paths[next])
		}
	})
	return mux
}
