package api

import (
	"context"

	"github.com/go-faster/jx"
	"golang.org/x/text/language"

	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/ruleset"
)

// checker checks the orders of a call with the rules in force, with messages in the languages that the caller accepts.
func (a *API) checker(ctx context.Context, c shell.Call) (*ruleset.Checker, error) {
	return a.Rules.Checker(ctx, acceptedLanguages(c.Req.Header.Get("Accept-Language"))...)
}

// maxAcceptLanguage is how many bytes of a header are parsed; browsers send some 50.
const maxAcceptLanguage = 500

// acceptedLanguages are the languages of an Accept-Language header (RFC 9110, section 12.5.4), the best first. There
// are none if the header cannot be parsed.
func acceptedLanguages(header string) []string {
	if header == "" || len(header) > maxAcceptLanguage {
		return nil
	}
	wanted, _, _ := language.ParseAcceptLanguage(header) // none with an error
	return each.Of(wanted, func(tag language.Tag) string { return tag.String() })
}

// furtherWarnings stands for the warnings of an order beyond request.MaxMessages of a response.
var furtherWarnings = []ruleset.Warning{{
	FieldProblem: request.FieldProblem{Index: -1, Message: problem.MoreWarnings},
}}

// foundWarnings are the warnings of the orders of a request, as many as a response lists.
type foundWarnings struct {
	byOrder map[int][]ruleset.Warning
	listed  int
}

func newFoundWarnings() *foundWarnings {
	return &foundWarnings{byOrder: make(map[int][]ruleset.Warning)}
}

func (w *foundWarnings) add(order int, found []ruleset.Warning) {
	switch {
	case len(found) == 0:
	case w.listed >= request.MaxMessages:
		w.byOrder[order] = furtherWarnings
	default:
		w.byOrder[order] = found
		w.listed += len(found)
	}
}

func (w *foundWarnings) of(order int) []ruleset.Warning { return w.byOrder[order] }

// writeWarnings writes the warnings of an order: the rule, what it says, in the words of say or else in English, the place that it is
// about, and for programs its code.
func writeWarnings(e *jx.Encoder, found []ruleset.Warning, say func(field string, m problem.Message) string, forPrograms bool) {
	objects(e, "warnings", found, func(e *jx.Encoder, w *ruleset.Warning) {
		text(e, "rule_id", w.RuleID)
		text(e, "field", w.Field)
		e.FieldStart("index")
		if w.Index < 0 {
			e.Null()
		} else {
			e.Int(w.Index)
		}
		text(e, "message", problem.Say(say, w.Field, w.Message))
		text(e, "source", w.Source)
		if forPrograms {
			shell.WriteCode(e, w.Message)
		}
	})
}
