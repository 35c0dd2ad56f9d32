package shell

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// On is an operation that gets a T beside the call: what its body says, or what its path names.
type On[T any] = func(context.Context, Call, T) (Response, error)

// Read makes an operation of what reads its body and what does the rest. A body with problems is refused.
func Read[T any](reader func(*request.Form) (T, request.Problems), serve On[T]) On[*request.Form] {
	return func(ctx context.Context, c Call, form *request.Form) (Response, error) {
		sent, problems := reader(form)
		if problems != nil {
			return Response{}, &request.InvalidError{Problems: problems}
		}
		return serve(ctx, c, sent)
	}
}

// ReadOn is Read for an operation on a thing that its path names. It is found before the body is read.
func ReadOn[F, T any](
	find func(context.Context, Call) (F, error), reader func(*request.Form) (T, request.Problems),
	serve func(context.Context, Call, F, T) (Response, error),
) On[*request.Form] {
	return func(ctx context.Context, c Call, form *request.Form) (Response, error) {
		return With(find, func(ctx context.Context, c Call, found F) (Response, error) {
			return Read(reader, func(ctx context.Context, c Call, sent T) (Response, error) { return serve(ctx, c, found, sent) })(ctx, c, form)
		})(ctx, c)
	}
}

// Then makes an operation of what makes a change, and of what shows the thing that was changed.
func Then[T any](change func(context.Context, Call, T) error, show func(context.Context, Call) (Response, error)) On[T] {
	return func(ctx context.Context, c Call, sent T) (Response, error) {
		if err := change(ctx, c, sent); err != nil {
			return Response{}, err
		}
		return show(ctx, c)
	}
}

// Done makes an operation whose response has no body.
func Done(do func(context.Context, Call) error) func(context.Context, Call) (Response, error) {
	return func(ctx context.Context, c Call) (Response, error) {
		return Response{Status: http.StatusNoContent}, do(ctx, c)
	}
}

// PostBody is the route of an operation that takes a body. A body with problems is refused.
func PostBody[T any](s *Shell, path, operation string, allow shipment.Permission, body *request.Body[T], serve On[T]) Route {
	return s.Post(path, operation, allow, body.Shape(), Read(body.Read, serve))
}

// PatchBody is the route of an operation that changes what is stored by the fields of its body.
func PatchBody[T any](s *Shell, path, operation string, allow shipment.Permission, body *request.Change[T], serve On[func(*T)]) Route {
	return s.Patch(path, operation, allow, body.Shape(), Read(body.Read, serve))
}

// PostAction is the route of an operation that does something with what its path names, and shows it. Its body has a key at most.
func (s *Shell) PostAction(
	path, operation string, allow shipment.Permission, do func(context.Context, Call) error,
	show func(context.Context, Call) (Response, error),
) Route {
	return s.Post(path, operation, allow, request.ActionShape(), Then(func(ctx context.Context, c Call, _ *request.Form) error {
		return do(ctx, c)
	}, show))
}

// With makes an operation of what finds the thing that its path names, and what does the rest.
func With[T any](find func(context.Context, Call) (T, error), serve On[T]) func(context.Context, Call) (Response, error) {
	return func(ctx context.Context, c Call) (Response, error) {
		of, err := find(ctx, c)
		if err != nil {
			return Response{}, err
		}
		return serve(ctx, c, of)
	}
}

// ByID makes, for With, what finds a thing by the id in the path.
func ByID[T any](find func(context.Context, int64) (T, error)) func(context.Context, Call) (T, error) {
	return func(ctx context.Context, c Call) (T, error) { return find(ctx, c.ID()) }
}

// OfAccount makes, for With, what finds a thing of the caller's account.
func OfAccount[T any](find func(context.Context, int64) (T, error)) func(context.Context, Call) (T, error) {
	return func(ctx context.Context, c Call) (T, error) { return find(ctx, c.Caller.AccountID) }
}

// ToID makes, for PostAction, what does something with the thing that has the id in the path.
func ToID(do func(context.Context, int64) error) func(context.Context, Call) error {
	return func(ctx context.Context, c Call) error { return do(ctx, c.ID()) }
}

// Query makes, for With, what reads the parameters of a request. Those with problems are refused.
func Query[T any](reader func(url.Values) (T, request.Problems)) func(context.Context, Call) (T, error) {
	return func(_ context.Context, c Call) (T, error) {
		sent, problems := reader(c.Query())
		if problems != nil {
			return sent, &request.InvalidError{Problems: problems}
		}
		return sent, nil
	}
}

// ID is the id in the request's path, or 0, which nothing has, if that is not a number.
func (c Call) ID() int64 { return c.IDIn("id") }

// IDIn is ID of another part of the path.
func (c Call) IDIn(name string) int64 {
	id, err := strconv.ParseInt(c.Req.PathValue(name), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// TrackingNo is the number in the request's path, as it is stored.
func (c Call) TrackingNo() string { return shipment.TrackingKey(c.Req.PathValue("tracking_no")) }

// Query is the parameters of the request.
func (c Call) Query() url.Values { return request.ParseQuery(c.Req.URL.RawQuery) }
