package api

import (
	"net/url"
	"regexp"
	"testing"
)

// TestQuestionsOfIntegrators: what integrators ask leads to the section about it, in their own words.
func TestQuestionsOfIntegrators(t *testing.T) {
	first := regexp.MustCompile(`<ol class="found">\s*<li><a href="([^"]*)">`)
	for query, want := range map[string]string{
		"duplicates after timeout":          "/docs/errors-and-retries#duplicates-after-a-time-out",
		"duplicate orders after a time out": "/docs/errors-and-retries#duplicates-after-a-time-out",
		"same order twice after timeout":    "/docs/errors-and-retries#duplicates-after-a-time-out",
		"get all orders":                    "/docs/lists#read-all-orders-page-by-page",
		"pagination":                        "/docs/lists#read-all-orders-page-by-page",
		"error codes":                       "/docs/errors#error-codes",
		"list of error codes":               "/docs/errors#error-codes",
		"which status is delivered":         "/docs/tracking#which-status-is-delivered",
		"delivered status":                  "/docs/tracking#which-status-is-delivered",
		"label url expire":                  "/docs/labels#does-a-label-url-expire",
		"how long is a label link valid":    "/docs/labels#does-a-label-url-expire",
		"change weight after partner":       "/docs/orders#change-the-weight-after-the-partner-has-the-order",
		"change weight after hand-over":     "/docs/orders#change-the-weight-after-the-partner-has-the-order",
		"webhooks localhost":                "/docs/webhooks#webhooks-on-localhost",
		"webhook on local machine":          "/docs/webhooks#webhooks-on-localhost",
		"test webhooks on my laptop":        "/docs/webhooks#webhooks-on-localhost",
		"currency of cod amount":            "/docs/fields#currency-of-the-amount-to-collect",
		"cash on delivery currency":         "/docs/fields#currency-of-the-amount-to-collect",
		"rotate key":                        "/docs/keys#rotate-a-key",
		"key rotation":                      "/docs/keys#rotate-a-key",
		"rotate api key":                    "/docs/keys#rotate-a-key",
		"test mode":                         "/docs/test-mode#test-mode",
		"sandbox":                           "/docs/test-mode#test-mode",
		"test environment":                  "/docs/test-mode#test-mode",
	} {
		found := first.FindStringSubmatch(getDocs(t, "/docs/search?q="+url.QueryEscape(query), "").Body.String())
		if len(found) == 0 || found[1] != want {
			t.Errorf("%s: found %q, want %s", query, found, want)
		}
	}
}
