package easypost

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"time"

	"waybill/internal/netguard"
)

const (
	// maxAnswer bounds an answer in JSON; a shipment with all its rates has some 20 kB.
	maxAnswer = 1 << 20
	// idleConnections are kept open to EasyPost.
	idleConnections = 8
)

func newTransport(privateNetwork bool) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if !privateNetwork {
		dialer.Control = netguard.PublicOnly
	}
	return &http.Transport{
		DialContext:            dialer.DialContext, // and no proxy: it would resolve names past the guard
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    idleConnections,
		IdleConnTimeout:        time.Minute,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// bounded cuts answers that are too long: the library reads them whole.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(req)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, maxAnswer)
	}
	return res, err
}

// isDialError reports whether no connection was made, so that nothing was sent.
func isDialError(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
