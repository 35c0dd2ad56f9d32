package easypost_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

// labelled returns a response for a shipment with this postage label.
func labelled(label string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !isPath(http.MethodGet, "/K")(r) {
			return false
		}
		fmt.Fprintf(w, `{"id":"shp_1","reference":"K","tracking_code":"9400","postage_label":%s}`, label)
		return true
	}
}

// TestLabelFormats fetches labels of every type. A PDF has precedence.
func TestLabelFormats(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	address := strings.TrimSuffix(s.URL, "/v2") + "/label/1"
	zpl := []byte("^XA^FO0,0^FDx^FS^XZ\n")
	for name, c := range map[string]struct {
		label   string
		content []byte
		want    shipment.LabelFormat // "" is none
		err     string
	}{
		"a PDF": {
			`{"label_file_type":"application/pdf","label_url":"ADDRESS"}`, []byte("%PDF-1.7"),
			shipment.LabelPDF, "accepted",
		},
		"a PDF beside": {
			`{"label_file_type":"image/png","label_url":"http://nowhere.example","label_pdf_url":"ADDRESS"}`,
			[]byte("%PDF-1.7"), shipment.LabelPDF, "accepted",
		},
		"ZPL": {`{"label_file_type":"application/zpl","label_url":"ADDRESS"}`, zpl, shipment.LabelZPL, "accepted"},
		"ZPL beside EPL2": {
			`{"label_file_type":"application/epl2","label_url":"http://nowhere.example","label_zpl_url":"ADDRESS"}`,
			zpl, shipment.LabelZPL, "accepted",
		},
		"EPL2 alone":       {`{"label_file_type":"application/epl2","label_url":"ADDRESS"}`, nil, "", partner.ClassNotReady},
		"no address":       {`{"label_file_type":"application/pdf"}`, nil, "", partner.ClassNotReady},
		"no label":         {`null`, nil, "", partner.ClassNotReady},
		"not what it says": {`{"label_file_type":"application/pdf","label_url":"ADDRESS"}`, []byte("<html>"), "", "unknown"},
		"nothing":          {`{"label_file_type":"application/pdf","label_url":"ADDRESS"}`, []byte{}, "", "unknown"},
		"too long": {
			`{"label_file_type":"application/pdf","label_url":"ADDRESS"}`,
			append([]byte("%PDF-"), bytes.Repeat([]byte("x"), shipment.MaxPartnerLabel)...), "", "unknown",
		},
		"not there":            {`{"label_file_type":"application/pdf","label_url":"ADDRESS/not/there"}`, nil, "", "unknown"},
		"a local file":         {`{"label_file_type":"application/pdf","label_url":"file:///etc/passwd"}`, nil, "", "unknown"},
		"a URL without a host": {`{"label_file_type":"application/pdf","label_url":"https://"}`, nil, "", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			s.Intercept = labelled(strings.ReplaceAll(c.label, "ADDRESS", address))
			s.Label = c.content
			got, err := client.Label(t.Context(), "K")
			if said := partner.Class(err); said != c.err || got.Format != c.want {
				t.Errorf("%s label, %s (%v)", got.Format, said, err)
			}
			if err == nil && !bytes.Equal(got.Content, c.content) {
				t.Errorf("content %q", got.Content)
			}
			if found, err := client.Find(t.Context(), "K"); err != nil || (found.Label == partner.LabelLater) != (c.err == partner.ClassNotReady) {
				t.Errorf("Find: %+v, %v", found, err)
			}
		})
	}
}

// TestLabelRedirects checks that a few redirects are followed, and none that leaves what the account may
// reach.
func TestLabelRedirects(t *testing.T) {
	s := easyposttest.New(t)
	left := 0
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if left == 0 {
			_, _ = io.WriteString(w, "%PDF-1.7")
			return
		}
		left--
		http.Redirect(w, r, "/", http.StatusFound)
	}))
	defer files.Close()
	s.Intercept = labelled(fmt.Sprintf(`{"label_pdf_url":%q}`, files.URL+"/secret"))
	client := clientOf(t, s)
	for redirects, want := range map[int]string{0: "accepted", 3: "accepted", 4: "unknown"} {
		left = redirects
		_, err := client.Label(t.Context(), "K")
		if partner.Class(err) != want {
			t.Errorf("%d redirects: %v", redirects, err)
		}
		if err != nil && strings.Contains(err.Error(), files.URL) {
			t.Errorf("the error has the label's address: %v", err)
		}
	}
}

// TestLabelOfPublicAccount checks that the labels of an account on the internet are fetched only from the
// internet.
func TestLabelOfPublicAccount(t *testing.T) {
	s := easyposttest.New(t)
	files := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private address was asked") }))
	defer files.Close()
	client := clientOf(t, s, func(c *easypost.Config) { c.PrivateNetwork = false })
	for address, want := range map[string]string{
		files.URL:                   "dial tcp",
		"http://example.com/label":  "its address is not https",
		"https:///label":            "its address is not https",
		"https://exa mple.com/labe": "its address is not a URL",
	} {
		if err := client.FetchLabel(t.Context(), address); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}

// TestLabelRedirectsKeepTLS checks that no redirect leads an account on the internet out of TLS.
func TestLabelRedirectsKeepTLS(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the label was fetched without TLS") }))
	defer plain.Close()
	mux := http.NewServeMux()
	mux.Handle("/plain", http.RedirectHandler(plain.URL+"/label", http.StatusFound))
	mux.Handle("/secure", http.RedirectHandler("/label", http.StatusFound))
	mux.HandleFunc("/label", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "%PDF-1.7") })
	secure := httptest.NewTLSServer(mux)
	defer secure.Close()
	client := clientOf(t, easyposttest.New(t), func(c *easypost.Config) { c.PrivateNetwork = false })
	client.Reach(secure.Client().Transport.(*http.Transport))
	if err := client.FetchLabel(t.Context(), secure.URL+"/secure"); err != nil {
		t.Errorf("from https to https: %v", err)
	}
	err := client.FetchLabel(t.Context(), secure.URL+"/plain")
	if want := "its address is not https"; err == nil || err.Error() != want {
		t.Errorf("from https to http: %v, want %s", err, want)
	}
}
