package shell

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/requestlog"
)

// RecordedRate is the most requests of an account that are recorded. Successful and failed requests have this rate each. Requests
// above it are only counted.
var RecordedRate = RateLimit{PerSecond: 10, Burst: 100}

// maxNotes is how many errors, and how many warnings, of a request are recorded.
const maxNotes = 20

// recordedKey identifies whose requests RecordedRate counts together, failed ones apart.
type recordedKey struct {
	accountID int64
	failed    bool
}

// record has the fields of a request for the request log.
type record struct {
	decided, wanted  bool
	errors, warnings []requestlog.Note
	body             string
	partner          string // the path of a message of a partner, which has no key
}

// wantsRecord decides once whether a request is recorded: only those with a key and messages of partners are. Those that read the log
// are not, and of many it records a sample.
func (s *Shell) wantsRecord(e *exchange, failed bool) bool {
	if s.Requests == nil || e.caller.KeyID == 0 && e.record.partner == "" || strings.HasSuffix(e.Operation, "_requests") {
		return false
	}
	if !e.record.decided {
		e.record.decided = true
		e.record.wanted = s.recorded.Allow(recordedKey{e.caller.AccountID, failed}, RecordedRate)
	}
	return e.record.wanted
}

// recordBody records a body, without personal data, and the fields of it that the operation does not know.
func (s *Shell) recordBody(ctx context.Context, body []byte, sent *request.Form, failed bool) {
	if !s.recordText(ctx, cmp.Or(request.Redact(body), notJSON(len(body))), failed) || sent.Unknown() != nil { // they are errors
		return
	}
	e := exchangeOf(ctx)
	for at, m := range sent.UnknownAt() {
		e.record.warnings = append(e.record.warnings, noteOf(at.Pointer(), m))
	}
}

// recordText records what stands for a body, and reports whether the request is recorded.
func (s *Shell) recordText(ctx context.Context, text string, failed bool) bool {
	e := exchangeOf(ctx)
	wanted := s.wantsRecord(e, failed)
	if wanted {
		e.record.body = text
	}
	return wanted
}

// notJSON replaces a body that is not JSON in the log.
func notJSON(bytes int) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf(`"not JSON, %d bytes"`, bytes)
}

// recordUnread records a request that fails because its body is no JSON, if the key in its header says whose it is.
func (s *Shell) recordUnread(r *http.Request, b *Body) {
	if exchangeOf(r.Context()).caller.KeyID == 0 {
		_, _ = s.FindCaller(r.Context(), r) // an error of the key does not matter: the body is wrong
	}
	s.recordText(r.Context(), notJSON(b.Bytes), true)
}

// RecordMessage records a message of a partner. Operators see it.
func (s *Shell) RecordMessage(r *http.Request, body []byte) {
	exchangeOf(r.Context()).record.partner = r.URL.Path
	s.recordText(r.Context(), cmp.Or(request.Redact(body), notJSON(len(body))), false)
}

// NoteProblems adds what was wrong with the request of ctx, to the request log.
func NoteProblems(ctx context.Context, tree request.Node) {
	e := exchangeOf(ctx)
	e.record.errors = nil
	for at, m := range request.Each(tree) {
		if len(e.record.errors) == maxNotes {
			break
		}
		e.record.errors = append(e.record.errors, noteOf(at.Pointer(), m))
	}
}

// noteOf is a message about a place. It has no value, unless the field says nothing of a person.
func noteOf(path string, m problem.Message) requestlog.Note {
	if !shipment.IsOpen(path[strings.LastIndexByte(path, '/')+1:]) {
		m = m.Redacted()
	}
	note := requestlog.Note{Path: request.SafePath(path), Message: strings.ToValidUTF8(m.String(), "?"), Codes: m.Encode()}
	note.Code, _ = CodeOf(m)
	return note
}

// recordRequest hands a request that was served to the request log.
func (s *Shell) recordRequest(r *http.Request, e *exchange, took time.Duration) {
	if !s.wantsRecord(e, e.status >= http.StatusBadRequest) {
		if e.record.decided {
			s.Requests.Skip(e.caller.AccountID)
		}
		return
	}
	if e.err != nil && len(e.record.errors) == 0 && e.status >= http.StatusBadRequest {
		e.record.errors = []requestlog.Note{noteOf("", ProblemOf(e.err, e.id).Detail)}
	}
	s.Requests.Add(requestlog.Entry{
		AccountID: e.caller.AccountID, KeyID: e.caller.KeyID, RequestID: e.id, Method: r.Method, Route: cmp.Or(e.record.partner, e.Path),
		Status: e.status,
		Took:   took, Errors: e.record.errors, Warnings: e.record.warnings, Body: e.record.body,
	})
}
