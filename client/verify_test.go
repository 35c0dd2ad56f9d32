package client

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The example of the Standard Webhooks specification.
const (
	specSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	specBody      = `{"test": 2432232314}`
	specSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	specTime      = 1614265330
	otherSecret   = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

func specHeader() http.Header {
	return http.Header{
		"Webhook-Id":        {"msg_p5jXN8AQM9LWM0D4loKWxJek"},
		"Webhook-Timestamp": {strconv.Itoa(specTime)},
		"Webhook-Signature": {"v1a,abc v1, " + specSignature},
	}
}

func TestVerifyAsTheSpecification(t *testing.T) {
	for _, c := range []struct {
		after   time.Duration
		secrets []string
		want    error
	}{
		{0, []string{specSecret}, nil},
		{5 * time.Minute, []string{specSecret}, nil},
		{-5 * time.Minute, []string{otherSecret, specSecret}, nil},
		{5*time.Minute + time.Second, []string{specSecret}, ErrSignature},
		{-5*time.Minute - time.Second, []string{specSecret}, ErrSignature},
		{0, []string{otherSecret}, ErrSignature},
	} {
		err := verifyWebhook(specHeader(), []byte(specBody), c.secrets, time.Unix(specTime, 0).Add(c.after))
		if !errors.Is(err, c.want) {
			t.Errorf("after %v with %d secrets: %v, want %v", c.after, len(c.secrets), err, c.want)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	for name, change := range map[string]func(h http.Header) (body string){
		"another body":    func(http.Header) string { return specBody + " " },
		"another id":      func(h http.Header) string { h.Set("Webhook-Id", "msg_1"); return specBody },
		"no id":           func(h http.Header) string { h.Del("Webhook-Id"); return specBody },
		"another time":    func(h http.Header) string { h.Set("Webhook-Timestamp", strconv.Itoa(specTime+1)); return specBody },
		"no time":         func(h http.Header) string { h.Del("Webhook-Timestamp"); return specBody },
		"no signature":    func(h http.Header) string { h.Del("Webhook-Signature"); return specBody },
		"another version": func(h http.Header) string { h.Set("Webhook-Signature", "v2"+specSignature[2:]); return specBody },
	} {
		header := specHeader()
		body := change(header)
		if err := verifyWebhook(header, []byte(body), []string{specSecret}, time.Unix(specTime, 0)); !errors.Is(err, ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVerifyBadSecrets checks that a bad secret is not reported as a bad signature, and not quoted.
func TestVerifyBadSecrets(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {"whsec_"}, {"whsec_%hidden"}, {specSecret[len("whsec_"):]}, {specSecret, "hidden"}} {
		_, err := VerifyWebhook(specHeader(), []byte(specBody), secrets...)
		if err == nil || errors.Is(err, ErrSignature) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: %v", secrets, err)
		}
	}
}
