package people

import (
	"net/http"
	"testing"

	"waybill/internal/console/web"
)

func TestProposedNames(t *testing.T) {
	t.Parallel()
	languages, err := web.LanguagesOf()
	if err != nil {
		t.Fatal(err)
	}
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36":                          "Chrome, Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0":      "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36":          "Chrome, Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0":    "Firefox, Mac",
		"<script>": "", "": "",
	} {
		v := &web.Visit{Request: &http.Request{Header: http.Header{"User-Agent": {agent}}}, Language: languages[0]}
		if got := deviceName(v); got != want {
			t.Errorf("%q is %q", agent, got)
		}
	}
}
