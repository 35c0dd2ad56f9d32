package easypost_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

// word is what an error of a courier means.
func word(err error) string {
	_, refused := errors.AsType[*partner.RefusedError](err)
	_, temporary := errors.AsType[*partner.TemporaryError](err)
	switch {
	case err == nil:
		return "accepted"
	case errors.Is(err, partner.ErrNotSubmitted):
		return "not submitted"
	case refused:
		return "refused"
	case temporary:
		return "temporary"
	}
	return "unknown"
}

// refuseWith is an answer of EasyPost's to the calls that match.
func refuseWith(status int, code, message string, match func(*http.Request) bool) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !match(r) {
			return false
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"code":%q,"message":%q,"errors":[]}}`, code, message)
		return true
	}
}

func isPath(method, end string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && strings.HasSuffix(r.URL.Path, end) }
}

// TestRepeatedSubmit repeats a submission whose answers were lost at each of its calls:
// postage is bought once, whatever was lost.
func TestRepeatedSubmit(t *testing.T) {
	for _, lost := range []func(*http.Request) bool{
		isPath(http.MethodGet, "/K"), isPath(http.MethodPost, "/shipments"), isPath(http.MethodPost, "/buy"),
	} {
		s := easyposttest.New(t)
		client := clientOf(t, s)
		cut := false
		s.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
			if !cut && lost(r) {
				cut = true
				return true // with nothing that could be read
			}
			return false
		}
		_, err := client.Submit(t.Context(), "K", orderTo(""))
		if word(err) != "unknown" {
			t.Errorf("Submit: %v", err)
		}
		if _, err := client.Find(t.Context(), "K"); word(err) != "not submitted" {
			t.Errorf("Find: %v", err)
		}
		if got, err := client.Submit(t.Context(), "K", orderTo("")); err != nil || got.HAWBNo == "" {
			t.Errorf("Submit again: %+v, %v", got, err)
		}
		if n := s.Purchases("K"); n != 1 {
			t.Errorf("postage was bought %d times, by %q", n, s.Calls())
		}
	}
}

// TestSubmitGoesOn is a second attempt after a first that created the shipment alone: it
// asks for new rates and buys for the same.
func TestSubmitGoesOn(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	s.Intercept = refuseWith(http.StatusTooManyRequests, "RATE_LIMITED", "Slow down.", isPath(http.MethodPost, "/buy"))
	if _, err := client.Submit(t.Context(), "K", orderTo("")); word(err) != "temporary" {
		t.Errorf("Submit: %v", err)
	}
	s.Intercept = nil
	before := len(s.Calls())
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Error(err)
	}
	want := "[GET /v2/shipments/K POST /v2/shipments/shp_1/rerate POST /v2/shipments/shp_1/buy]"
	if got := fmt.Sprint(s.Calls()[before:]); got != want {
		t.Errorf("calls %s, want %s", got, want)
	}
}

// TestLateReferences has EasyPost show a shipment by its reference only after a while, so
// that two attempts create one each. Whichever it names then, one is bought, and stays.
func TestLateReferences(t *testing.T) {
	for _, newest := range []bool{false, true} {
		s := easyposttest.New(t)
		s.Newest = newest
		client := clientOf(t, s)
		hidden := 3 // the first attempt's two questions, and the second's first
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
			if hidden == 0 || !isPath(http.MethodGet, "/K")(r) {
				return false
			}
			hidden--
			return refuseWith(http.StatusNotFound, "NOT_FOUND", "", isPath(http.MethodGet, "/K"))(w, r)
		}
		if _, err := client.Submit(t.Context(), "K", orderTo("")); word(err) != "temporary" {
			t.Errorf("Submit: %v", err)
		}
		got, err := client.Submit(t.Context(), "K", orderTo(""))
		if err != nil {
			t.Fatal(err)
		}
		if found, err := client.Find(t.Context(), "K"); found != got || err != nil {
			t.Errorf("Find: %+v, %v; Submit said %+v", found, err, got)
		}
		if again, err := client.Submit(t.Context(), "K", orderTo("")); again != got || err != nil {
			t.Errorf("Submit again: %+v, %v", again, err)
		}
		if n := s.Purchases("K"); n != 1 {
			t.Errorf("newest %v: postage was bought %d times, by %q", newest, n, s.Calls())
		}
	}
}

// TestPostageExists is a purchase that finds the postage bought, by an attempt that was
// still under way when EasyPost was asked.
func TestPostageExists(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	want, err := client.Submit(t.Context(), "K", orderTo(""))
	if err != nil {
		t.Fatal(err)
	}
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if !isPath(http.MethodGet, "/K")(r) {
			return false
		}
		_, _ = io.WriteString(w, `{"id":"shp_1","reference":"K"}`) // as it was before
		return true
	}
	if got, err := client.Submit(t.Context(), "K", orderTo("")); got != want || err != nil {
		t.Errorf("Submit again: %+v, %v, want %+v", got, err, want)
	}
	if n := s.Purchases("K"); n != 1 {
		t.Errorf("postage was bought %d times", n)
	}
}

// TestErrors says what EasyPost's errors mean to each question.
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
		"a strange status":    {418, "TEAPOT", "unknown", "unknown", "unknown"},
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
			if got := word(err); got != c.atCreating {
				t.Errorf("at creating: %s (%v), want %s", got, err, c.atCreating)
			}
			s.Intercept = with(isPath(http.MethodPost, "/buy"))
			_, err = client.Submit(t.Context(), "K", orderTo(""))
			if got := word(err); got != c.atBuying {
				t.Errorf("at buying: %s (%v), want %s", got, err, c.atBuying)
			}
			s.Intercept = with(isPath(http.MethodPost, "/refund"))
			err = client.Cancel(t.Context(), "bought", orderTo(""))
			if got := word(err); got != c.atRefunding {
				t.Errorf("at refunding: %s (%v), want %s", got, err, c.atRefunding)
			}
			s.Intercept = with(isPath(http.MethodGet, "/bought"))
			if _, err := client.Find(t.Context(), "bought"); word(err) == "accepted" || word(err) == "not submitted" {
				t.Errorf("Find: %v", err)
			}
		})
	}
}

// TestStrangeAnswers are those that prove nothing, whatever was asked.
func TestStrangeAnswers(t *testing.T) {
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
			if word(err) != "unknown" {
				t.Errorf("%s: %s: %s (%v)", name, question, word(err), err)
			}
		}
	}
}

// TestRedirect leads elsewhere, where the key must not go.
func TestRedirect(t *testing.T) {
	s := easyposttest.New(t)
	visited := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visited = true }))
	defer elsewhere.Close()
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		return true
	}
	if _, err := clientOf(t, s).Find(t.Context(), "K"); word(err) != "unknown" || visited {
		t.Errorf("Find: %v; the other server was visited: %v", err, visited)
	}
}

// TestNothingWasSent is an account that no connection can be made to.
func TestNothingWasSent(t *testing.T) {
	s := easyposttest.New(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, change := range map[string]func(*easypost.Config){
		"nobody listens":  func(c *easypost.Config) { c.BaseURL = gone.URL },
		"private network": func(c *easypost.Config) { c.PrivateNetwork = false },
	} {
		client := clientOf(t, s, change)
		if _, err := client.Submit(t.Context(), "K", orderTo("")); word(err) != "temporary" {
			t.Errorf("%s: Submit: %v", name, err)
		}
		_, err := client.Find(t.Context(), "K")
		if word(err) != "unknown" || name == "private network" && !errors.Is(err, netguard.ErrNotPublic) {
			t.Errorf("%s: Find: %v", name, err)
		}
	}
	if calls := s.Calls(); calls != nil {
		t.Errorf("calls %q", calls)
	}
}

func TestDeadline(t *testing.T) {
	s := easyposttest.New(t)
	s.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		<-r.Context().Done()
		return true
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := clientOf(t, s).Find(ctx, "K"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Find: %v", err)
	}
}

// TestAtOnce submits many orders at once: the library writes into the http.Client it has.
func TestAtOnce(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if _, err := client.Submit(t.Context(), fmt.Sprint("K", i), orderTo("")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestExchange looks at what the operator may read: no key, no person, but what was done.
func TestExchange(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	var exchange partner.Exchange
	ctx := partner.WithExchange(t.Context(), &exchange)
	if _, err := client.Submit(ctx, "K", orderTo("")); err != nil {
		t.Fatal(err)
	}
	both := exchange.Request + exchange.Answer
	for _, secret := range []string{
		easyposttest.APIKey, "Susan", "Harbour Goods", "4165550100", "susan@example.com", "Front Street", "M5J", "ID-778", "Ring twice", "/label/",
	} {
		if strings.Contains(both, secret) {
			t.Errorf("the exchange has %q:\n%s", secret, both)
		}
	}
	for _, told := range []string{"POST /shipments/shp_1/buy", "USPS/GroundAdvantage 5.93 USD", "Toronto", `"tracking_code":"94001`, "DhlEcs: "} {
		if !strings.Contains(both, told) {
			t.Errorf("the exchange lacks %q:\n%s", told, both)
		}
	}
	s.Intercept = refuseWith(http.StatusUnprocessableEntity, "X.INVALID", "The key "+easyposttest.APIKey+" is wrong.", isPath(http.MethodGet, "/K"))
	_, err := client.Find(ctx, "K")
	if err == nil || strings.Contains(err.Error()+exchange.Answer, easyposttest.APIKey) || !strings.Contains(exchange.Answer, "X.INVALID") {
		t.Errorf("Find: %v, noted %q", err, exchange.Answer)
	}
	s.Intercept = refuseWith(http.StatusUnprocessableEntity, "X.INVALID", "The key "+easyposttest.APIKey+" is wrong.", isPath(http.MethodPost, "/shipments"))
	if _, err := client.Submit(ctx, "K2", orderTo("")); word(err) != "refused" || strings.Contains(err.Error(), easyposttest.APIKey) {
		t.Errorf("Submit: %v", err)
	}
}

// TestRefusalNamesFields is what a shipper reads of a refusal.
func TestRefusalNamesFields(t *testing.T) {
	s := easyposttest.New(t)
	_, err := clientOf(t, s).Submit(t.Context(), "K", orderTo(easyposttest.ScriptFail))
	if want := "EasyPost refused: Unable to verify address.; address: Address not found"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestService names the service to buy.
func TestService(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s, func(c *easypost.Config) { c.Service = "usps/PRIORITY" })
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Fatal(err)
	}
	if got := s.Shipment("K", "selected_rate", "rate"); got != "16.90" {
		t.Errorf("bought for %v", got)
	}
	client = clientOf(t, s, func(c *easypost.Config) { c.Service = "USPS/Balloon" })
	_, err := client.Submit(t.Context(), "K2", orderTo(""))
	if word(err) != "refused" || !strings.Contains(err.Error(), "USPS/Priority 16.90 USD") || !strings.Contains(err.Error(), "DhlEcs: ") {
		t.Errorf("Submit: %v", err)
	}
	if n := s.Purchases("K2"); n != 0 {
		t.Errorf("postage was bought %d times", n)
	}
}

// TestRefundIsAskedAgain has a carrier that refused a refund change its mind, as EasyPost
// says that they do.
func TestRefundIsAskedAgain(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Fatal(err)
	}
	rejected := true
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if !rejected || !isPath(http.MethodPost, "/refund")(r) {
			return false
		}
		_, _ = io.WriteString(w, `{"id":"shp_1","refund_status":"not_applicable"}`)
		return true
	}
	if err := client.Cancel(t.Context(), "K", shipment.Order{}); word(err) != "refused" {
		t.Errorf("Cancel: %v", err)
	}
	rejected = false
	if err := client.Cancel(t.Context(), "K", shipment.Order{}); err != nil {
		t.Errorf("Cancel again: %v", err)
	}
	if _, err := client.Label(t.Context(), "K"); word(err) != "refused" {
		t.Errorf("Label: %v", err)
	}
}

// TestPurchases are answers to a purchase: postage that was not sold is unknown, and one
// whose number cannot be printed is bought all the same.
func TestPurchases(t *testing.T) {
	for body, want := range map[string]struct{ word, hawb string }{
		`{"id":"shp_1","tracking_code":"94 00-1"}`:                         {"accepted", "94 00-1"},
		`{"id":"shp_1","tracking_code":"94\n00"}`:                          {"accepted", ""},
		`{"id":"shp_1","tracking_code":"` + strings.Repeat("9", 65) + `"}`: {"accepted", ""},
		`{"id":"shp_1","postage_label":{}}`:                                {"accepted", ""},
		`{"id":"shp_1","selected_rate":{"id":"rate_1"}}`:                   {"unknown", ""},
		`{}`:   {"unknown", ""},
		`null`: {"unknown", ""},
	} {
		s := easyposttest.New(t)
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
			if !isPath(http.MethodPost, "/buy")(r) {
				return false
			}
			_, _ = io.WriteString(w, body)
			return true
		}
		got, err := clientOf(t, s).Submit(t.Context(), "K", orderTo(""))
		if word(err) != want.word || got.HAWBNo != want.hawb {
			t.Errorf("%s: %q, %v", body, got.HAWBNo, err)
		}
	}
}
