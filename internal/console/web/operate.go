package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// By is the caller of operations on the orders of the account of the page. Returns a notice if the account is suspended.
func (v *Visit) By() (orders.Caller, error) {
	by := v.Reader()
	if by.Suspended {
		return orders.Caller{}, Notice(http.StatusForbidden, v.T("The account is suspended"),
			v.T("Nothing was changed. Ask your operator about it."))
	}
	return by, nil
}

// Reader is the caller of operations that change nothing, which a suspended account may have done, too.
func (v *Visit) Reader() orders.Caller {
	return orders.Caller{
		Caller: v.Caller(), Languages: []string{v.Language.Tag},
		Memory: orders.Memory{
			Copy:  func(bytes int) error { return v.Console.Charge(v.Request.Context(), int64(bytes)) },
			Share: v.Console.Share,
		},
	}
}

// Writing is the context of an operation that changes something. It does not end when the browser goes away.
func (v *Visit) Writing() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(v.Context()), v.Console.Orders.Longest())
}

// AsCaller calls do in the context of Writing, as the caller of operations on the orders of the account of the page. Returns the errors of
// By and of do.
func AsCaller[R any](v *Visit, do func(context.Context, orders.Caller) (R, error)) (result R, err error) {
	by, err := v.By()
	if err != nil {
		return result, err
	}
	ctx, done := v.Writing()
	defer done()
	return do(ctx, by)
}

// Change has do change something of the account of the page, in the context of Writing. Returns a notice if the account is suspended, and
// the error of do.
func (v *Visit) Change(do func(context.Context) error) error {
	return v.Write(func(ctx context.Context, _ masterdata.Caller) error { return do(ctx) })
}

// Sent reads the fields of a page as the body of a request.
func Sent[T any](body interface {
	Shape() *request.Shape
	Read(form *request.Form) (T, request.Problems)
}, fields map[string]any,
) (T, error) {
	return Read(body.Shape(), body.Read, fields)
}

// Read reads the fields of a page as those of a request of a shape.
func Read[T any](shape *request.Shape, read func(*request.Form) (T, request.Problems), fields map[string]any) (T, error) {
	sent, problems := read(request.FormOf(shape, fields))
	if problems != nil {
		return sent, &request.InvalidError{Problems: problems}
	}
	return sent, nil
}

// Write does what do does with the account of the page as the caller. Returns the errors of By and of do.
func (v *Visit) Write(do func(context.Context, masterdata.Caller) error) error {
	_, err := AsCaller(v, func(ctx context.Context, by orders.Caller) (struct{}, error) { return struct{}{}, do(ctx, by.Caller) })
	return err
}

// WriteSent is Write of an operation that gets the fields of a page, read as the body of a request. Returns the error of Sent, too.
func WriteSent[T, R any](
	v *Visit, body *request.Body[T], fields map[string]any, do func(context.Context, masterdata.Caller, T) (R, error),
) (R, error) {
	return AsCaller(v, func(ctx context.Context, by orders.Caller) (result R, err error) {
		sent, err := Sent(body, fields)
		if err != nil {
			return result, err
		}
		return do(ctx, by.Caller, sent)
	})
}

// ProblemsOf are what an operation refuses, by the field, such as orders.0.consignee_name. The key "" has what is about no field. There are
// none of another error.
func ProblemsOf(err error) map[string][]problem.Message {
	if problems := request.ProblemsOf(err); problems != nil {
		return PathsOf(problems)
	}
	if refusal, isRefusal := orders.Refusal(err); isRefusal {
		return map[string][]problem.Message{"": {refusal}}
	}
	return nil
}

// PathsOf are the messages at a node of a tree of problems and below, by their path.
func PathsOf(node request.Node) map[string][]problem.Message {
	found := map[string][]problem.Message{}
	for at, m := range request.Each(node) {
		path := strings.Join(at.Names(), ".")
		found[path] = append(found[path], m)
	}
	return found
}

// Refused is what an operation refuses, in the user's words as one text; "" and the error for any other error.
func (v *Visit) Refused(err error) (string, error) {
	said := v.Said("", err)
	if said == nil {
		return "", err
	}
	return strings.Join(said, " "), nil
}

// Said are what an operation refuses, in the user's words, about what has a label. There are none of any other error.
func (v *Visit) Said(label string, err error) (all []string) {
	problems := ProblemsOf(err)
	for _, path := range slices.Sorted(maps.Keys(problems)) {
		for _, message := range problems[path] {
			all = append(all, v.Words().Say(label, message))
		}
	}
	return all
}

// Refuse adds a problem to a field, or to the whole form if it is "", in the user's words with the label of the field.
func (v *Visit) Refuse(f *Form, field string, reason problem.Message) {
	f.say = v.Words().Say
	f.problems[field] = append(f.problems[field], reason)
}

// inputs are those of fields that the store calls as the flags of commands are called.
var inputs = map[string]string{"hawb": "hawb_no"}

// FailWith adds what an operation refuses to a form, in the user's words with the labels of fields. It returns any other error.
func (v *Visit) FailWith(f *Form, err error) error {
	f.say = v.Words().Say
	problems := ProblemsOf(err)
	for field, messages := range problems {
		field = cmp.Or(inputs[field], field)
		f.problems[field] = append(f.problems[field], messages...)
	}
	if problems != nil {
		return nil
	}
	return err
}

// Again shows a form again with what an operation refuses. It returns any other error.
func (v *Visit) Again(f *Form, err error, show func(v *Visit, status int, f *Form) error) error {
	if err := v.FailWith(f, err); err != nil {
		return err
	}
	return show(v, http.StatusUnprocessableEntity, f)
}

// Finish ends the action of a form: with an error, with the form again if it has problems, or as Done does.
func (v *Visit) Finish(err error, f *Form, show func(v *Visit, status int, f *Form) error, toast, path string) error {
	if err == nil && f.Failed() {
		return show(v, http.StatusUnprocessableEntity, f)
	}
	return v.Done(err, toast, path)
}
