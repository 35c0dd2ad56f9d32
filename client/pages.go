package client

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// elements yields the elements of all pages of a list, and fetches a page when the loop needs it. After an error, which
// says what the client was doing, it ends.
func elements[T any](ctx context.Context, c *Client, doing, path string, filter url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := url.Values{} // so that a second loop begins at the same page
		maps.Copy(query, filter)
		for {
			page, err := get[struct {
				NextCursor string `json:"next_cursor"`
				Results    []T    `json:"results"`
			}](ctx, c, doing, path, query)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, element := range page.Results {
				if !yield(element, nil) {
					return
				}
			}
			if page.NextCursor == "" {
				return
			}
			query.Set("cursor", page.NextCursor)
		}
	}
}

// parameters is a query of the values that are not zero or empty. A pointer that is not nil stands for its value.
func parameters(values map[string]any) url.Values {
	query := url.Values{}
	for name, value := range values {
		of, _ := value.(map[string]string)
		for key, text := range of {
			query.Set(name+"["+key+"]", text)
		}
		if v := reflect.ValueOf(value); of == nil && !v.IsZero() {
			if text := parameter(reflect.Indirect(v).Interface()); text != "" {
				query.Set(name, text)
			}
		}
	}
	return query
}

func parameter(value any) string {
	switch v := value.(type) {
	case json.RawMessage:
		return string(v)
	case []string:
		return strings.Join(v, ",")
	case time.Time:
		if v.IsZero() {
			return ""
		}
		return v.UTC().Format("2006-01-02T15:04:05.000000Z")
	}
	return fmt.Sprint(value)
}
