package api

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
)

// raw is send with the key, and the body as it came.
func (s *server) raw(method, path, body string, header ...string) (got reply, text string) {
	s.t.Helper()
	header = append([]string{"Authorization", "Bearer " + testKey}, header...)
	return s.sendBy(&http.Transport{DisableCompression: true}, method, path, body, header...)
}

func unzipped(t *testing.T, body string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCompressedResponses: JSON is compressed only if the client asks, and only if it is long.
func TestCompressedResponses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var orders []client.NewOrder
		for range 60 {
			o := exampleOrder()
			o.Items = slices.Repeat(o.Items, 5)
			orders = append(orders, o)
		}
		no := s.create(orders...).Orders[0].TrackingNo
		const list, small = "/api/order/order/?cursor=&with_items=yes", "/api/order/stats/?days=1"
		plain, want := s.raw("GET", list, "")
		if plain.Header.Get("Content-Encoding") != "" || plain.Header.Get("Vary") != "" || len(want) < 100<<10 {
			t.Errorf("without Accept-Encoding: %d bytes, %v", len(want), plain.Header)
		}
		for accepted, isCompressed := range map[string]bool{
			"gzip": true, "br, GZIP;q=0.5": true, "deflate,gzip ; q=1.0": true, "gzip;q=0": false, "gzip;q=0.000, br": false, "br": false,
			"identity": false, "xgzip": false, "*": false,
		} {
			res, body := s.raw("GET", list, "", "Accept-Encoding", accepted)
			if !isCompressed {
				if body != want || res.Header.Get("Content-Encoding") != "" {
					t.Errorf("%s: %v", accepted, res.Header)
				}
				continue
			}
			if res.Header.Get("Content-Encoding") != "gzip" || res.Header.Get("Vary") != "Accept-Encoding" || len(body) > len(want)/3 {
				t.Errorf("%s: %d of %d bytes, %v", accepted, len(body), len(want), res.Header)
			}
			if unzipped(t, body) != want {
				t.Errorf("%s: another body", accepted)
			}
		}
		if res, body := s.raw("GET", small, "", "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" || len(body) >= 2<<10 ||
			res.Header.Get("Content-Length") != strconv.Itoa(len(body)) {
			t.Errorf("a short response: %v", res.Header)
		}
		short := "/api/order/order/?cursor=&page_size=5" // is not sent while it is written
		whole, _ := s.raw("HEAD", short, "", "Accept-Encoding", "gzip")
		if whole.Header.Get("Content-Encoding") != "" || whole.Header.Get("Content-Length") == "" {
			t.Errorf("HEAD: %v", whole.Header)
		}
		res, text := s.raw("GET", short, "", "Accept-Encoding", "gzip")
		if strconv.Itoa(len(unzipped(t, text))) != whole.Header.Get("Content-Length") {
			t.Errorf("%v, want %v", res.Header, whole.Header)
		}
		if res, _ := s.raw("GET", "/api/order/export/", "", "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" {
			t.Errorf("a file: %v", res.Header)
		}
		if res, _ := s.raw("GET", "/api/order/labels/?tracking_no="+no, "", "Accept-Encoding", "gzip"); res.StatusCode != http.StatusOK ||
			res.Header.Get("Content-Encoding") != "" {
			t.Errorf("a label: %v", res.Header)
		}
		s.tagsOfCompressed(t, no)
	})
}

// tagsOfCompressed changes an order with the ETag of its compressed detail.
func (s *server) tagsOfCompressed(t *testing.T, no string) {
	t.Helper()
	path := "/api/order/order/" + no + "/"
	plain, _ := s.raw("GET", path, "")
	zipped, body := s.raw("GET", path, "", "Accept-Encoding", "gzip")
	if tag := zipped.Header.Get("Etag"); tag != "W/"+plain.Header.Get("Etag") || !strings.Contains(unzipped(t, body), no) {
		t.Errorf("ETag %s, want a weak %s", tag, plain.Header.Get("Etag"))
	}
	patch := func(weight string) int {
		res, _ := s.raw("PATCH", path, `{"order_weight":`+weight+`}`, "If-Match", zipped.Header.Get("Etag"), "Content-Type", "application/json",
			"Accept-Encoding", "gzip")
		return res.StatusCode
	}
	if first, second := patch("3"), patch("4"); first != http.StatusOK || second != http.StatusPreconditionFailed {
		t.Errorf("If-Match: %d, then %d", first, second)
	}
}

// TestSecretsAreNotCompressed: the length of a compressed response tells of what is in it.
func TestSecretsAreNotCompressed(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		body := `{"url":"https://example.com/` + strings.Repeat("a", 950) + `","description":"` + strings.Repeat("𝒞", 255) + `"}`
		for i, want := range []string{`"secret":"`, `"message":"`} { // a repetition has no secret
			res, text := s.raw("POST", "/api/webhooks/endpoints/", body, "Accept-Encoding", "gzip", "Content-Type", "application/json",
				"Idempotency-Key", "k")
			isCompressed := res.Header.Get("Content-Encoding") == "gzip"
			if isCompressed {
				text = unzipped(t, text)
			}
			if res.StatusCode != http.StatusCreated || len(text) < 2<<10 || !strings.Contains(text, want) || isCompressed != (i == 1) {
				t.Errorf("%d, %d bytes, compressed %t: %.200s", res.StatusCode, len(text), isCompressed, text)
			}
		}
	})
}

// TestLinksWithTheKeyAreNotCompressed: the links between pages have the key that the query had, beside texts that others have written.
func TestLinksWithTheKeyAreNotCompressed(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder(), exampleOrder(), exampleOrder())
		for query, want := range map[string]string{"page_size=2": "gzip", "page_size=2&secret_key=" + testKey: ""} {
			res, body := s.raw("GET", "/api/order/order/?"+query, "", "Accept-Encoding", "gzip")
			if got := res.Header.Get("Content-Encoding"); res.StatusCode != http.StatusOK || got != want {
				t.Errorf("%s: %d, %d bytes, encoding %q", query, res.StatusCode, len(body), got)
			}
		}
	})
}
