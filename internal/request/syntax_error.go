package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"waybill/internal/problem"
)

// SyntaxError says why a body is not JSON. Its text is the detail of the response.
type SyntaxError struct{ reason string }

func (e *SyntaxError) Error() string { return e.Problem().String() }

// Problem is the error as a message.
func (e *SyntaxError) Problem() problem.Message { return problem.NotJSON.With(e.reason) }

const byteOrderMark = "\uFEFF"

// checkText returns an error if a body is not UTF-8 or begins with a byte order mark.
func checkText(text string) error {
	if strings.HasPrefix(text, byteOrderMark) {
		return &SyntaxError{"unexpected byte order mark: line 1 column 1 (char 0)"}
	}
	if utf8.ValidString(text) {
		return nil
	}
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return &SyntaxError{fmt.Sprintf("invalid UTF-8 at byte %d", i)}
		}
	}
	return nil
}

// explain makes a *SyntaxError of an error of the decoder. If encoding/json refuses the body too, its
// error is taken, because it says more clearly what was expected where.
func explain(body []byte, err error) *SyntaxError {
	if explained, ok := errors.AsType[*SyntaxError](err); ok {
		return explained
	}
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(body, new(struct{})), &syntax) { // which keeps nothing
		return &SyntaxError{err.Error()}
	}
	return &SyntaxError{syntax.Error() + ": " + position(body, syntax.Offset)}
}

// position is the line and the column of the byte before offset.
func position(body []byte, offset int64) string {
	before := body[:max(offset-1, 0)]
	line := 1 + bytes.Count(before, []byte{'\n'})
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d column %d (char %d)", line, column, len(before))
}
