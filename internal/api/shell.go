package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// call is an authenticated request.
type call struct {
	caller masterdata.Caller
	req    *http.Request
	body   []byte // of a POST
}

// response is a response that is not an error. The body is JSON unless the header has another
// Content-Type. A stream takes the place of a body that is too large for memory.
type response struct {
	status int
	body   []byte
	header http.Header
	stream func(w io.Writer) error
	rows   func(*rows) error // takes the place of a JSON body that may be long
	// content takes the place of a body, and answers requests for parts of it, and of caches.
	content io.ReadSeeker
}

// readTimeout is how long an operation that only reads may take. It is for a database that hangs; a
// database that is down fails at once.
const readTimeout = 15 * time.Second

// post is the shell of an operation with a body. It checks in the order of the interface document: size,
// media type, syntax, key. Then it calls serve.
func (a *API) post(shape *request.Shape, serve func(context.Context, call, *request.Form) (response, error)) http.HandlerFunc {
	return a.public(func(ctx context.Context, r *http.Request) (response, error) {
		b, err := a.receiveJSON(r)
		if err != nil {
			return response{}, err
		}
		defer b.close()
		ctx, cancel := a.writing(ctx)
		defer cancel()
		var caller masterdata.Caller
		var header http.Header
		if b.needsKeyFirst() {
			if caller, header, err = a.authenticateLarge(ctx, r, b); err != nil {
				return response{header: header}, err
			}
		}
		text, sent, err := a.decode(ctx, b, shape)
		if err != nil {
			return response{}, err
		}
		if caller == (masterdata.Caller{}) {
			if caller, header, err = a.authenticate(ctx, r, sent.SecretKey()); err != nil {
				return response{header: header}, err
			}
		}
		res, err := serve(ctx, call{caller: caller, req: r, body: text}, sent)
		return res.with(header), err
	})
}

// postOpen is the shell of an operation with a body that needs no key. With a key that is not live the
// call has no caller, as without a key.
func (a *API) postOpen(shape *request.Shape, serve func(context.Context, call, *request.Form) (response, error)) http.HandlerFunc {
	return a.public(func(ctx context.Context, r *http.Request) (response, error) {
		b, err := a.receiveJSON(r)
		if err != nil {
			return response{}, err
		}
		defer b.close()
		text, sent, err := a.decode(ctx, b, shape)
		if err != nil {
			return response{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, readTimeout)
		defer cancel()
		caller, header, err := a.authenticate(ctx, r, sent.SecretKey())
		if err != nil && !errors.Is(err, errNoCredentials) && !errors.Is(err, errInvalidKey) {
			return response{header: header}, err
		}
		return serve(a.metered(ctx), call{caller: caller, req: r, body: text}, sent)
	})
}

// receiveJSON reads a body whose media type must be JSON.
func (a *API) receiveJSON(r *http.Request) (*body, error) {
	b, err := a.receive(r)
	if err == nil && !isJSON(r) {
		b.close()
		err = unsupportedMediaType(r.Header.Get("Content-Type"))
	}
	return b, err
}

// readBody reads a body of any media type. The request is charged for it, and for the files that are
// decoded from its base64.
func (a *API) readBody(ctx context.Context, r *http.Request) ([]byte, error) {
	b, err := a.receive(r)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return a.charged(ctx, b, int64(b.Bytes))
}

// charged is the text of a body. The request is charged what the body may cost, and more. If there is no room for it now,
// and no key was looked for in the end of the body, one that is there admits the caller first.
func (a *API) charged(ctx context.Context, b *body, more int64) ([]byte, error) {
	cost := b.cost(a.Store.DB.Engine()) + more
	if !b.admitted && b.unscanned != nil && !b.held.TryGrowTo(cost) {
		if err := b.scan(ctx, b.unscanned); err != nil {
			return nil, err
		}
	}
	if err := a.charge(ctx, cost); err != nil {
		return nil, err
	}
	return b.whole()
}

// decode charges the request what the body may cost, and decodes it.
func (a *API) decode(ctx context.Context, b *body, shape *request.Shape) (text []byte, sent *request.Form, err error) {
	if text, err = a.charged(ctx, b, 0); err == nil {
		sent, err = request.Decode(text, shape)
	}
	return text, sent, err
}

// authenticateLarge finds the caller of a large body by the body's last key, before it is decoded. A
// syntax error takes precedence.
func (a *API) authenticateLarge(ctx context.Context, r *http.Request, b *body) (masterdata.Caller, http.Header, error) {
	if err := request.CheckSyntax(b.reader()); err != nil {
		if _, ok := errors.AsType[*request.SyntaxError](err); !ok {
			err = fmt.Errorf("%w: read a body from disk: %w", errOverload, err)
		}
		return masterdata.Caller{}, nil, err
	}
	return a.authenticate(ctx, r, b.keys.last)
}

// get is the shell of an operation that reads: its key comes in the query.
func (a *API) get(serve func(context.Context, call) (response, error)) http.HandlerFunc {
	return a.public(func(ctx context.Context, r *http.Request) (response, error) {
		ctx, cancel := context.WithTimeout(ctx, readTimeout)
		defer cancel()
		caller, header, err := a.authenticate(ctx, r, keyInQuery(r))
		if err != nil {
			return response{header: header}, err
		}
		res, err := serve(a.metered(ctx), call{caller: caller, req: r})
		return res.with(header), err
	})
}

// delete is the shell of an operation that deletes: its key comes in the query.
func (a *API) delete(serve func(context.Context, call) (response, error)) http.HandlerFunc {
	return a.public(func(ctx context.Context, r *http.Request) (response, error) {
		ctx, cancel := a.writing(ctx)
		defer cancel()
		caller, header, err := a.authenticate(ctx, r, keyInQuery(r))
		if err != nil {
			return response{header: header}, err
		}
		res, err := serve(ctx, call{caller: caller, req: r})
		return res.with(header), err
	})
}

// writing is the context of an operation that writes. It does not end when the caller disconnects.
func (a *API) writing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), a.BlockingBudget+answerMargin)
}

// public is the shell of an operation that needs no key.
func (a *API) public(serve func(context.Context, *http.Request) (response, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := serve(r.Context(), r)
		a.respond(w, r, res, err)
	}
}

// The headers of every response in JSON: no cache stores it, and no browser guesses another type.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
	noSniff  = []string{"nosniff"}
)

// respond writes the response of an operation, or the problem that errors.go has for err. The cause of an
// error goes to the log.
func (a *API) respond(w http.ResponseWriter, r *http.Request, res response, err error) {
	if err != nil {
		if invalid, ok := errors.AsType[*validationError](err); ok {
			res = response{status: http.StatusBadRequest, body: invalid.problems.AppendJSON(nil)}.with(res.header)
		} else {
			p := problemOf(err, RequestID(r.Context()))
			noteError(r.Context(), err)
			res = response{status: p.status, body: detailBody(p.detail)}.with(res.header).with(p.header)
		}
	}
	header := w.Header()
	maps.Copy(header, res.header)
	if header.Get("Content-Type") == "" && res.status != http.StatusNoContent {
		header["Content-Type"], header["Cache-Control"], header["X-Content-Type-Options"] = jsonType, noStore, noSniff
	}
	switch {
	case res.content != nil:
		http.ServeContent(w, r, "", time.Time{}, res.content)
		return
	case res.stream != nil:
		a.send(w, r, res)
		return
	case res.rows != nil:
		a.sendRows(w, r, res)
		return
	}
	if res.status != http.StatusNotModified && res.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(res.body)))
	}
	w.WriteHeader(res.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(res.body) // a caller that has disconnected is not an error of the server
	}
}

// send streams a response. If the stream fails, the connection is closed, so that the caller does not
// take the part for the whole.
func (a *API) send(w http.ResponseWriter, r *http.Request, res response) {
	w.WriteHeader(res.status)
	if r.Method == http.MethodHead {
		return
	}
	if err := res.stream(w); err != nil {
		noteError(r.Context(), err)
		panic(http.ErrAbortHandler)
	}
}

// with adds headers to a response.
func (r response) with(header http.Header) response {
	if len(header) == 0 {
		return r
	}
	merged := make(http.Header, len(r.header)+len(header))
	maps.Copy(merged, r.header)
	maps.Copy(merged, header)
	r.header = merged
	return r
}

// validationError is an invalid request. The body of the response is the tree of problems.
type validationError struct{ problems request.Problems }

func (*validationError) Error() string { return "the request is invalid" }

func detailBody(detail string) []byte {
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("detail")
	e.Str(detail)
	e.ObjEnd()
	return e.Bytes()
}
