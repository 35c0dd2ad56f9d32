package shipment

import (
	"maps"
	"strings"
	"testing"
)

// customsOf reads "NAME=VALUE, …".
func customsOf(text string) Customs {
	c := Customs{}
	for pair := range strings.SplitSeq(text, ", ") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			c[name] = value
		}
	}
	return c
}

// TestAnAccountCountsBeforeItsService: fact by fact. Facts that belong together come from one of them.
func TestAnAccountCountsBeforeItsService(t *testing.T) {
	for _, c := range []struct{ account, service, want string }{
		{"", "", ""},
		{"", "contents_type=gift", "contents_type=gift"},
		{"contents_type=gift", "contents_type=sample, origin_country=SG", "contents_type=gift, origin_country=SG"},
		{"contents_type=other, contents_explanation=Parts", "contents_type=gift", "contents_type=other, contents_explanation=Parts"},
		{"contents_type=gift", "contents_type=other, contents_explanation=Parts", "contents_type=gift"},
		{"customs_signer=Ann", "customs_signer=Bob, customs_certify=yes", "customs_signer=Ann"}, // Ann certifies nothing
		{"customs_certify=no", "customs_signer=Bob, customs_certify=yes", "customs_signer=Bob, customs_certify=no"},
		{"", "customs_signer=Bob, customs_certify=yes", "customs_signer=Bob, customs_certify=yes"},
		{
			"export_exemption=X, export_exemption_limit=9 USD", "export_exemption=Y, export_exemption_limit=none",
			"export_exemption=X, export_exemption_limit=9 USD",
		},
	} {
		account := customsOf(c.account)
		if got := account.Over(customsOf(c.service)); !maps.Equal(got, customsOf(c.want)) {
			t.Errorf("%q over %q: %v, want %q", c.account, c.service, got, c.want)
		}
		if !maps.Equal(account, customsOf(c.account)) {
			t.Errorf("%q over %q changed it to %v", c.account, c.service, account)
		}
	}
	if got := Customs(nil).Over(nil); got == nil || len(got) != 0 {
		t.Errorf("nothing over nothing: %v", got)
	}
}
