package client

import (
	"context"
	"iter"
	"maps"
	"net/url"
)

// elements yields the elements of all pages of a list, and fetches a page when the loop needs it. After an error, which
// says what the client was doing, it ends.
func elements[T any](ctx context.Context, c *Client, path string, query url.Values, doing string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := maps.Clone(query) // so that a second loop begins at the same page
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

// parameters is a query of the texts that are not "".
func parameters(texts map[string]string) url.Values {
	query := url.Values{}
	for name, text := range texts {
		if text != "" {
			query.Set(name, text)
		}
	}
	return query
}
