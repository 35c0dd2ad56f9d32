package console

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"waybill/internal/store"
)

// maxAnswer is how many bytes of an answer of the interface a page reads.
const maxAnswer = 16 << 20

// apiAnswer is an answer of the JSON interface.
type apiAnswer struct {
	status int
	header http.Header
	body   []byte
}

// ok reports whether the request was carried out.
func (a apiAnswer) ok() bool { return a.status < http.StatusMultipleChoices }

// decode reads the body.
func (a apiAnswer) decode(into any) error {
	if err := json.Unmarshal(a.body, into); err != nil {
		return fmt.Errorf("read an answer of the interface: %w", err)
	}
	return nil
}

// problems are the messages of an answer that is not ok, by the field, such as orders.0.consignee_name. The key "" has
// what is about no field.
func (a apiAnswer) problems() map[string][]string {
	found := map[string][]string{}
	if a.ok() {
		return found
	}
	var tree any
	if err := json.Unmarshal(a.body, &tree); err != nil {
		return map[string][]string{"": {http.StatusText(a.status)}}
	}
	addProblems(found, "", tree)
	return found
}

// addProblems collects the messages below a node of a tree of problems.
func addProblems(found map[string][]string, path string, node any) {
	switch n := node.(type) {
	case string:
		for _, name := range []string{"detail", "non_field_errors"} {
			path = strings.TrimSuffix(strings.TrimSuffix(path, name), ".")
		}
		found[path] = append(found[path], n)
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

// api calls the JSON interface as the user, on the account of the page; on a page of the operator, as the operator.
// body is marshalled as JSON; nil is none. The answer is ok, or has problems that the user can solve. Other answers are
// errors: store.ErrNotFound, or a notice.
func (v *visit) api(method, path string, body any) (apiAnswer, error) {
	return v.callJSON(v.caller(), method, path, body)
}

// apiAsOperator is api with the rights of the operator on the account of the page. The route must need operate.
func (v *visit) apiAsOperator(method, path string, body any) (apiAnswer, error) {
	caller := v.caller()
	caller.Operator = v.can(operate)
	return v.callJSON(caller, method, path, body)
}

func (v *visit) callJSON(caller store.Caller, method, path string, body any) (apiAnswer, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return apiAnswer{}, fmt.Errorf("call %s: %w", path, err)
		}
	}
	req, err := v.request(method, path, bytes.NewReader(text))
	if err != nil {
		return apiAnswer{}, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept-Language", v.lang.tag)
	if once := v.r.PostForm.Get("once"); once != "" && len(once) <= 64 {
		req.Header.Set("Idempotency-Key", "console-"+once)
	}
	return v.send(caller, req)
}

// request makes a request of the JSON interface. Links in the answer begin as the page's address does.
func (v *visit) request(method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(v.r.Context(), method, path, body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", path, err)
	}
	req.Host, req.TLS = v.r.Host, v.r.TLS
	return req, nil
}

// send calls the JSON interface with a request that the page made; see api.
func (v *visit) send(caller store.Caller, req *http.Request) (apiAnswer, error) {
	recorder := &answerRecorder{apiAnswer: apiAnswer{header: http.Header{}}}
	if err := recorder.serve(v.console.As(caller, v.actor()), req); err != nil {
		return apiAnswer{}, fmt.Errorf("call %s: %w", req.URL.Path, err)
	}
	return recorder.apiAnswer, v.errorOf(recorder.apiAnswer)
}

// errorOf is the error of an answer that the user cannot change, else nil.
func (v *visit) errorOf(a apiAnswer) error {
	switch {
	case a.status == http.StatusNotFound:
		return store.ErrNotFound
	case a.status == http.StatusForbidden && !v.account.SuspendedOn.IsZero():
		return &notice{a.status, v.t("The account is suspended"), v.t("Nothing was changed. Ask your operator about it.")}
	case a.status >= http.StatusInternalServerError, a.status == http.StatusForbidden, a.status == http.StatusUnauthorized,
		a.status == http.StatusTooManyRequests:
		return &notice{a.status, v.t("This was not done"), strings.Join(v.messages("", a), " ")}
	}
	return nil
}

// answerRecorder keeps an answer in memory.
type answerRecorder struct{ apiAnswer }

func (w *answerRecorder) Header() http.Header { return w.header }

func (w *answerRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *answerRecorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if len(w.body)+len(p) > maxAnswer {
		return 0, fmt.Errorf("the answer has more than %d bytes", maxAnswer)
	}
	w.body = append(w.body, p...)
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

// pass sends the answer of a GET of the JSON interface to the browser as it is, while it comes: a file. Other headers that the
// page has set stay. An answer that is not ok becomes an error.
func (v *visit) pass(path string) error {
	req, err := v.request(http.MethodGet, path, http.NoBody)
	if err != nil {
		return err
	}
	for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range", "Accept"} {
		if value := v.r.Header.Get(name); value != "" {
			req.Header.Set(name, value)
		}
	}
	passing := &passing{w: v.w, failed: answerRecorder{apiAnswer{header: http.Header{}}}}
	v.console.As(v.caller(), v.actor()).ServeHTTP(passing, req)
	if failed := passing.failed.apiAnswer; failed.status != 0 {
		if err := v.errorOf(failed); err != nil {
			return err
		}
		return &notice{failed.status, v.t("This was not done"), strings.Join(v.messages("", failed), " ")}
	}
	return nil
}

// messages are all problems of an answer, in the user's words, about what has a label.
func (v *visit) messages(label string, a apiAnswer) []string {
	var all []string
	for _, messages := range a.problems() {
		for _, message := range messages {
			all = append(all, v.words().Plain(label, message))
		}
	}
	return all
}

// passing sends what is ok to the browser, and keeps what is not.
type passing struct {
	w      http.ResponseWriter
	failed answerRecorder
	sent   bool
}

func (p *passing) Header() http.Header { return p.failed.header }

func (p *passing) WriteHeader(status int) {
	switch {
	case p.sent || p.failed.status != 0:
	case status >= http.StatusBadRequest:
		p.failed.status = status
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
