package easypost

import (
	"net/http"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/tracing"
)

const (
	// maxResponse bounds a response in JSON; a shipment with all its rates has some 20 kB.
	maxResponse = 1 << 20
	// idleConnections is how many idle connections to EasyPost are kept.
	idleConnections = 8
	connectTimeout  = 10 * time.Second
)

func newTransport(privateNetwork bool) *http.Transport {
	t := netguard.NewTransport(netguard.Config{PrivateNetwork: privateNetwork, Timeout: connectTimeout})
	t.MaxIdleConnsPerHost = idleConnections
	t.DisableCompression = false // lists of rates are long, and bounded counts the decompressed bytes
	return t
}

// bounded limits the size of responses, which the library reads whole, and sends the traceparent.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	tracing.Inject(req.Context(), req.Header)
	res, err := b.next.RoundTrip(req)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, maxResponse)
	}
	return res, err
}
