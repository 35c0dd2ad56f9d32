package api

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// callBack sends a message as a partner does. The answer's signature is checked if it is
// a success.
func (s *server) callBack(key signature.Keys, path, nonce, body string, on time.Time) (status int, answer string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	key.SignRequest(req.Header, req.Method, path, nonce, []byte(body), on)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if res.StatusCode == http.StatusOK {
		if err := key.VerifyResponse(res.Header, res.StatusCode, nonce, content, s.clock.now()); err != nil {
			s.t.Error(err)
		}
	}
	return res.StatusCode, string(content)
}

// orderOfAcme creates an order of a new partner acme, and returns its tracking number and
// the partner's key.
func (s *server) orderOfAcme() (trackingNo string, key signature.Keys) {
	s.t.Helper()
	_, secret, err := s.api.Store.MasterData.CreatePartner(s.t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 1, CallTimeout: time.Second,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.api.Store.MasterData.CreateService(s.t.Context(),
		shipment.Service{ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, COD: true, Partner: "acme"}); err != nil {
		s.t.Fatal(err)
	}
	placed := exampleOrder()
	placed.ServiceID = 90
	return s.create(placed).Orders[0].TrackingNo, signature.Keys{signature.Key(secret)}
}

// TestCallbacksDuringAChangeOfTheSecret: either secret signs, and the response is signed with both.
func TestCallbacksDuringAChangeOfTheSecret(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, old := s.orderOfAcme()
		_, secret, err := s.api.Store.MasterData.RotatePartnerSecret(t.Context(), "acme", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		both := signature.Keys{signature.Key(secret), old[0]}
		body := `{"events":[{"type":"accepted","tracking_no":"` + trackingNo + `","hawb_no":"618-1"}]}`
		for i, keys := range []signature.Keys{old, both[:1], both} {
			if status, answer := s.callBack(keys, acmePath, rand.Text(), body, s.clock.now()); status != http.StatusOK {
				t.Errorf("callback %d: %d %s", i, status, answer)
			}
		}
		s.clock.advance(time.Hour)
		for i, want := range []int{http.StatusOK, http.StatusUnauthorized} {
			if status, answer := s.callBack(both[i:i+1], acmePath, rand.Text(), body, s.clock.now()); status != want {
				t.Errorf("after the overlap: %d %s, want %d", status, answer, want)
			}
		}
	})
}

const acmePath = "/api/partner/acme/events/"

func TestPartnerTellsOfAnOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		path, now := acmePath, s.clock.now()
		body := `{"events":[{"type":"accepted","tracking_no":"` + strings.ToLower(trackingNo) + `","hawb_no":"618-1"}]}`

		nonce := rand.Text()
		if status, answer := s.callBack(key, path, nonce, body, now); status != http.StatusOK ||
			answer != `{"results":[{"tracking_no":"`+trackingNo+`","outcome":"taken"}]}` {
			t.Errorf("%d %s", status, answer)
		}
		if o := s.order(trackingNo); o.HAWBNo != "618-1" || o.OrderLabelURL == "" {
			t.Errorf("order: %+v", o)
		}

		for name, c := range map[string]struct {
			key               signature.Keys
			path, nonce, body string
			on                time.Time
			want              int
		}{
			"a replay":        {key, path, nonce, body, now, http.StatusUnauthorized},
			"another key":     {signature.Keys{"wbp_other"}, path, rand.Text(), body, now, http.StatusUnauthorized},
			"another partner": {key, "/api/partner/other/events/", rand.Text(), body, now, http.StatusUnauthorized},
			"an old message":  {key, path, rand.Text(), body, now.Add(-time.Hour), http.StatusUnauthorized},
			"no JSON":         {key, path, rand.Text(), "events", now, http.StatusBadRequest},
			"no event":        {key, path, rand.Text(), `{"events":[]}`, now, http.StatusBadRequest},
			"many events":     {key, path, rand.Text(), `{"events":[` + strings.Repeat(`{},`, 100) + `{}]}`, now, http.StatusBadRequest},
			"another type":    {key, path, rand.Text(), `{"events":[{"type":"eaten"}]}`, now, http.StatusBadRequest},
		} {
			if status, answer := s.callBack(c.key, c.path, c.nonce, c.body, c.on); status != c.want {
				t.Errorf("%s: %d %s", name, status, answer)
			}
		}
		if err := s.api.Store.MasterData.DisablePartner(t.Context(), "acme"); err != nil {
			t.Fatal(err)
		}
		if status, _ := s.callBack(key, path, rand.Text(), body, now); status != http.StatusUnauthorized {
			t.Errorf("of a disabled partner: %d", status)
		}
	})
}

// TestPartnerTellsOfParcelsAndLabels sends what a partner may tell in one message.
func TestPartnerTellsOfParcelsAndLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		occurred := s.clock.now().Add(-time.Hour).UTC().Format(time.RFC3339)
		label := base64.StdEncoding.EncodeToString([]byte("^XA^FD" + trackingNo + "^FS^XZ"))
		body := `{"events":[
			{"type":"accepted","tracking_no":"` + trackingNo + `","hawb_no":"618-1","label":"later"},
			{"type":"tracking","tracking_no":"` + trackingNo + `","status":"PICKED_UP","country":"SG","address":"Jurong depot",` +
			`"occurred_on":"` + occurred + `","event_id":"e1"},
			{"type":"tracking","hawb_no":"618-1","status":"CROSS_BORDER_TRANSIT"},
			{"type":"tracking","hawb_no":"618-1","status":"PICKED_UP","event_id":"e1"},
			{"type":"label","hawb_no":"618-1","format":"zpl","content":"` + label + `"},
			{"type":"tracking","hawb_no":"618-2","status":"SUCCESS"}]}`
		status, answer := s.callBack(key, acmePath, rand.Text(), body, s.clock.now())
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		var got struct{ Results []struct{ Outcome string } }
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatal(err)
		}
		var outcomes []string
		for _, r := range got.Results {
			outcomes = append(outcomes, r.Outcome)
		}
		if want := "taken taken taken known taken unknown"; strings.Join(outcomes, " ") != want {
			t.Errorf("outcomes %v, want %s", outcomes, want)
		}
		o := s.order(trackingNo)
		if o.HAWBNo != "618-1" || o.TrackerStatusCode != "CROSS_BORDER_TRANSIT" || !strings.HasSuffix(o.OrderLabelURL, ".zpl") {
			t.Errorf("order %+v", o)
		}
		if res, body := s.send("GET", strings.TrimPrefix(o.OrderLabelURL, s.url), ""); res.StatusCode != http.StatusOK ||
			body != "^XA^FD"+trackingNo+"^FS^XZ\n"+zplReset {
			t.Errorf("label: %d %q", res.StatusCode, body)
		}
		detail, err := s.sdk.Order(t.Context(), trackingNo)
		if err != nil {
			t.Fatal(err)
		}
		if e := detail.Tracking[1]; e.Source != "acme" || e.Address != "Jurong depot" || e.Country != "Singapore" {
			t.Errorf("event %+v", e)
		}
	})
}

func TestPartnersMistakesAreNamed(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		good := `{"type":"tracking","tracking_no":"` + trackingNo + `","status":"PICKED_UP"}`
		for event, want := range map[string]string{
			`{"type":"eaten","tracking_no":"X"}`:                                            `{"type":["\"eaten\" is not a valid choice."]}`,
			`{"type":"accepted","hawb_no":"618-1"}`:                                         `{"tracking_no":["This field is required."]}`,
			`{"type":"accepted","tracking_no":"X","hawb_no":"6\n1"}`:                        `{"hawb_no":["Enter printable ASCII`,
			`{"type":"accepted","tracking_no":"X","label":"soon"}`:                          `{"label":["\"soon\" is not a valid choice."]}`,
			`{"type":"tracking","tracking_no":"X"}`:                                         `{"status":["This field is required."]}`,
			`{"type":"tracking","tracking_no":"X","status":"SUCCESS","occurred_on":"soon"}`: `{"occurred_on":[`,
			`{"type":"label","tracking_no":"X","format":"pdf","content":"%"}`:               `{"content":["Enter valid base 64."]}`,
			`7`: `{"non_field_errors":[`,
		} {
			status, answer := s.callBack(key, acmePath, rand.Text(), `{"events":[`+good+`,`+event+`]}`, s.clock.now())
			if status != http.StatusBadRequest || !strings.HasPrefix(answer, `{"events":[{},`+want) {
				t.Errorf("%s: %d %s", event, status, answer)
			}
		}
		if o := s.order(trackingNo); o.TrackerStatusCode != "ORDER_CREATED" {
			t.Errorf("stored half: %s", o.TrackerStatusCode)
		}
	})
}

// TestBadLabelsCostNothingElse: the partner reads why each one was refused, and the rest of
// its message is taken. That it has the order is taken, too, so that the label is asked for.
func TestBadLabelsCostNothingElse(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		label := func(format string, content []byte) string {
			return `{"type":"label","tracking_no":"` + trackingNo + `","hawb_no":"618-1","format":"` + format + `","content":"` +
				base64.StdEncoding.EncodeToString(content) + `"}`
		}
		whole := inspecttest.Label("WB1", 1)
		tell := func(events ...string) string {
			t.Helper()
			status, answer := s.callBack(key, acmePath, rand.Text(), `{"events":[`+strings.Join(events, ",")+`]}`, s.clock.now())
			if status != http.StatusOK {
				t.Fatalf("%d %s", status, answer)
			}
			return strings.ReplaceAll(answer, `"tracking_no":"`+trackingNo+`",`, "")
		}
		answer := tell(
			label("pdf", whole[:len(whole)/2]), label("png", []byte("<html>")), label("zpl", make([]byte, shipment.MaxPartnerLabel+1)),
			label("zpl", []byte("^XA^FDx^FS^JUF^XZ")), label("zpl", []byte("^XA^LL32000^FDx^FS^XZ")),
			`{"type":"tracking","tracking_no":"`+trackingNo+`","status":"PICKED_UP"}`,
		)
		if want := `{"results":[{"outcome":"refused","message":"the label cannot be taken as pdf: it is not whole: its end is missing"},` +
			`{"outcome":"refused","message":"the label cannot be taken as png: it is not what its format png says"},` +
			`{"outcome":"refused","message":"the label cannot be taken as zpl: it has 2097153 bytes: at most 2097152"},` +
			`{"outcome":"refused","message":"the label cannot be taken as zpl: it has the command \"^JU\", which is not one that draws a label"},` +
			`{"outcome":"refused","message":"the label cannot be taken as zpl: its command ^LL is not a length of at most 3658 dots"},` +
			`{"outcome":"taken"}]}`; answer != want {
			t.Errorf("%s\nwant %s", answer, want)
		}
		o := s.order(trackingNo)
		if o.HAWBNo != "618-1" || o.OrderLabelURL != "" || o.TrackerStatusCode != "PICKED_UP" {
			t.Errorf("order %+v", o)
		}
		detail, err := s.sdk.Order(t.Context(), trackingNo)
		if err != nil {
			t.Fatal(err)
		}
		if last := detail.Submissions[len(detail.Submissions)-1]; last.Kind != "label" || last.State != "due" || last.ErrorClass != "bad_file" ||
			!strings.HasPrefix(last.Message, "the label cannot be taken as zpl") {
			t.Errorf("entry %+v", last)
		}
		order, err := s.api.Store.OrderByTrackingNo(t.Context(), trackingNo)
		if err != nil {
			t.Fatal(err)
		}
		attempts, err := s.api.Store.Ledger.SubmissionHistory(t.Context(), order.AccountID, order.OrderID)
		if err != nil || len(attempts) != 6 || attempts[1].Kind != store.AttemptReport || attempts[1].Outcome != "bad_file" ||
			!strings.HasSuffix(attempts[1].Message, "its end is missing") {
			t.Errorf("history %+v, %v", attempts, err)
		}

		// A good one is taken, and a bad one does not take its place.
		if answer := tell(label("pdf", whole)); answer != `{"results":[{"outcome":"taken"}]}` {
			t.Error(answer)
		}
		if answer := tell(label("pdf", whole[:len(whole)/2])); !strings.HasPrefix(answer, `{"results":[{"outcome":"refused",`) {
			t.Error(answer)
		}
		if res, body := s.send("GET", strings.TrimPrefix(s.order(trackingNo).OrderLabelURL, s.url), ""); res.StatusCode != http.StatusOK ||
			!strings.Contains(body, "(WB1) Tj") {
			t.Errorf("label: %d %q", res.StatusCode, body)
		}
	})
}

// TestLabelThatCannotBeKept comes while the files cannot be written: nothing is taken, so that
// the partner sends it again.
func TestLabelThatCannotBeKept(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		if err := os.RemoveAll(filepath.Join(s.folder, "blobs")); err != nil {
			t.Fatal(err)
		}
		body := `{"events":[{"type":"label","tracking_no":"` + trackingNo + `","format":"zpl","content":"XlhBXlha"}]}`
		status, answer := s.callBack(key, acmePath, rand.Text(), body, s.clock.now())
		if status != http.StatusServiceUnavailable {
			t.Errorf("%d %s", status, answer)
		}
		if o := s.order(trackingNo); o.OrderLabelURL != "" || o.StatusCode != "" {
			t.Errorf("label %q, status %q", o.OrderLabelURL, o.StatusCode)
		}
	})
}

// TestCallbackInAPartnersOwnFormat: a repeated message gets the same response.
func TestCallbackInAPartnersOwnFormat(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, c := range []struct {
			signature, answer string
			status            int
		}{
			{"wrong", `{"detail":`, http.StatusUnauthorized},
			{"right", `{"results":[{"tracking_no":"","outcome":"unknown"}]}`, http.StatusOK},
			{"right", `{"results":[]}`, http.StatusOK},
		} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/partner/otherwise/events/", strings.NewReader("618-1"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("X-Signature", c.signature)
			res, err := http.DefaultClient.Do(req) // callbacks are not in the shippers' document
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if err != nil || res.StatusCode != c.status || !strings.HasPrefix(string(body), c.answer) {
				t.Errorf("%s: %d %s, %v", c.signature, res.StatusCode, body, err)
			}
		}
	})
}

// TestCallbacksDoNotShowWhichPartnersExist sends the same to a partner, to one that calls back in
// a way of its own, to a disabled one and to none.
func TestCallbacksDoNotShowWhichPartnersExist(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.orderOfAcme()
		if _, _, err := s.api.Store.MasterData.CreatePartner(t.Context(),
			masterdata.Partner{Name: "disabled", BaseURL: "https://d.example.com", Concurrency: 1, CallTimeout: time.Second}); err != nil {
			t.Fatal(err)
		}
		if err := s.api.Store.MasterData.DisablePartner(t.Context(), "disabled"); err != nil {
			t.Fatal(err)
		}
		on := strconv.FormatInt(s.clock.now().Unix(), 10)
		for what, c := range map[string]struct {
			body   string
			header map[string]string
			want   int
		}{
			"nothing":  {"", nil, http.StatusUnauthorized},
			"unsigned": {`{"events":[]}`, nil, http.StatusUnauthorized},
			"no JSON":  {"events", map[string]string{"Content-Type": "text/plain"}, http.StatusUnauthorized},
			"a wrong one": {
				`{"events":[]}`,
				map[string]string{signature.TimestampHeader: on, signature.NonceHeader: rand.Text(), signature.Header: "v1=00"},
				http.StatusUnauthorized,
			},
			"a byte too much": {strings.Repeat(" ", shell.MaxBody+1), nil, http.StatusRequestEntityTooLarge},
		} {
			answers := map[string]string{}
			for _, name := range []string{"acme", "otherwise", "disabled", "unknown", "%00"} {
				status, header, body := s.postToPartner(name, c.body, c.header)
				if status != c.want {
					t.Errorf("%s to %s: %d %s", what, name, status, body)
				}
				header.Del("X-Request-ID")
				header.Del("Date")
				answers[fmt.Sprint(status, header, body)] += " " + name
			}
			if len(answers) != 1 {
				t.Errorf("%s: %d different answers: %v", what, len(answers), answers)
			}
		}
	})
}

// postToPartner sends what the OpenAPI document does not describe.
func (s *server) postToPartner(name, body string, header map[string]string) (status int, got http.Header, answer string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+"/api/partner/"+name+"/events/", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for key, value := range header {
		req.Header.Set(key, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(content)
}

// TestACallbackIsNotReplayedWhileItsSignatureIsValid: that of a partner whose clock is ahead is valid for up to twice the window.
func TestACallbackIsNotReplayedWhileItsSignatureIsValid(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		trackingNo, key := s.orderOfAcme()
		body := `{"events":[{"type":"accepted","tracking_no":"` + trackingNo + `","hawb_no":"618-1"}]}`
		nonce, on := rand.Text(), s.clock.now().Add(signature.Window)
		if status, answer := s.callBack(key, acmePath, nonce, body, on); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		s.clock.advance(2*signature.Window - time.Second)
		for range 2 { // one forgets old nonces
			if status, answer := s.callBack(key, acmePath, rand.Text(), body, on); status != http.StatusOK {
				t.Errorf("its signature is not valid any more: %d %s", status, answer)
			}
			if status, answer := s.callBack(key, acmePath, nonce, body, on); status != http.StatusUnauthorized {
				t.Errorf("a replay: %d %s", status, answer)
			}
		}
	})
}
