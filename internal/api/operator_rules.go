package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/rules"
)

// listRules lists all rules, which are at most rules.MaxRules.
func (a *API) listRules(ctx context.Context, _ shell.Call) (shell.Response, error) {
	entries, err := inforce.List(ctx, a.Store.MasterData)
	return answer.List(entries, writeRule(a.Now())), err
}

func (a *API) viewRule(ctx context.Context, c shell.Call) (shell.Response, error) {
	entry, err := inforce.Find(ctx, a.Store.MasterData, c.Req.PathValue("id"))
	return answer.Object(http.StatusOK, &entry, writeRule(a.Now())), err
}

// setRule adds a rule or replaces it. The body is the rule, with or without its id.
func (a *API) setRule(ctx context.Context, c shell.Call, _ *request.Form) error {
	rule, err := readRule(c.Body, c.Req.PathValue("id"))
	if err == nil {
		_, err = inforce.Set(ctx, a.Store.MasterData, rule)
	}
	return ruleProblems(err)
}

// readRule reads a rule from a body, without the key of the caller.
func readRule(body []byte, id string) ([]rules.Rule, error) {
	var e jx.Encoder
	e.ObjStart()
	hasID := false
	err := jx.DecodeBytes(body).ObjBytes(func(d *jx.Decoder, key []byte) error {
		value, err := d.Raw()
		if name := string(key); err == nil && name != secretKeyField {
			hasID = hasID || name == "id"
			e.FieldStart(name)
			e.Raw(value)
		}
		return err
	})
	if err != nil {
		return nil, request.Wrong(request.NonFieldErrors, problem.RuleNotObject)
	}
	if !hasID {
		text(&e, "id", id)
	}
	e.ObjEnd()
	all, err := rules.Parse(e.Bytes())
	if err == nil && all[0].ID != id {
		err = request.Wrong("id", problem.RuleOtherID)
	}
	return all, err
}

// secretKeyField is the key of the caller in a body.
const secretKeyField = "secret_key"

// ruleProblems returns the problems of rules as problems of a request, by key.
func ruleProblems(err error) error {
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok {
		return err
	}
	var problems request.Problems
	for _, p := range invalid.Problems {
		field, message := cmp.Or(p.Key, request.NonFieldErrors), p.Message
		if message == problem.RuleKeyUnknown {
			message = cmp.Or(request.NearField(p.Key, rules.KeyNames()), message)
		}
		i := slices.IndexFunc(problems, func(have request.Problem) bool { return have.Field == field })
		if i < 0 {
			problems = append(problems, request.Problem{Field: field, Node: request.Messages{message}})
		} else if before, ok := problems[i].Node.(request.Messages); ok {
			problems[i].Node = slices.Concat(before, request.Messages{message})
		}
	}
	return &request.InvalidError{Problems: problems}
}

// deleteRule deletes a rule that was set. A built-in rule with its id applies again.
func (a *API) deleteRule(ctx context.Context, c shell.Call) error {
	_, err := inforce.Delete(ctx, a.Store.MasterData, c.Req.PathValue("id"))
	if errors.Is(err, inforce.ErrBuiltIn) {
		err = request.Wrong(request.NonFieldErrors, problem.RuleIsBuiltIn)
	}
	return err
}

func writeRule(now time.Time) func(*openapi.Object, *inforce.Entry) {
	return func(o *openapi.Object, entry *inforce.Entry) {
		o.Raw("rule", "object", []byte(entry.JSON)).Maybe("Rule").About("The rule. If its state is `wrong`, it may have another form.")
		o.Text("origin", string(entry.Origin)).Enum("built-in", "replaced", "operator").
			About("`replaced` was set in the place of a built-in rule.")
		o.Text("state", string(entry.State(now))).Enum("on", "off", "not yet", "ended", "wrong").
			About("Only rules that are `on` are checked. `wrong`: see `problems`.")
		o.TimeOrNull("updated_on", entry.UpdatedOn)
		openapi.Texts(o, "problems", each.Of(entry.Problems, rules.Problem.String)).
			About("Why the rule is not checked, such as that a later version wrote it.")
	}
}
