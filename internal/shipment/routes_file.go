package shipment

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// routesHeading is the first line of a table of routes.
var routesHeading = []string{"prefix", "hub", "sort_code"}

// ParseRoutes reads a routing table: CSV with the heading prefix,hub,sort_code, or a JSON list of objects with these
// keys. An empty text has no routes. The error names what is wrong and where.
func ParseRoutes(text []byte) ([]Route, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if len(text) == 0 {
		return nil, nil
	}
	var routes []Route
	if bytes.HasPrefix(text, []byte("[")) {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&routes); err != nil {
			return nil, fmt.Errorf("want a JSON list of objects with prefix, hub and sort_code: %w", err)
		}
		return NewRouting(routes)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(rows[0], routesHeading) {
		return nil, errors.New("the first line must be prefix,hub,sort_code, or the file a JSON list")
	}
	for _, row := range rows[1:] {
		routes = append(routes, Route{Prefix: row[0], Hub: row[1], SortCode: row[2]})
	}
	return NewRouting(routes)
}

// FormatRoutes writes a routing table as the CSV that ParseRoutes reads; "" for none.
func FormatRoutes(routes []Route) string {
	if len(routes) == 0 {
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	rows := [][]string{routesHeading}
	for _, r := range routes {
		rows = append(rows, []string{r.Prefix, r.Hub, r.SortCode})
	}
	_ = w.WriteAll(rows) // a builder has no errors
	return b.String()
}
