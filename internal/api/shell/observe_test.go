package shell

import "testing"

// TestTokensAreNotLogged: who reads the log opens no link, label or other document with it.
func TestTokensAreNotLogged(t *testing.T) {
	for path, want := range map[string]string{
		"/console/link/secret":                         "/console/link/REDACTED",
		"/labels/WB-1-abcdefgh.pdf":                    "/labels/WB-1-REDACTED",
		"/documents/declaration/WB1-abcdefgh.pdf":      "/documents/declaration/WB1-REDACTED",
		"/documents/invoice/WB1-abcdefgh2.zpl":         "/documents/invoice/WB1-REDACTED",
		"/labels/WB1.pdf":                              "/labels/WB1.pdf",
		"/api/order/order/7c9e6679-7425-40de-944b/one": "/api/order/order/7c9e6679-7425-40de-944b/one",
	} {
		if got := withoutSignature(path); got != want {
			t.Errorf("%s is logged as %s, want %s", path, got, want)
		}
	}
}
