package shell

import (
	"context"
	"net/http"
	"strconv"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// ErrInvalidCursor refuses a cursor that no page had.
var ErrInvalidCursor = &Problem{Status: http.StatusBadRequest, Detail: problem.InvalidCursor}

// Limit is how many elements a page of a list has at most.
func (c Call) Limit() int {
	page, _ := request.PageQuery.Read(c.Query()) // permitted has refused a wrong one
	return page.Limit
}

// NumberCursor reads, for With, a cursor that is the number of an element; 0 for none. Returns ErrInvalidCursor.
func NumberCursor(_ context.Context, c Call) (int64, error) {
	cursor := request.LastValue(c.Query(), "cursor")
	if cursor == "" {
		return 0, nil
	}
	number, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || number < 1 {
		return 0, ErrInvalidCursor
	}
	return number, nil
}
