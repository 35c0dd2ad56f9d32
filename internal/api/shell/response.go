package shell

import (
	"io"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Response is a response that is not an error. The body is JSON unless the header has another
// Content-Type. A stream takes the place of a body that is too large for memory.
type Response struct {
	Status int
	Body   []byte
	Header http.Header
	Stream func(w io.Writer) error
	Rows   func(*Rows) error // takes the place of a JSON body that may be long
	// content takes the place of a body, and answers requests for parts of it, and of caches.
	Content io.ReadSeeker

	HasSecret bool // it is not compressed: see compress
}

// The headers of every response in JSON: no cache stores it, and no browser guesses another type.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
	noSniff  = []string{"nosniff"}
)

// Respond writes the response of an operation, or the problem that errors.go has for err. The cause of an
// error goes to the log.
func (s *Shell) Respond(w http.ResponseWriter, r *http.Request, res Response, err error) {
	switch {
	case err != nil && WantsProblem(r):
		res = s.problemDetails(r, err).With(res.Header)
	case err != nil:
		res = s.plainProblem(r, err).With(res.Header)
	}
	header := w.Header()
	maps.Copy(header, res.Header)
	if header.Get("Content-Type") == "" && res.Status != http.StatusNoContent {
		header["Content-Type"], header["Cache-Control"], header["X-Content-Type-Options"] = jsonType, noStore, noSniff
	}
	switch {
	case res.Content != nil:
		http.ServeContent(w, r, "", time.Time{}, res.Content)
		return
	case res.Stream != nil:
		s.send(w, r, res)
		return
	case res.Rows != nil:
		s.sendRows(w, r, res)
		return
	}
	if res.Status != http.StatusNotModified && res.Status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(res.Body)))
	}
	to, end := s.compress(w, r, map[bool]int{false: len(res.Body)}[res.HasSecret])
	w.WriteHeader(res.Status)
	_, _ = to.Write(res.Body) // net/http drops that of HEAD; a caller that has disconnected is not an error of the server
	end(true)
}

// plainProblem is the response to an error in the form of the original interface.
func (s *Shell) plainProblem(r *http.Request, err error) Response {
	language, say := s.PlainWords(r)
	if problems := request.ProblemsOf(err); problems != nil {
		NoteProblems(r.Context(), problems)
		return Response{Status: http.StatusBadRequest, Header: language, Body: request.InWords(problems, say).AppendJSON(nil)}
	}
	p := ProblemOf(err, RequestID(r.Context()))
	NoteError(r.Context(), err)
	var e jx.Encoder
	openapi.Write(&e, nil, p, func(o *openapi.Object, p *Problem) {
		o.Text("detail", problem.Say(say, "", p.Detail))
		writeCandidates(o, p.Candidates)
	})
	res := Response{Status: p.Status, Header: language, Body: e.Bytes()}.With(p.Header)
	if code, _ := CodeOf(p.Detail); hasOwnForm(r) {
		res = res.With(http.Header{"Link": {"<" + s.helpAddress(r, code) + `>; rel="help"`}})
	}
	return res
}

// send streams a response. If the stream fails, the connection is closed, so that the caller does not
// take the part for the whole.
func (s *Shell) send(w http.ResponseWriter, r *http.Request, res Response) {
	w.WriteHeader(res.Status)
	if r.Method == http.MethodHead {
		return
	}
	if err := res.Stream(w); err != nil {
		NoteError(r.Context(), err)
		panic(http.ErrAbortHandler)
	}
}

// With adds headers to a response.
func (r Response) With(header http.Header) Response {
	if len(header) == 0 {
		return r
	}
	merged := make(http.Header, len(r.Header)+len(header))
	maps.Copy(merged, r.Header)
	maps.Copy(merged, header)
	r.Header = merged
	return r
}

// writeCandidates writes the orders that a request may mean, if there are any.
func writeCandidates(o *openapi.Object, candidates []shipment.Order) {
	openapi.List(o.If(candidates != nil), "candidates", candidates, func(o *openapi.Object, candidate *shipment.Order) {
		o.Int64("order_id", candidate.OrderID)
		o.Text("tracking_no", candidate.TrackingNo)
	})
}

const (
	// heldRows is how many bytes of a JSON response are collected before they are sent. A shorter
	// response has a Content-Length, and an error before that point becomes an error status.
	heldRows = 96 << 10
	// MostHeldRows is the largest capacity that is made for them at first.
	MostHeldRows = heldRows + 8<<10
)

// Rows is a JSON response that is sent while it is written.
type Rows struct {
	*jx.Encoder
	begin  func(size int) io.Writer // sends the status, before so many bytes or more
	to     io.Writer                // nil: it has not begun
	isHead bool
	gone   bool // the caller has disconnected: nothing more is sent

	isWhole bool // nothing is sent before the end
}

// Flush sends what was written, if that is enough. It is called after each row.
func (r *Rows) Flush() {
	if !r.isWhole && len(r.Bytes()) >= heldRows {
		r.send()
	}
}

func (r *Rows) send() {
	if r.to == nil {
		r.to = r.begin(len(r.Bytes()))
	}
	if !r.isHead && !r.gone {
		_, err := r.to.Write(r.Bytes())
		r.gone = err != nil // not an error of the server
	}
	r.SetBytes(r.Bytes()[:0])
}

// sendRows sends a response while it is written. If writing fails before the first byte is sent, the
// caller gets the error; if later, the connection is closed.
func (s *Shell) sendRows(w http.ResponseWriter, r *http.Request, res Response) {
	if err := s.Charge(r.Context(), heldRows); err != nil {
		s.Respond(w, r, Response{}, err)
		return
	}
	isWhole, end := false, func(bool) {}
	defer func() { end(isWhole) }()
	out := &Rows{Encoder: new(jx.Encoder), isHead: r.Method == http.MethodHead}
	out.begin = func(size int) (to io.Writer) {
		to, end = s.compress(w, r, map[bool]int{false: size}[res.HasSecret])
		w.WriteHeader(res.Status)
		return to
	}
	err := res.Rows(out)
	switch {
	case err == nil:
		if out.to == nil {
			w.Header().Set("Content-Length", strconv.Itoa(len(out.Bytes())))
		}
		out.send()
		isWhole = true
	case out.to != nil:
		NoteError(r.Context(), err)
		panic(http.ErrAbortHandler)
	default:
		s.Respond(w, r, Response{}, err)
	}
}
