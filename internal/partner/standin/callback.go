package standin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// callbackTimeout bounds a callback.
const callbackTimeout = 10 * time.Second

// tell says in the background that the courier has an order, once or twice.
func (s *Server) tell(trackingNo, hawbNo string, f fault) {
	if s.CallbackURL == "" {
		return
	}
	times := 1
	if f == faultTwice {
		times = 2
	}
	s.told.Go(func() {
		for range times {
			ctx, cancel := context.WithTimeout(context.Background(), callbackTimeout)
			err := s.callBack(ctx, map[string]any{"events": []any{
				map[string]string{"type": "accepted", "tracking_no": trackingNo, "hawb_no": hawbNo},
			}})
			cancel()
			if err != nil {
				s.Log.WarnContext(ctx, "callback failed", "tracking_no", trackingNo, "error", err)
			}
		}
	})
}

// callBack sends a message to Waybill, and checks that Waybill signed the answer.
func (s *Server) callBack(ctx context.Context, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.CallbackURL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	nonce := s.Nonce()
	s.Key.SignRequest(req.Header, req.Method, req.URL.RequestURI(), nonce, body, s.Now())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(io.LimitReader(res.Body, maxRequest))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("answer %d: %.200s", res.StatusCode, content)
	}
	return s.Key.VerifyAnswer(res.Header, res.StatusCode, nonce, content, s.Now())
}
