package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// AddNote adds a note of 1 to 500 characters to an order, also to one that has ended. It returns ErrNotFound, a
// *ValidationError, or an *Error with status 409 if the order has 50 notes, or was erased.
func (c *Client) AddNote(ctx context.Context, trackingNo, text string) (OrderNote, error) {
	add := call{method: http.MethodPost, path: notesPath(trackingNo)}
	return ask[OrderNote](ctx, c, "adding a note", add, map[string]string{"text": text})
}

// DeleteNote deletes a note of an order, or returns ErrNotFound.
func (c *Client) DeleteNote(ctx context.Context, trackingNo string, noteID int64) error {
	return c.remove(ctx, "deleting a note", notesPath(trackingNo)+strconv.FormatInt(noteID, 10)+"/", nil)
}

func notesPath(trackingNo string) string { return viewPath + url.PathEscape(trackingNo) + "/notes/" }

const tagsPath = "/order/tags/"

// EditTags adds tags to orders and removes others, and returns the result for each order in the given order, as EditOrders
// does: at most 200 orders, and 10 tags of each kind. A tag has 1 to 30 letters, digits, hyphens and spaces, and becomes lower
// case. It returns a *ValidationError if the request is invalid, and an *Error with status 409 if the account had more than 200
// different tags then. The request may be repeated.
func (c *Client) EditTags(ctx context.Context, trackingNos, add, remove []string) ([]EditedOrder, error) {
	return postOrders[EditedOrder](ctx, c, "changing tags", tagsPath, tagsRequest{trackingNos, add, remove})
}

// Tags returns the different tags of the account's orders, sorted: at most 200.
func (c *Client) Tags(ctx context.Context) ([]string, error) {
	return results[string](ctx, c, "listing tags", tagsPath, nil)
}
