package signature_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"waybill/internal/signature"
)

var key = signature.Keys{"wbp_secret"}

const nonce = "0123456789ABCDEFGHJKMNPQRS"

var now = time.Unix(1_770_091_506, 0)

// TestVector is the example of docs/partner-protocol.md, which implementations in other languages test
// against.
func TestVector(t *testing.T) {
	request, response := http.Header{}, http.Header{}
	key.SignRequest(request, "PUT", "/waybill/submissions/K1", nonce, []byte(`{"tracking_no":"WB1"}`), now)
	key.SignResponse(response, 201, nonce, []byte(`{"hawb_no":"H1"}`), now)
	for name, c := range map[string]struct {
		header http.Header
		want   string
	}{
		"request": {request, "v1=e322dc37ebc4a89f3869e1e285a8fdd96506f875344f4d15ee9691fe7f70a1b1"},
		"answer":  {response, "v1=2007dffa97c5aff8d53fd56f8c2c01725c14875f0c728393244e9fa4677bc17b"},
	} {
		if got := c.header.Get(signature.Header); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if got := c.header.Get(signature.TimestampHeader); got != "1770091506" {
			t.Errorf("%s: timestamp %s", name, got)
		}
	}
}

// TestRequest changes each part of a signed request.
func TestRequest(t *testing.T) {
	type message struct {
		key            signature.Keys
		header         http.Header
		method, target string
		body           string
		now            time.Time
	}
	for name, c := range map[string]struct {
		change func(*message)
		valid  bool
	}{
		"as it is":        {func(*message) {}, true},
		"in time":         {func(m *message) { m.now = now.Add(signature.Window) }, true},
		"from the future": {func(m *message) { m.now = now.Add(-signature.Window) }, true},
		"too late":        {func(m *message) { m.now = now.Add(signature.Window + time.Second) }, false},
		"too early":       {func(m *message) { m.now = now.Add(-signature.Window - time.Second) }, false},
		"another key":     {func(m *message) { m.key = signature.Keys{"wbp_secretx"} }, false},
		"another method":  {func(m *message) { m.method = "PUT" }, false},
		"another target":  {func(m *message) { m.target += "?x" }, false},
		"another body":    {func(m *message) { m.body += " " }, false},
		"another time":    {func(m *message) { m.header.Set(signature.TimestampHeader, "1770091507") }, false},
		"no time":         {func(m *message) { m.header.Del(signature.TimestampHeader) }, false},
		"another nonce":   {func(m *message) { m.header.Set(signature.NonceHeader, nonce+"X") }, false},
		"no nonce":        {func(m *message) { m.header.Del(signature.NonceHeader) }, false},
		"no signature":    {func(m *message) { m.header.Del(signature.Header) }, false},
		"four signatures": {func(m *message) { m.header.Set(signature.Header, "v1=0 v1=0 v1=0 "+m.header.Get(signature.Header)) }, true},
		"five signatures": {func(m *message) {
			m.header.Set(signature.Header, "v1=0 v1=0 v1=0 v1=0 "+m.header.Get(signature.Header))
		}, false},
		"another signature": {func(m *message) { m.header.Set(signature.Header, "v1=00") }, false},
	} {
		m := message{key, http.Header{}, "POST", "/path?a=b", "{}", now}
		m.key.SignRequest(m.header, m.method, m.target, nonce, []byte(m.body), now)
		c.change(&m)
		got, err := m.key.VerifyRequest(m.header, m.method, m.target, []byte(m.body), m.now)
		if c.valid && (err != nil || got != nonce) || !c.valid && !errors.Is(err, signature.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestChangeOfTheSecret: while a secret is changed each side may have the old one, the new one or both.
func TestChangeOfTheSecret(t *testing.T) {
	for name, c := range map[string]struct {
		signer, verifier signature.Keys
		valid            bool
	}{
		"both, old":      {signature.Keys{"new", "old"}, signature.Keys{"old"}, true},
		"both, new":      {signature.Keys{"new", "old"}, signature.Keys{"new"}, true},
		"old, both":      {signature.Keys{"old"}, signature.Keys{"new", "old"}, true},
		"new, both":      {signature.Keys{"new"}, signature.Keys{"new", "old"}, true},
		"both, both":     {signature.Keys{"new", "old"}, signature.Keys{"new", "old"}, true},
		"new, old":       {signature.Keys{"new"}, signature.Keys{"old"}, false},
		"others":         {signature.Keys{"a", "b"}, signature.Keys{"new", "old"}, false},
		"none, both":     {nil, signature.Keys{"new", "old"}, false},
		"five, the last": {signature.Keys{"a", "b", "c", "d", "new"}, signature.Keys{"new"}, false},
	} {
		request, response := http.Header{}, http.Header{}
		c.signer.SignRequest(request, "PUT", "/path", nonce, []byte("{}"), now)
		c.signer.SignResponse(response, 200, nonce, []byte("{}"), now)
		_, requestErr := c.verifier.VerifyRequest(request, "PUT", "/path", []byte("{}"), now)
		responseErr := c.verifier.VerifyResponse(response, 200, nonce, []byte("{}"), now)
		if valid := requestErr == nil; valid != c.valid || (responseErr == nil) != c.valid {
			t.Errorf("%s: %v, %v", name, requestErr, responseErr)
		}
	}
}

// TestResponse verifies a response against another request, status, time and key.
func TestResponse(t *testing.T) {
	h := http.Header{}
	key.SignResponse(h, 200, nonce, []byte("{}"), now)
	if err := key.VerifyResponse(h, 200, nonce, []byte("{}"), now); err != nil {
		t.Errorf("as it is: %v", err)
	}
	for name, err := range map[string]error{
		"to another request": key.VerifyResponse(h, 200, nonce+"X", []byte("{}"), now),
		"another status":     key.VerifyResponse(h, 404, nonce, []byte("{}"), now),
		"another body":       key.VerifyResponse(h, 200, nonce, []byte("[]"), now),
		"too late":           key.VerifyResponse(h, 200, nonce, []byte("{}"), now.Add(time.Hour)),
		"another key":        signature.Keys{"x"}.VerifyResponse(h, 200, nonce, []byte("{}"), now),
		"unsigned":           key.VerifyResponse(http.Header{}, 200, nonce, []byte("{}"), now),
	} {
		if !errors.Is(err, signature.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
