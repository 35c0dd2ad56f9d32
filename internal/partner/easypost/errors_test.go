package easypost_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost/easyposttest"
)

// TestErrors checks how each method classifies EasyPost's errors.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		status                            int
		code                              string
		atCreating, atBuying, atRefunding string
	}{
		"invalid":             {400, "PARAMETER.REQUIRED", "refused", "refused", "refused"},
		"a wrong address":     {422, "ADDRESS.VERIFY.FAILURE", "refused", "refused", "refused"},
		"a postage failure":   {422, "SHIPMENT.POSTAGE.FAILURE", "refused", "refused", "refused"},
		"a wrong key":         {401, "APIKEY.INACTIVE", "temporary", "temporary", "unknown"},
		"no money":            {402, "INSUFFICIENT_FUNDS", "temporary", "temporary", "unknown"},
		"too many calls":      {429, "RATE_LIMITED", "temporary", "temporary", "unknown"},
		"an old rate":         {422, "SHIPMENT.RATE.EXPIRED", "temporary", "temporary", "unknown"},
		"a failure":           {500, "INTERNAL_SERVER_ERROR", "temporary", "unknown", "unknown"},
		"no service":          {503, "SERVICE_UNAVAILABLE", "temporary", "unknown", "unknown"},
		"a slow carrier":      {422, "SHIPMENT.POSTAGE.TIMED_OUT", "unknown", "unknown", "unknown"},
		"a purchase going on": {422, "SHIPMENT.PURCHASE.IN_PROGRESS", "unknown", "unknown", "unknown"},
		"another's 404":       {404, "", "unknown", "unknown", "unknown"},
		"another's 422":       {422, "", "unknown", "unknown", "unknown"},
		"another's 503":       {503, "", "unknown", "unknown", "unknown"},
		"an unknown status":   {418, "TEAPOT", "unknown", "unknown", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			s := easyposttest.New(t)
			client := clientOf(t, s)
			if _, err := client.Submit(t.Context(), "bought", orderTo("")); err != nil {
				t.Fatal(err)
			}
			with := func(match func(*http.Request) bool) func(http.ResponseWriter, *http.Request) bool {
				return refuseWith(c.status, c.code, "No.", match)
			}
			s.Intercept = with(isPath(http.MethodPost, "/shipments"))
			_, err := client.Submit(t.Context(), "K", orderTo(""))
			if got := partner.Class(err); got != c.atCreating {
				t.Errorf("at creating: %s (%v), want %s", got, err, c.atCreating)
			}
			s.Intercept = with(isPath(http.MethodPost, "/buy"))
			_, err = client.Submit(t.Context(), "K", orderTo(""))
			if got := partner.Class(err); got != c.atBuying {
				t.Errorf("at buying: %s (%v), want %s", got, err, c.atBuying)
			}
			s.Intercept = with(isPath(http.MethodPost, "/refund"))
			err = client.Cancel(t.Context(), "bought", orderTo(""))
			if got := partner.Class(err); got != c.atRefunding {
				t.Errorf("at refunding: %s (%v), want %s", got, err, c.atRefunding)
			}
			s.Intercept = with(isPath(http.MethodGet, "/bought"))
			if _, err := client.Find(t.Context(), "bought"); partner.Class(err) == "accepted" || partner.Class(err) == partner.ClassNotSubmitted {
				t.Errorf("Find: %v", err)
			}
		})
	}
}

// TestUnclearResponses checks the responses that prove nothing, whatever was asked.
func TestUnclearResponses(t *testing.T) {
	for name, body := range map[string]string{
		"nothing": "", "null": "null", "no shipment": "{}", "no JSON": "<html>", "a text": `"K"`,
		"another shipment": `{"id":"shp_9","reference":"another","tracking_code":"940011"}`,
		"too long":         `{"id":"shp_9","reference":"K","tracking_code":"9400","status":"` + strings.Repeat("x", 1<<20) + `"}`,
	} {
		s := easyposttest.New(t)
		client := clientOf(t, s)
		s.Intercept = func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, body)
			return true
		}
		_, submitErr := client.Submit(t.Context(), "K", orderTo(""))
		_, findErr := client.Find(t.Context(), "K")
		_, labelErr := client.Label(t.Context(), "K")
		cancelErr := client.Cancel(t.Context(), "K", orderTo(""))
		for question, err := range map[string]error{"Submit": submitErr, "Find": findErr, "Label": labelErr, "Cancel": cancelErr} {
			if partner.Class(err) != "unknown" {
				t.Errorf("%s: %s: %s (%v)", name, question, partner.Class(err), err)
			}
		}
	}
}

// TestRefusalNamesFields checks the message that a shipper reads of a refusal.
func TestRefusalNamesFields(t *testing.T) {
	s := easyposttest.New(t)
	_, err := clientOf(t, s).Submit(t.Context(), "K", orderTo(easyposttest.ScriptFail))
	if want := "EasyPost refused: Unable to verify address.; address: Address not found"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
