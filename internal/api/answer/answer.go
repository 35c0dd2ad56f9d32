package answer

import (
	"context"
	"net/http"
	"strconv"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

// Object is a response with an object.
func Object[T any](status int, value *T, write func(*openapi.Object, *T)) shell.Response {
	var e jx.Encoder
	hasSecret := openapi.Write(&e, nil, value, write)
	return shell.Response{Status: status, Body: e.Bytes(), HasSecret: hasSecret}
}

// Why writes what m says: its code for programs, if it has one, and the words for people, those of say or else English ones.
func Why(o *openapi.Object, say func(field string, m problem.Message) string, m problem.Message) {
	code, args := shell.CodeOf(m)
	o.If(code != "").Text("code", code).Is("ErrorCode")
	o.If(code != "").Raw("args", "object", args).Is("ErrorArgs")
	o.Text("message", problem.Say(say, "", m)).MinLength(1)
}

// Measured writes the last measuring of a parcel.
func Measured(o *openapi.Object, m *shipment.Measuring) {
	o.OrNull(m.Weight != 0).Decimal("measured_weight", m.Weight).Format("double").About("In kg, as a hub measured it last.")
	o.OrNull(m.Length != 0).Decimal("measured_length", m.Length).Format("double").About("In cm.")
	o.OrNull(m.Width != 0).Decimal("measured_width", m.Width).Format("double").About("In cm.")
	o.OrNull(m.Height != 0).Decimal("measured_height", m.Height).Format("double").About("In cm.")
	o.TimeOrNull("measured_on", m.On)
}

// View makes an operation that shows what find returns.
func View[T any](
	find func(context.Context, shell.Call) (T, error), write func(*openapi.Object, *T),
) func(context.Context, shell.Call) (shell.Response, error) {
	return shell.With(find, func(_ context.Context, _ shell.Call, found T) (shell.Response, error) {
		return Object(http.StatusOK, &found, write), nil
	})
}

// Lists makes an operation that lists what find returns, and does not divide it into pages.
func Lists[T any](
	find func(context.Context, shell.Call) ([]T, error), write func(*openapi.Object, *T),
) func(context.Context, shell.Call) (shell.Response, error) {
	return shell.With(find, func(_ context.Context, _ shell.Call, found []T) (shell.Response, error) {
		return List(found, write), nil
	})
}

// Change makes an operation that shows what it has changed.
func Change[S, T any](change func(context.Context, shell.Call, S) (T, error), write func(*openapi.Object, *T)) shell.On[S] {
	return func(ctx context.Context, c shell.Call, sent S) (shell.Response, error) {
		changed, err := change(ctx, c, sent)
		return Object(http.StatusOK, &changed, write), err
	}
}

// Create makes an operation that shows what it has created. A repetition of the request shows it again.
func Create[S, T any](create func(context.Context, shell.Call, S) (T, error), write func(*openapi.Object, *T)) shell.On[S] {
	return func(ctx context.Context, c shell.Call, sent S) (shell.Response, error) {
		Once(ctx, http.StatusCreated, write)
		created, err := create(ctx, c, sent)
		return Object(http.StatusCreated, &created, write), err
	}
}

// Once says that the response to the request, if its caller may repeat it, shows the T that is made; see once.Answer.
func Once[T any](ctx context.Context, status int, write func(*openapi.Object, *T)) {
	once.Answer(ctx, func(made *T) (int, []byte) {
		res := Object(status, made, write)
		return res.Status, res.Body
	})
}

// Secret writes a secret, which no repetition of the response has. That says how there is another one.
func Secret(o *openapi.Object, name, secret, another string) *openapi.Property {
	o.If(secret == "").Text("message", another).About("In a repetition by the Idempotency-Key, in place of `" + name + "`.")
	return o.Secret(name, secret)
}

// Stream is a response with an object that may be long.
func Stream[T any](value *T, write func(*openapi.Object, *T)) shell.Response {
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		openapi.Write(w.Encoder, w.Flush, value, write)
		return nil
	}}
}

// Part is a page of a list.
type Part[T any] struct {
	Next     string // the cursor of the next page, "" on the last one
	Elements []T
}

// Page is a page of a list by cursor. next is the cursor of the next page, "" on the last one.
func Page[T any](next string, elements []T, write func(*openapi.Object, *T)) shell.Response {
	return Stream(&Part[T]{next, elements}, PageOf("", write))
}

// PageOf writes a page whose elements have a schema with a name.
func PageOf[T any](schema string, write func(*openapi.Object, *T)) func(*openapi.Object, *Part[T]) {
	return func(o *openapi.Object, p *Part[T]) {
		Next(o, p.Next)
		openapi.List(o, "results", p.Elements, write).Of(schema).MaxItems(store.PageSize)
	}
}

// Next writes the cursor of the next page, "" on the last one.
func Next(o *openapi.Object, next string) {
	o.TextOrNull("next_cursor", next).MinLength(1).About("The cursor of the next page. Null on the last page.")
}

// List is a list that is not divided into pages.
func List[T any](elements []T, write func(*openapi.Object, *T)) shell.Response {
	return Stream(&elements, ListOf("", write))
}

// ListOf writes a list whose elements have a schema with a name.
func ListOf[T any](schema string, write func(*openapi.Object, *T)) func(*openapi.Object, *[]T) {
	return func(o *openapi.Object, elements *[]T) { openapi.List(o, "results", *elements, write).Of(schema) }
}

// NextOf is the cursor of the page after one, which is that of its last element; "" if there are no more.
func NextOf[T any](page []T, more bool, cursor func(*T) string) string {
	if !more {
		return ""
	}
	return cursor(&page[len(page)-1])
}

// ByNumber makes an operation that lists elements by their numbers. find returns at most
// limit elements after the one with a number, from the first one if it is 0.
func ByNumber[T any](
	find func(ctx context.Context, c shell.Call, after int64, limit int) ([]T, error), number func(*T) int64, write func(*openapi.Object, *T),
) func(context.Context, shell.Call) (shell.Response, error) {
	return shell.With(shell.NumberCursor, func(ctx context.Context, c shell.Call, after int64) (shell.Response, error) {
		found, err := find(ctx, c, after, c.Limit()+1)
		page, next := Cut(found, c.Limit(), func(element *T) string { return strconv.FormatInt(number(element), 10) })
		return Page(next, page, write), err
	})
}

// Cut is the page of at most most elements of what was found, and the cursor of the page after it, "" for none.
func Cut[T any](found []T, most int, cursor func(*T) string) (page []T, next string) {
	page = found[:min(len(found), most)]
	return page, NextOf(page, len(found) > most, cursor)
}
