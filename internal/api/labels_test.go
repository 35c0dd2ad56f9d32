package api

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

func TestLabelIsReadByAScanner(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		result, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{exampleOrder()}})
		if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(result.Orders[0].LabelURL, s.url)
		res, pdf := s.send("GET", path, "")
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(pdf, "%PDF-") {
			t.Fatalf("%d %v", res.StatusCode, res.Header)
		}
		if codes := scan(t, pdf); !strings.Contains(codes, "CODE-128:"+result.Orders[0].TrackingNo) {
			t.Errorf("the scanner reads %q", codes)
		}
		if same, _ := s.send("GET", path, "", "If-None-Match", res.Header.Get("ETag")); same.StatusCode != http.StatusNotModified {
			t.Errorf("the same label again: %d", same.StatusCode)
		}
		if part, text := s.send("GET", path, "", "Range", "bytes=0-3"); part.StatusCode != http.StatusPartialContent || text != "%PDF" {
			t.Errorf("its first bytes: %d %q", part.StatusCode, text)
		}
		if twice, text := s.send("GET", path+".pdf", ""); twice.StatusCode != http.StatusOK || !strings.HasPrefix(text, "%PDF-") {
			t.Errorf("with another .pdf: %d", twice.StatusCode)
		}
		if head, text := s.send("HEAD", path, ""); head.StatusCode != http.StatusOK || text != "" {
			t.Errorf("HEAD: %d %q", head.StatusCode, text)
		}
	})
}

// scan rasterises a PDF as a label printer does and reads its codes.
func scan(t *testing.T, pdf string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "label")
	if err := os.WriteFile(file+".pdf", []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, "pdftoppm", "-r", "203", "-png", "-singlefile", file+".pdf", file)
	return tool(t, "zbarimg", "--quiet", file+".png")
}

// tool runs a program that reads labels, and returns what it prints.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), harness.Tool(t, name), args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(out)
}

// named is the name of a document of an order whose addresses were not revoked.
func (s *server) named(document label.Document, trackingNo string) string {
	return s.api.documentKey.Load().name(document, orderAddress{trackingNo, 0})
}

func TestLabelNamesCannotBeGuessed(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), partnerOrder("[fail]"))
		trackingNo := created.Orders[0].TrackingNo
		path := strings.TrimPrefix(s.order(trackingNo).OrderLabelURL, s.url)
		name := strings.TrimSuffix(path, ".pdf")
		last := name[len(name)-1]
		guess := name[:len(name)-1] + map[bool]string{true: "b", false: "a"}[last == 'a']
		for _, wrong := range []string{
			guess + ".pdf", "/labels/" + trackingNo + ".pdf", "/labels/" + trackingNo + "-.pdf", "/labels/.pdf", "/labels/-.pdf",
			name, name + ".exe", "/labels/" + s.named(label.Parcel, "WB99999999999ID") + ".pdf",
			"/labels/" + s.named(label.Parcel, created.Orders[1].TrackingNo) + ".pdf", // has no label
		} {
			if res, body := s.send("GET", wrong, ""); res.StatusCode != http.StatusNotFound || body != `{"detail":"Not found."}` {
				t.Errorf("%s: %d %.100s", wrong, res.StatusCode, body)
			}
		}
		for _, wrong := range []string{"?size=a0", "?dpi=1", "?dpi=x"} {
			if res, body := s.send("GET", path+wrong, ""); res.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: %d %.100s", wrong, res.StatusCode, body)
			}
		}
	})
}

// TestEachCharacterOfASignatureCounts: it has 130 bits, and every one of them is compared.
func TestEachCharacterOfASignatureCounts(t *testing.T) {
	key := newDocumentKey(store.Secrets{LabelKey: [32]byte{1}})
	var seen [26]map[byte]bool
	for n := range 200 {
		of := orderAddress{fmt.Sprintf("WB%d", n), int64(n % 2)}
		name := key.name(label.Parcel, of)
		start, end := len(of.trackingNo)+1, len(name)-len(of.suffix())
		if end-start != len(seen) {
			t.Fatalf("%s has a signature of %d characters", name, end-start)
		}
		for i := range seen {
			at, other := start+i, byte('a')
			if name[at] == other {
				other = 'b'
			}
			for _, wrong := range []string{name[:at] + string(other) + name[at+1:], name[:at], name[:at] + of.suffix(), name[:at] + name[at+1:]} {
				if _, valid := key.verify(label.Parcel, wrong, time.Time{}); valid {
					t.Errorf("%s is accepted in the place of %s", wrong, name)
				}
			}
			if seen[i] == nil {
				seen[i] = make(map[byte]bool)
			}
			seen[i][name[at]] = true
		}
		if got, valid := key.verify(label.Parcel, name, time.Time{}); !valid || got != of {
			t.Errorf("%s is refused: %+v", name, got)
		}
	}
	for i, values := range seen {
		if len(values) < 25 {
			t.Errorf("the character %d of signatures has %d values, want 32", i, len(values))
		}
	}
}

func TestLabelsSurviveARestart(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		folder := t.TempDir()
		first := startServer(t, databaseURL, folder)
		created := first.create(exampleOrder())
		link := first.order(created.Orders[0].TrackingNo).OrderLabelURL
		_, before := first.send("GET", strings.TrimPrefix(link, first.url), "")
		second := startServer(t, databaseURL, folder)
		res, after := second.send("GET", strings.TrimPrefix(link, first.url), "")
		if res.StatusCode != http.StatusOK || before != after {
			t.Errorf("after a restart: %d, the same bytes: %v", res.StatusCode, before == after)
		}
	})
}

// TestDocumentsAreLimitedByAddress: a document of many pages counts five, an address that many
// share has no limit, and a live key has its own.
func TestDocumentsAreLimitedByAddress(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.DocumentLimit, s.api.FailedKeyLimit, s.api.Proxies = shell.RateLimit{PerSecond: 1, Burst: 6}, shell.RateLimit{
			PerSecond: 1,
			Burst:     1,
		}, localProxy
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		parcel := strings.TrimPrefix(s.api.documentURL(s.url, label.Parcel, orderAddress{trackingNo, 0}, label.PDF), s.url)
		declaration := strings.TrimPrefix(s.api.documentURL(s.url, label.CN23, orderAddress{trackingNo, 0}, label.PDF), s.url)
		const shipper, other = "203.0.113.7", "203.0.113.8"
		for i, c := range []struct {
			path, client, key string
			want              int
		}{
			{declaration, shipper, "", 200},
			{"/labels/unknown.pdf", shipper, "", 404},
			{parcel, shipper, "", 200},
			{parcel, shipper, "", 429},
			{parcel, other, "", 200},
			{parcel, "", "", 200}, // the proxy's own address, or that of all clients behind it
			{declaration, "", "", 200},
			{declaration, "", "", 200},
			{declaration, shipper, testKey, 200},
			{declaration, other, testKey, 429},
			{parcel, other, "wrong", 200},
			{parcel, other, "wrong", 429}, // the second wrong key
			{parcel, other, testKey, 200},
		} {
			sent := []string{"X-Forwarded-For", c.client}
			if c.key != "" {
				sent = append(sent, "Authorization", "Bearer "+c.key)
			}
			res, body := s.send("GET", c.path, "", sent...)
			if res.StatusCode != c.want || c.want == 429 && res.Header.Get("Retry-After") == "" {
				t.Errorf("request %d: %d, want %d: %.200s", i, res.StatusCode, c.want, body)
			}
		}
		s.clock.advance(time.Second)
		if res, body := s.send("GET", parcel, "", "X-Forwarded-For", shipper); res.StatusCode != http.StatusOK {
			t.Errorf("a second later: %d %.200s", res.StatusCode, body)
		}
	})
}

// TestTheKeyOfLabelAddressesIsReplaced: new addresses have the new key, and old ones are valid until the end of the overlap.
func TestTheKeyOfLabelAddressesIsReplaced(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		status := func(url string) int {
			res, _ := s.send("GET", strings.TrimPrefix(url, s.url), "")
			return res.StatusCode
		}
		rotate := func() string {
			t.Helper()
			if _, err := s.api.Store.RotateLabelKey(t.Context(), time.Hour); err != nil {
				t.Fatal(err)
			}
			if err := s.api.ReloadKeys(t.Context()); err != nil {
				t.Fatal(err)
			}
			return s.order(trackingNo).OrderLabelURL
		}
		first := s.order(trackingNo).OrderLabelURL
		second := rotate()
		if first == second || status(first) != 200 || status(second) != 200 {
			t.Errorf("%s is %d, and %s is %d", first, status(first), second, status(second))
		}
		third := rotate()
		s.clock.advance(time.Second)
		before := s.api.documentKey.Load()
		newest := rotate() // by another server: this one has not reloaded
		s.api.documentKey.Store(before)
		s.api.secrets.Store(new(store.Secrets))
		if got := status(newest); got != 200 {
			t.Errorf("an address of another server: %d", got)
		}
		second, third = third, newest
		if status(first) != 404 || status(second) != 200 || status(third) != 200 {
			t.Errorf("after a second time: %d, %d, %d", status(first), status(second), status(third))
		}
		s.clock.advance(time.Hour)
		if status(second) != 404 || status(third) != 200 {
			t.Errorf("after the overlap: %d, %d", status(second), status(third))
		}
	})
}

// TestTheAddressesOfOneOrderAreRevoked: on every server of the database those from before are refused as wrong ones are, those from after
// are valid at once, and other orders keep theirs.
func TestTheAddressesOfOneOrderAreRevoked(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		folder := t.TempDir()
		s, second := startServer(t, databaseURL, folder), startServer(t, databaseURL, folder)
		s.clock.stop()
		second.clock.stop()
		s.as(testKey, "POST", endpointsPath, `{"url":"https://shop.example/","events":["order.label_ready"]}`, 201, nil)
		created := s.create(exampleOrder(), exampleOrder()).Orders
		revoked, kept := created[0].TrackingNo, created[1].TrackingNo
		addresses := func(trackingNo string) (all []string) {
			t.Helper()
			for _, from := range []*server{s, second} {
				all = append(all, from.order(trackingNo).OrderLabelURL)
				for _, d := range from.detail(trackingNo).Documents {
					all = append(all, d.URL)
				}
			}
			var page struct {
				Results []struct {
					Data struct {
						TrackingNo    string `json:"tracking_no"`
						OrderLabelURL string `json:"order_label_url"`
					} `json:"data"`
				} `json:"results"`
			}
			s.as(testKey, "GET", "/api/webhooks/events/", "", 200, &page)
			for _, e := range page.Results {
				if e.Data.TrackingNo == trackingNo {
					all = append(all, e.Data.OrderLabelURL)
				}
			}
			if len(all) < 13 {
				t.Fatalf("%s has %d addresses: %q", trackingNo, len(all), all)
			}
			return all
		}
		path := func(address string) string {
			return "/" + strings.SplitN(address, "/", 4)[3]
		}
		refusal := func(from *server, path string) string {
			res, body := from.send("GET", path, "")
			res.Header.Del("X-Request-Id")
			res.Header.Del("Date")
			return fmt.Sprint(res.StatusCode, res.Header, body)
		}
		valid := func(addresses []string, want bool) {
			t.Helper()
			for _, address := range addresses {
				for i, from := range []*server{s, second} {
					got := refusal(from, path(address))
					wrong := refusal(from, strings.Replace(path(address), revoked+"-", revoked+"-a", 1))
					if ok := strings.HasPrefix(got, "200 "); ok != want || !want && (got != wrong || !strings.HasPrefix(got, "404 ")) {
						t.Errorf("server %d, %s: %.200s, and a wrong one %.200s", i+1, address, got, wrong)
					}
				}
			}
		}
		first, others := addresses(revoked), addresses(kept)
		valid(first, true)
		s.as(s.newKey("other"), "POST", "/api/order/order/"+revoked+"/revoke-addresses/", "", 404, nil)
		s.as(testKey, "POST", "/api/order/order/WB1/revoke-addresses/", "", 404, nil)
		valid(first, true)

		address, err := s.sdk.RevokeAddresses(t.Context(), strings.ToLower(revoked))
		if err != nil {
			t.Fatal(err)
		}
		next := addresses(revoked)
		if address != next[0] {
			t.Errorf("the response has %s, the order %s", address, next[0])
		}
		valid(first, false)
		valid(next, true)
		valid(others, true)
		if _, err := s.api.Store.RotateLabelKey(t.Context(), time.Hour); err != nil {
			t.Fatal(err)
		}
		for _, one := range []*server{s, second} { // each reads the keys at the next wrong address
			one.clock.advance(time.Second)
		}
		valid(first, false) // with the old key, too
		valid(next, true)
		if _, err := second.sdk.RevokeAddresses(t.Context(), revoked); err != nil {
			t.Fatal(err)
		}
		valid(first, false)
		valid(next, false)
		valid(addresses(revoked), true)
		valid(others, true)

		// A revision that is written in another way is in no address.
		name := strings.TrimSuffix(path(s.order(revoked).OrderLabelURL), "2.pdf")
		for _, wrong := range []string{"02", "+2", "1", "", "22", "2x", "-1", "99999999999999999999"} {
			if got := refusal(s, name+wrong+".pdf"); !strings.HasPrefix(got, "404 ") {
				t.Errorf("%q: %.200s", wrong, got)
			}
		}
	})
}
