package webhook_test

import (
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"waybill/internal/webhook"
)

const (
	secret      = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

// TestSignAsTheSpecification signs the example of the specification.
func TestSignAsTheSpecification(t *testing.T) {
	got, err := webhook.Sign([]string{secret}, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestRotation checks that a receiver that holds either of two secrets accepts the message, and one that
// holds neither refuses it.
func TestRotation(t *testing.T) {
	now, body := time.Now(), []byte(`{"type":"order.created"}`)
	signature, err := webhook.Sign([]string{secret, otherSecret}, "evt_1", now, body)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	header.Set(standardwebhooks.HeaderWebhookID, "evt_1")
	header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	for held, accepted := range map[string]bool{secret: true, otherSecret: true, "whsec_AAAA": false} {
		receiver, err := standardwebhooks.NewWebhook(held)
		if err != nil {
			t.Fatal(err)
		}
		if err := receiver.Verify(body, header); (err == nil) != accepted {
			t.Errorf("receiver with %s: %v, want accepted %v", held, err, accepted)
		}
	}
}

func TestMalformedSecrets(t *testing.T) {
	for _, malformed := range []string{"", "whsec_", "whsec_%", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"} {
		if signature, err := webhook.Sign([]string{secret, malformed}, "evt_1", time.Now(), nil); !errors.Is(err, webhook.ErrSecret) {
			t.Errorf("%q signs: %q, %v", malformed, signature, err)
		}
	}
}
