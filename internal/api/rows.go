package api

import (
	"net/http"
	"strconv"

	"github.com/go-faster/jx"
)

const (
	// heldRows is how many bytes of a JSON response wait before they are sent. A response that
	// is shorter has a Content-Length, and an error up to there is an error status.
	heldRows = 96 << 10
	// mostHeldRows is the largest capacity that is made for them at first.
	mostHeldRows = heldRows + 8<<10
)

// rows is a JSON response that is sent as it is made.
type rows struct {
	*jx.Encoder
	w      http.ResponseWriter
	status int
	isHead bool
	begun  bool // the status is sent
	gone   bool // the caller has gone away: nothing is sent any more
}

// flush sends what there is, if it is much. It is called after each row.
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
		r.gone = err != nil // no error of ours
	}
	r.SetBytes(r.Bytes()[:0])
}

// sendRows sends a response as it is made. When that fails before the first byte is sent the
// caller gets the error; after it the connection is cut, as send does.
func (a *API) sendRows(w http.ResponseWriter, r *http.Request, res response) {
	if err := a.chargeMore(r.Context(), heldRows); err != nil {
		a.answer(w, r, response{}, err)
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
		a.answer(w, r, response{}, err)
	}
}
