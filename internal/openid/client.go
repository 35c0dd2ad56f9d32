package openid

import (
	"errors"
	"io"
	"net/http"
	"time"

	"waybill/internal/netguard"
)

const (
	// connectTimeout bounds a connection to the provider, and its TLS handshake.
	connectTimeout = 5 * time.Second
	// callTimeout bounds a request to the provider with its response.
	callTimeout = 10 * time.Second
	// maxBody is how many bytes of a response are read. Discovery documents and keys have some 10 KB.
	maxBody = 1 << 20
)

// newClient makes the client of a provider. The provider may be in a private network, because the operator has chosen
// it, and its discovery document names the other addresses. It follows no redirect: the client secret and the codes go
// to these addresses alone.
func newClient() *http.Client {
	return &http.Client{
		Transport:     bounded{netguard.NewTransport(netguard.Config{PrivateNetwork: true, Timeout: connectTimeout})},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       callTimeout,
	}
}

// bounded ends responses that are too long with an error.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(req)
	if err == nil {
		res.Body = &boundedBody{res.Body, maxBody}
	}
	return res, err
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errors.New("the response of the identity provider has more than 1 MiB")
	}
	return n, err
}
