package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// maxResponse is how many bytes of a response of the API a page reads.
const maxResponse = 16 << 20

// Response is a response of the API.
type Response struct {
	Status int
	header http.Header
	Body   []byte
}

// OK reports whether the request was carried out.
func (a Response) OK() bool { return a.Status < http.StatusMultipleChoices }

// Decode reads the body.
func (a Response) Decode(into any) error {
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("read a response of the API: %w", err)
	}
	return nil
}

// Problems are the messages of an answer that is not ok, by the field, such as orders.0.consignee_name. The key "" has
// what is about no field.
func (a Response) Problems() map[string][]problem.Message {
	if a.OK() {
		return nil
	}
	found, err := ReadProblems(a.Body)
	if err != nil {
		return map[string][]problem.Message{"": {problem.Own(http.StatusText(a.Status))}}
	}
	return found
}

// ReadProblems reads the messages of a tree of problems, as Response.Problems has them.
func ReadProblems(text []byte) (map[string][]problem.Message, error) {
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("read problems: %w", err)
	}
	found := map[string][]problem.Message{}
	addProblems(found, "", tree)
	return found, nil
}

// addProblems collects the messages below a node of a tree of problems.
func addProblems(found map[string][]problem.Message, path string, node any) {
	switch n := node.(type) {
	case string:
		for _, name := range []string{"detail", "non_field_errors"} {
			path = strings.TrimSuffix(strings.TrimSuffix(path, name), ".")
		}
		found[path] = append(found[path], problem.Decode(n, n))
	case []any:
		for i, child := range n {
			if _, isText := child.(string); isText {
				addProblems(found, path, child)
				continue
			}
			addProblems(found, join(path, strconv.Itoa(i)), child)
		}
	case map[string]any:
		for name, child := range n {
			addProblems(found, join(path, name), child)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Call calls the API as the user, on the account of the page; on a page of the operator, as the operator.
// body is marshalled as JSON; nil is none. The answer is ok, or has problems that the user can solve. Other answers are
// errors: store.ErrNotFound, or a notice.
func (v *Visit) Call(method, path string, body any) (Response, error) {
	return v.callJSON(v.Caller(), method, path, body)
}

// CallFor is Call on an account that the page is not of.
func (v *Visit) CallFor(account masterdata.Account, method, path string, body any) (Response, error) {
	return v.callJSON(account.Caller(), method, path, body)
}

// CallAsOperator is api with the rights of the operator on the account of the page. The route must need operate.
func (v *Visit) CallAsOperator(method, path string, body any) (Response, error) {
	caller := v.Caller()
	caller.Operator = v.Can(Operate)
	return v.callJSON(caller, method, path, body)
}

func (v *Visit) callJSON(caller masterdata.Caller, method, path string, body any) (Response, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return Response{}, fmt.Errorf("call %s: %w", path, err)
		}
	}
	req, err := v.NewRequest(method, path, bytes.NewReader(text))
	if err != nil {
		return Response{}, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept-Language", v.Language.Tag)
	if once := v.Request.PostForm.Get("once"); once != "" && len(once) <= 64 {
		req.Header.Set("Idempotency-Key", "console-"+once)
	}
	if version := v.Request.PostForm.Get("version"); version != "" {
		req.Header.Set("If-Match", version)
	}
	return v.Send(caller, req)
}

// NewRequest makes a request of the API. Links in the response begin as the page's address does.
func (v *Visit) NewRequest(method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(v.Request.Context(), method, path, body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", path, err)
	}
	req.Host, req.TLS = v.Request.Host, v.Request.TLS
	return req, nil
}

// Send calls the API with a request that the page made; see Call.
func (v *Visit) Send(caller masterdata.Caller, req *http.Request) (Response, error) {
	recorder := &answerRecorder{Response: Response{header: http.Header{}}}
	if err := recorder.serve(v.Console.As(caller, v.actor()), req); err != nil {
		return Response{}, fmt.Errorf("call %s: %w", req.URL.Path, err)
	}
	return recorder.Response, v.errorOf(recorder.Response)
}

// errorOf is the error of an answer that the user cannot change, else nil.
func (v *Visit) errorOf(a Response) error {
	switch {
	case a.Status == http.StatusNotFound:
		return store.ErrNotFound
	case a.Status == http.StatusForbidden && !v.Account.SuspendedOn.IsZero():
		return v.suspended()
	case a.Status >= http.StatusInternalServerError, a.Status == http.StatusForbidden, a.Status == http.StatusUnauthorized,
		a.Status == http.StatusTooManyRequests:
		return v.NotDone(a.Status, v.Message(a))
	}
	return nil
}

// answerRecorder keeps an answer in memory.
type answerRecorder struct{ Response }

func (w *answerRecorder) Header() http.Header { return w.header }

func (w *answerRecorder) WriteHeader(status int) {
	w.Status = cmp.Or(w.Status, status)
}

func (w *answerRecorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if len(w.Body)+len(p) > maxResponse {
		return 0, fmt.Errorf("the answer has more than %d bytes", maxResponse)
	}
	w.Body = append(w.Body, p...)
	return len(p), nil
}

// serve returns an error if the answer was cut.
func (w *answerRecorder) serve(handler http.Handler, req *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler { //nolint:errorlint // the sentinel itself, compared as net/http does
				panic(p)
			}
			err = io.ErrUnexpectedEOF
		}
	}()
	handler.ServeHTTP(w, req)
	return nil
}

// Pass streams the response to a GET of the API to the browser unmodified: a file. Other headers that the
// page has set stay. An answer that is not ok becomes an error.
func (v *Visit) Pass(path string) error {
	req, err := v.NewRequest(http.MethodGet, path, http.NoBody)
	if err != nil {
		return err
	}
	for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range", "Accept"} {
		if value := v.Request.Header.Get(name); value != "" {
			req.Header.Set(name, value)
		}
	}
	passing := &passing{w: v.Writer, failed: answerRecorder{Response{header: http.Header{}}}}
	v.Console.As(v.Caller(), v.actor()).ServeHTTP(passing, req)
	if failed := passing.failed.Response; failed.Status != 0 {
		if err := v.errorOf(failed); err != nil {
			return err
		}
		return v.NotDone(failed.Status, v.Message(failed))
	}
	return nil
}

// Messages are all problems of an answer, in the user's words, about what has a label.
func (v *Visit) Messages(label string, a Response) []string {
	var all []string
	for _, messages := range a.Problems() {
		for _, message := range messages {
			all = append(all, v.Words().Say(label, message))
		}
	}
	return all
}

// Message is Messages about nothing with a label, as one text.
func (v *Visit) Message(a Response) string { return strings.Join(v.Messages("", a), " ") }

// passing sends a successful response to the browser, and keeps another one.
type passing struct {
	w      http.ResponseWriter
	failed answerRecorder
	sent   bool
}

func (p *passing) Header() http.Header { return p.failed.header }

func (p *passing) WriteHeader(status int) {
	switch {
	case p.sent || p.failed.Status != 0:
	case status >= http.StatusBadRequest:
		p.failed.Status = status
	default:
		p.sent = true
		maps.Copy(p.w.Header(), p.failed.header)
		p.w.Header().Set("X-Content-Type-Options", "nosniff")
		p.w.WriteHeader(status)
	}
}

func (p *passing) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if p.sent {
		return p.w.Write(b)
	}
	return p.failed.Write(b)
}

// Unwrap returns the writer below, for http.ResponseController.
func (p *passing) Unwrap() http.ResponseWriter { return p.w }
