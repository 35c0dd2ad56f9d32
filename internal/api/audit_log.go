package api

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// viewAuditLog lists changes, the newest first.
func (a *API) viewAuditLog(ctx context.Context, c shell.Call, filter audit.Filter) (shell.Response, error) {
	entries, more, err := a.Store.Audit.List(ctx, filter, request.LastValue(c.Query(), "cursor"), c.Limit())
	return answer.Page(answer.NextOf(entries, more, (*audit.Entry).ID), entries, writeAuditEntry), cursorProblem(err)
}

// cursorProblem is err, or shell.ErrInvalidCursor when nothing has the cursor.
func cursorProblem(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return shell.ErrInvalidCursor
	}
	return err
}

// array writes a key with a list.
func array[T any](e *jx.Encoder, name string, elements []T, write func(*jx.Encoder, *T)) {
	e.FieldStart(name)
	e.ArrStart()
	for i := range elements {
		write(e, &elements[i])
	}
	e.ArrEnd()
}

// objectOf is a response with an object, whose keys write writes.
func objectOf(status int, write func(*jx.Encoder)) shell.Response {
	var e jx.Encoder
	e.Obj(write)
	return shell.Response{Status: status, Body: e.Bytes()}
}

// auditFilter reads the filter of a request.
func auditFilter(_ context.Context, c shell.Call) (audit.Filter, error) {
	query := c.Query()
	filter := audit.Filter{
		SubjectKind: request.LastValue(query, "subject_kind"), Subject: request.LastValue(query, "subject"),
		ActorKind: audit.ActorKind(request.LastValue(query, "actor_kind")), Actor: request.LastValue(query, "actor"),
	}
	if account := request.LastValue(query, "account_id"); account != "" {
		id, err := strconv.ParseInt(account, 10, 64)
		if err != nil || id < 0 {
			return filter, request.Wrong("account_id", problem.NotAccountID)
		}
		filter.AccountID = &id
	}
	if filter.Subject != "" && filter.SubjectKind == "" {
		return filter, request.Wrong("subject_kind", problem.NoSubjectKind)
	}
	made, problems := request.AuditQuery.Read(query)
	if problems != nil {
		return filter, &request.InvalidError{Problems: problems}
	}
	if filter.From = made.From; !made.To.IsZero() {
		filter.Until = made.To.Add(time.Microsecond)
	}
	return filter, nil
}

// accountAuditFilter is auditFilter for what belongs to the account of the caller.
func accountAuditFilter(ctx context.Context, c shell.Call) (audit.Filter, error) {
	filter, err := auditFilter(ctx, c)
	filter.AccountID = &c.Caller.AccountID
	return filter, err
}

func writeAuditEntry(o *openapi.Object, entry *audit.Entry) {
	o.Text("id", entry.ID()).About("The account and the number of the entry. The numbers of an account have no gaps.")
	o.Int64("account_id", entry.AccountID).Minimum(0).About("The account that the subject belongs to; 0 is the operator.")
	o.Time("created_on", entry.CreatedOn)
	o.Text("actor_kind", string(entry.Actor.Kind)).Enum("user", "key", "command", "server")
	o.Text("actor", entry.Actor.Name).About("The id of a key, the user and the host of a command, or empty for the server.")
	o.Text("action", entry.Action)
	o.Text("subject_kind", entry.SubjectKind)
	o.Text("subject", entry.Subject)
	o.RawOrNull("before", "object", entry.Old).About("Null if it did not exist.")
	o.RawOrNull("after", "object", entry.New).About("Null if it does not exist any more.")
}
