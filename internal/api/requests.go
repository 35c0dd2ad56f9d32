package api

import (
	"cmp"
	"context"
	"strconv"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/requestlog"
)

// requestLog shows the recorded requests.
type requestLog struct{ *requestlog.Log }

// list lists those of the caller's account, the newest first.
func (a *requestLog) list(ctx context.Context, c shell.Call) (shell.Response, error) {
	return a.requests(ctx, c, requestlog.Filter{AccountID: c.Caller.AccountID})
}

// listAll lists those of all accounts, or of one.
func (a *requestLog) listAll(ctx context.Context, c shell.Call) (shell.Response, error) {
	var filter requestlog.Filter
	if id := request.LastValue(c.Query(), accountParameter); id != "" {
		var err error
		if filter.AccountID, err = strconv.ParseInt(id, 10, 64); err != nil || filter.AccountID < 1 {
			return shell.Response{}, request.Wrong(accountParameter, problem.NotAccountID)
		}
	}
	return a.requests(ctx, c, filter)
}

const accountParameter = "account_id"

func (a *requestLog) requests(ctx context.Context, c shell.Call, filter requestlog.Filter) (shell.Response, error) {
	query := c.Query()
	filter.RequestID = request.LastValue(query, "request_id")
	failed, wrongFlag := readFlag(query, "failed")
	before, wrongCursor := shell.NumberCursor(ctx, c)
	if err := cmp.Or(wrongFlag, wrongCursor); err != nil {
		return shell.Response{}, err
	}
	filter.Failed = failed
	entries, more, err := a.List(ctx, filter, before, c.Limit())
	next := answer.NextOf(entries, more, func(entry *requestlog.Entry) string { return strconv.FormatInt(entry.No, 10) })
	return answer.Page(next, entries, writeRequest), err
}

// writeRequest writes an entry of the request log. One that stands for requests without an entry has their number, a time and nulls.
func writeRequest(o *openapi.Object, entry *requestlog.Entry) {
	isOne := entry.NotRecorded == 0
	o.Text("id", strconv.FormatInt(entry.No, 10))
	o.Int64("account_id", entry.AccountID).Minimum(0).About("0 for a message of a partner, which only operators see.")
	o.Time("created_on", entry.At())
	o.OrNull(isOne).Int64("key_id", entry.KeyID)
	o.TextOrNull("request_id", entry.RequestID).About("The `X-Request-ID` of the response.")
	o.TextOrNull("method", entry.Method)
	o.TextOrNull("route", entry.Route).
		About("The path, with names in the place of numbers and ids; of a message of a partner with the partner's name.")
	o.OrNull(isOne).Int("status", int64(entry.Status))
	o.OrNull(isOne).Int64("took_ms", entry.Took.Milliseconds())
	openapi.List(o, "errors", entry.Errors, writeRequestNote).Of("RequestNote").About("What was wrong, at most 20.")
	openapi.List(o, "warnings", entry.Warnings, writeRequestNote).Of("RequestNote").
		About("The fields that the operation does not know, at most 20.")
	o.RawOrNull("body", "", entry.Body).
		About("The begin of a JSON body; `…` stands for what may be personal. Of another body a text with its size, such as " +
			"`not JSON, 120 bytes`. Null if there was none.")
	o.Int64("not_recorded", entry.NotRecorded).Minimum(0).
		About("0, or how many requests around this time have no entry: this one stands for them, and has nothing else.")
}

func writeRequestNote(o *openapi.Object, n *requestlog.Note) {
	o.Text("path", n.Path).About("A JSON pointer into the body; empty for the whole request.")
	o.Text("code", n.Code)
	o.Text("message", n.Message)
}
