package shell

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// problemType is the media type of errors for programs (RFC 9457).
const problemType = "application/problem+json"

// fixedOperations are the operations of the original interface. No header changes the form of their responses.
var fixedOperations = []string{
	"none", "create_orders", "create_return_orders", "view_orders", "view_order", "cancel_orders", "query_tracking", "related_updates",
	"portal_services", "portal_batch_numbers", "original_cancel", "original_list",
}

// IsOriginal reports whether an operation is one of the original interface.
func IsOriginal(operation string) bool { return slices.Contains(fixedOperations, operation) }

// hasOwnForm reports whether the errors of a request are not those of the original interface.
func hasOwnForm(r *http.Request) bool {
	e := exchangeOf(r.Context())
	return !IsOriginal(e.Operation) || e.ownPath
}

// WantsProblem reports whether the caller of an operation that is not of the original interface accepts errors for programs.
func WantsProblem(r *http.Request) bool {
	if !hasOwnForm(r) {
		return false
	}
	accepted := strings.Split(strings.Join(r.Header.Values("Accept"), ","), ",")
	return slices.ContainsFunc(accepted, func(part string) bool {
		media, _, _ := strings.Cut(part, ";")
		return strings.EqualFold(strings.TrimSpace(media), problemType)
	})
}

// problemDetails is the response to an error for programs.
func (s *Shell) problemDetails(r *http.Request, err error) Response {
	p := &Problem{Status: http.StatusBadRequest, Detail: problem.InvalidRequest}
	problems := request.ProblemsOf(err)
	if problems != nil {
		NoteProblems(r.Context(), problems)
	} else {
		p = ProblemOf(err, RequestID(r.Context()))
		NoteError(r.Context(), err)
	}
	tag, say := s.WordsFor(r)
	code, _ := CodeOf(p.Detail)
	var e jx.Encoder
	openapi.Write(&e, nil, p, func(o *openapi.Object, p *Problem) {
		o.Text("type", s.helpAddress(r, code))
		o.Text("title", titleOf(code))
		o.Int("status", int64(p.Status))
		o.Others(func(e *jx.Encoder) { WriteCode(e, p.Detail) })
		o.Text("detail", say("", p.Detail))
		o.Text("request_id", RequestID(r.Context()))
		writeCandidates(o, p.Candidates)
		o.If(problems != nil).Value("errors", "array", func(e *jx.Encoder) { WriteErrors(e, problems, say) })
	})
	return Response{Status: p.Status, Body: e.Bytes(), Header: http.Header{
		"Content-Type": {problemType}, "Cache-Control": noStore, "X-Content-Type-Options": noSniff, "Content-Language": {tag},
		"Vary": {"Accept, Accept-Language"},
	}}.With(p.Header)
}

// helpAddress is the address of a code on the page of all codes.
func (s *Shell) helpAddress(r *http.Request, code string) string {
	return s.Base(r) + "/docs/errors#" + code
}

// titleOf is a code in words: it is the same for each problem of a type.
func titleOf(code string) string {
	words := strings.ReplaceAll(code, "_", " ")
	return strings.ToUpper(words[:min(1, len(words))]) + words[min(1, len(words)):]
}

// WriteErrors writes the problems of a tree for programs, as the errors of a problem are written.
func WriteErrors(e *jx.Encoder, tree request.Node, say func(field string, m problem.Message) string) {
	e.ArrStart()
	for at, m := range request.Each(tree) {
		path := at.Pointer()
		field := path[strings.LastIndexByte(path, '/')+1:]
		if _, err := strconv.Atoi(field); err == nil {
			field = ""
		}
		openapi.Write(e, nil, &m, func(o *openapi.Object, m *problem.Message) {
			o.Text("path", path)
			o.Others(func(e *jx.Encoder) { WriteCode(e, *m) })
			o.Text("message", say(field, *m))
		})
	}
	e.ArrEnd()
}

// WriteCode writes the first code of a message with its arguments.
func WriteCode(e *jx.Encoder, m problem.Message) {
	if code, args := CodeOf(m); code != "" {
		e.FieldStart("code")
		e.Str(code)
		e.FieldStart("args")
		e.Raw(args)
	}
}

// CodeOf is the first code of a message, and a JSON object of its arguments by name: numbers as such, others as text.
func CodeOf(m problem.Message) (code string, arguments []byte) {
	var e jx.Encoder
	e.ObjStart()
	for first, args := range m.Parts() {
		code = first
		for _, arg := range args {
			if arg.Kind == problem.Words {
				continue
			}
			e.FieldStart(arg.Name)
			if n, err := strconv.ParseInt(arg.Value, 10, 64); err == nil && arg.Kind == problem.Number {
				e.Int64(n)
			} else {
				e.Str(strings.ToValidUTF8(arg.Value, "?"))
			}
		}
		break
	}
	e.ObjEnd()
	return code, e.Bytes()
}

// WordsFor is the language in which messages are said to the caller of a request, and how.
func (s *Shell) WordsFor(r *http.Request) (tag string, say func(field string, m problem.Message) string) {
	if s.Say != nil {
		if tag, say = s.Say(r); say != nil {
			return tag, say
		}
	}
	return "en", func(_ string, m problem.Message) string { return strings.ToValidUTF8(m.String(), "?") }
}

// PlainWords returns the words for errors in the form of the original interface, and the header that names their language. Both are nil
// where errors stay in English: in operations of the original interface, for callers of English, and without a key.
func (s *Shell) PlainWords(r *http.Request) (language http.Header, say func(field string, m problem.Message) string) {
	if e := exchangeOf(r.Context()); e.caller.KeyID == 0 || IsOriginal(e.Operation) || s.Say == nil {
		return nil, nil
	}
	tag, say := s.Say(r)
	if say == nil {
		return nil, nil
	}
	return http.Header{"Content-Language": {tag}}, say
}
