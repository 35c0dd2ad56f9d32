package partner_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"waybill/internal/partner"
)

func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "",
		"Jalan Müller":                           "Jalan Müller",
		"a\x00b\xffc":                            "a?b?c",
		strings.Repeat("x", partner.MaxExchange): strings.Repeat("x", partner.MaxExchange),
	} {
		if got := partner.Clip(text); got != want {
			t.Errorf("Clip(%.20q) = %.20q", text, got)
		}
	}
	long := partner.Clip(strings.Repeat("ü", partner.MaxExchange))
	if len(long) > partner.MaxExchange || len(long) < partner.MaxExchange-4 || !utf8.ValidString(long) || !strings.HasSuffix(long, "ü…") {
		t.Errorf("clipped to %d bytes: …%q", len(long), long[len(long)-8:])
	}
}

func TestExchangeIsRecordedOnlyIfAskedFor(t *testing.T) {
	var e partner.Exchange
	ctx := partner.WithExchange(t.Context(), &e)
	partner.NoteRequest(ctx, "POST")
	partner.NoteResponse(ctx, "200")
	if e != (partner.Exchange{Request: "POST", Response: "200"}) {
		t.Errorf("noted %+v", e)
	}
	partner.NoteRequest(t.Context(), "not recorded") // without an Exchange it does nothing
	partner.NoteResponse(t.Context(), "not recorded")
}
