package api

import (
	"context"
	"net/url"
	"strconv"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/requestlog"
)

// listRequests lists the recorded requests of the caller's account, the newest first.
func (a *accountSettings) listRequests(ctx context.Context, c shell.Call) (shell.Response, error) {
	return a.requests(ctx, c, requestlog.Filter{AccountID: c.Caller.AccountID})
}

// listAllRequests lists those of all accounts, or of one.
func (a *accountSettings) listAllRequests(ctx context.Context, c shell.Call) (shell.Response, error) {
	var filter requestlog.Filter
	if id := request.LastValue(request.ParseQuery(c.Req.URL.RawQuery), accountParameter); id != "" {
		var err error
		if filter.AccountID, err = strconv.ParseInt(id, 10, 64); err != nil || filter.AccountID < 1 {
			return shell.Response{}, wrong(accountParameter, problem.NotAccountID)
		}
	}
	return a.requests(ctx, c, filter)
}

const accountParameter = "account_id"

func (a *accountSettings) requests(ctx context.Context, c shell.Call, filter requestlog.Filter) (shell.Response, error) {
	query := request.ParseQuery(c.Req.URL.RawQuery)
	filter.RequestID = request.LastValue(query, "request_id")
	var err error
	if filter.Failed, err = readFlag(query, "failed"); err != nil {
		return shell.Response{}, err
	}
	before, err := readNumberCursor(query)
	if err != nil {
		return shell.Response{}, err
	}
	entries, more, err := a.api.Store.Requests.List(ctx, filter, before, store.PageSize)
	next := nextOf(entries, more, func(entry *requestlog.Entry) string { return strconv.FormatInt(entry.No, 10) })
	return pageOf(next, entries, writeRequest), err
}

// readNumberCursor reads a cursor that is the number of an element; 0 for none.
func readNumberCursor(query url.Values) (int64, error) {
	cursor := request.LastValue(query, "cursor")
	if cursor == "" {
		return 0, nil
	}
	number, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || number < 1 {
		return 0, errInvalidCursor
	}
	return number, nil
}

// writeRequest writes an entry of the request log. One that stands for requests without an entry has their number, a time and nulls.
func writeRequest(e *jx.Encoder, entry *requestlog.Entry) {
	number := func(name string, value int64) {
		if entry.NotRecorded > 0 {
			nullable(e, name, "")
		} else {
			integer(e, name, value)
		}
	}
	text(e, "id", strconv.FormatInt(entry.No, 10))
	integer(e, "account_id", entry.AccountID)
	timestamp(e, "created_on", entry.At())
	number("key_id", entry.KeyID)
	nullable(e, "request_id", entry.RequestID)
	nullable(e, "method", entry.Method)
	nullable(e, "route", entry.Route)
	number("status", int64(entry.Status))
	number("took_ms", entry.Took.Milliseconds())
	writeNotes(e, "errors", entry.Errors)
	writeNotes(e, "warnings", entry.Warnings)
	rawOrNull(e, "body", entry.Body)
	integer(e, "not_recorded", entry.NotRecorded)
}

func writeNotes(e *jx.Encoder, name string, notes []requestlog.Note) {
	objects(e, name, notes, func(e *jx.Encoder, n *requestlog.Note) {
		text(e, "path", n.Path)
		text(e, "code", n.Code)
		text(e, "message", n.Message)
	})
}
