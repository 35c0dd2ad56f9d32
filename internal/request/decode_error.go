package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says why a body is no JSON, as the detail of the answer.
type SyntaxError struct{ reason string }

func (e *SyntaxError) Error() string { return "JSON parse error - " + e.reason }

const byteOrderMark = "\uFEFF"

// checkText finds what is wrong with a body as text.
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

// explain turns what the decoder stumbled over into a SyntaxError. encoding/json says
// more clearly what was expected where, so a body that it refuses is explained by it.
func explain(body []byte, err error) error {
	if explained, ok := errors.AsType[*SyntaxError](err); ok {
		return explained
	}
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(body, new(struct{})), &syntax) { // which keeps nothing

		return &SyntaxError{err.Error()}
	}
	return &SyntaxError{syntax.Error() + ": " + position(body, syntax.Offset)}
}

// position names the byte that ends at offset by line and column.
func position(body []byte, offset int64) string {
	before := body[:max(offset-1, 0)]
	line := 1 + bytes.Count(before, []byte{'\n'})
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d column %d (char %d)", line, column, len(before))
}
