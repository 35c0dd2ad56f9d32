package client

import "context"

// ResponseInfo is what the last response of a call has beside its result.
type ResponseInfo struct {
	RequestID      string // identifies the request in the service's log
	ETag           string // of the order or the document; "": none
	IdempotencyKey string // with which the request was sent, also a random one; "": none
	Replayed       bool   // an earlier request with the key was carried out: the response is its response
}

type (
	keyOfContext  struct{}
	infoOfContext struct{}
)

// WithResponseInfo returns a context with which each successful call of a Client stores the info of its last response.
func WithResponseInfo(ctx context.Context, info *ResponseInfo) context.Context {
	return context.WithValue(ctx, infoOfContext{}, info)
}

// WithIdempotencyKey returns a context for one call, whose request has the key, if its operation takes one: printable ASCII without
// spaces, at most 255 characters. The same call with the same key is carried out once in 24 hours. Without it a call makes a random key,
// which protects only its own repetitions.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyOfContext{}, key)
}

func noteResponse(ctx context.Context, cl call, a response) {
	if info, _ := ctx.Value(infoOfContext{}).(*ResponseInfo); info != nil {
		*info = ResponseInfo{a.header.Get("X-Request-ID"), a.header.Get("ETag"), cl.idempotencyKey, a.replayed()}
	}
}

// Call calls any operation by its path below /api, such as /order/hold/, with its query, and returns the body of the response. request
// becomes the JSON of the body, but for GET and DELETE; a []byte is the body, such as a file. ifMatch is an ETag that the order must have;
// "": any. The call is repeated as the document says of the operation; a POST or PATCH that this version of the package does not know is not
// repeated.
func (c *Client) Call(ctx context.Context, method, path, ifMatch string, request any) ([]byte, error) {
	cl := call{method: method, path: path, ifMatch: ifMatch, accept: "*/*"}
	if file, isFile := request.([]byte); isFile {
		cl.body, cl.contentType = file, "application/octet-stream"
	}
	a, err := c.fetch(ctx, method+" "+path, cl, request)
	return a.body, err
}
