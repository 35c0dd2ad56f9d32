package shell

import (
	"context"
	"net/url"
	"strconv"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Read makes an operation of what reads its body and what does the rest. A body with problems is refused.
func Read[T any](
	reader func(*request.Form) (T, request.Problems), serve func(context.Context, Call, T) (Response, error),
) func(context.Context, Call, *request.Form) (Response, error) {
	return func(ctx context.Context, c Call, form *request.Form) (Response, error) {
		sent, problems := reader(form)
		if problems != nil {
			return Response{}, &request.InvalidError{Problems: problems}
		}
		return serve(ctx, c, sent)
	}
}

// PostBody is the route of an operation that takes a body. A body with problems is refused.
func PostBody[T any](
	s *Shell, path, operation string, allow shipment.Permission, body *request.Body[T], serve func(context.Context, Call, T) (Response, error),
) Route {
	return s.Post(path, operation, allow, body.Shape(), Read(body.Read, serve))
}

// PatchBody is the route of an operation that changes what is stored by the fields of its body.
func PatchBody[T any](
	s *Shell, path, operation string, allow shipment.Permission, body *request.Change[T],
	serve func(context.Context, Call, func(*T)) (Response, error),
) Route {
	return s.Patch(path, operation, allow, body.Shape(), Read(body.Read, serve))
}

// With makes an operation of what finds the thing that its path names, and what does the rest.
func With[T any](
	find func(context.Context, Call) (T, error), serve func(context.Context, Call, T) (Response, error),
) func(context.Context, Call) (Response, error) {
	return func(ctx context.Context, c Call) (Response, error) {
		of, err := find(ctx, c)
		if err != nil {
			return Response{}, err
		}
		return serve(ctx, c, of)
	}
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
