package api

import (
	"crypto/rand"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
)

// callBack sends a message as a partner does. The answer's signature is checked if it is
// a success.
func (s *server) callBack(key signature.Key, path, nonce, body string, on time.Time) (status int, answer string) {
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
		if err := key.VerifyAnswer(res.Header, res.StatusCode, nonce, content, s.clock.now()); err != nil {
			s.t.Error(err)
		}
	}
	return res.StatusCode, string(content)
}

func TestPartnerTellsOfAnOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		_, secret, err := s.Store.CreatePartner(t.Context(), store.Partner{Name: "acme", BaseURL: "https://acme.example.com"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Store.CreateService(t.Context(), shipment.Service{ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, COD: true, Partner: "acme"}); err != nil {
			t.Fatal(err)
		}
		placed := exampleOrder()
		placed.ServiceID = 90
		trackingNo := s.create(placed).Orders[0].TrackingNo
		key, path, now := signature.Key(secret), "/api/partner/acme/events/", s.clock.now()
		body := `{"events":[{"type":"accepted","tracking_no":"` + strings.ToLower(trackingNo) + `","hawb_no":"618-1"}]}`

		nonce := rand.Text()
		if status, answer := s.callBack(key, path, nonce, body, now); status != http.StatusOK || answer != `{"results":[{"tracking_no":"`+trackingNo+`","outcome":"taken"}]}` {
			t.Errorf("%d %s", status, answer)
		}
		if o := s.order(trackingNo); o.HAWBNo != "618-1" || o.OrderLabelURL == "" {
			t.Errorf("order: %+v", o)
		}

		for name, c := range map[string]struct {
			key               signature.Key
			path, nonce, body string
			on                time.Time
			want              int
		}{
			"a replay":        {key, path, nonce, body, now, http.StatusUnauthorized},
			"another key":     {"wbp_other", path, rand.Text(), body, now, http.StatusUnauthorized},
			"another partner": {key, "/api/partner/other/events/", rand.Text(), body, now, http.StatusUnauthorized},
			"an old message":  {key, path, rand.Text(), body, now.Add(-time.Hour), http.StatusUnauthorized},
			"no JSON":         {key, path, rand.Text(), "events", now, http.StatusBadRequest},
			"no event":        {key, path, rand.Text(), `{"events":[]}`, now, http.StatusBadRequest},
			"many events":     {key, path, rand.Text(), `{"events":[` + strings.Repeat(`{},`, 100) + `{}]}`, now, http.StatusBadRequest},
			"another type":    {key, path, rand.Text(), `{"events":[{"type":"eaten"}]}`, now, http.StatusBadRequest},
			"strange number":  {key, path, rand.Text(), `{"events":[{"type":"accepted","hawb_no":"\n"}]}`, now, http.StatusBadRequest},
		} {
			if status, answer := s.callBack(c.key, c.path, c.nonce, c.body, c.on); status != c.want || !strings.HasPrefix(answer, `{"detail":`) {
				t.Errorf("%s: %d %s", name, status, answer)
			}
		}
		if err := s.Store.DisablePartner(t.Context(), "acme"); err != nil {
			t.Fatal(err)
		}
		if status, _ := s.callBack(key, path, rand.Text(), body, now); status != http.StatusUnauthorized {
			t.Errorf("of a disabled partner: %d", status)
		}
	})
}
