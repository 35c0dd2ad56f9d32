package api

import (
	"net/http"
	"strconv"

	"github.com/go-faster/jx"
)

const (
	// heldRows is how many bytes of a JSON response are collected before they are sent. A shorter
	// response has a Content-Length, and an error before that point becomes an error status.
	heldRows = 96 << 10
	// mostHeldRows is the largest capacity that is made for them at first.
	mostHeldRows = heldRows + 8<<10
)

// rows is a JSON response that is sent while it is written.
type rows struct {
	*jx.Encoder
	w      http.ResponseWriter
	status int
	isHead bool
	begun  bool // the status is sent
	gone   bool // the caller has disconnected: nothing more is sent
}

// flush sends what was written, if that is enough. It is called after each row.
func (r *rows) flush() {
	if len(r.Bytes()) >= heldRows {
		r.send()
	}
}

func (r *rows) send() {
	if !r.begun {
		r.begun = true
		r.w.WriteHeader(r.status)
	}
	if !r.isHead && !r.gone {
		_, err := r.w.Write(r.Bytes())
		r.gone = err != nil // not an error of the server
	}
	r.SetBytes(r.Bytes()[:0])
}

// sendRows sends a response while it is written. If writing fails before the first byte is sent, the
// caller gets the error; if later, the connection is closed.
func (a *API) sendRows(w http.ResponseWriter, r *http.Request, res response) {
	if err := a.chargeMore(r.Context(), heldRows); err != nil {
		a.respond(w, r, response{}, err)
		return
	}
	out := &rows{Encoder: new(jx.Encoder), w: w, status: res.status, isHead: r.Method == http.MethodHead}
	err := res.rows(out)
	switch {
	case err == nil:
		if !out.begun {
			w.Header().Set("Content-Length", strconv.Itoa(len(out.Bytes())))
		}
		out.send()
	case out.begun:
		noteError(r.Context(), err)
		panic(http.ErrAbortHandler)
	default:
		a.respond(w, r, response{}, err)
	}
}
