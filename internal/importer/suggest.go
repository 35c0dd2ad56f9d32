package importer

import "strings"

// Suggest proposes a mapping for a table by its headings and its first rows.
func Suggest(t *Table) Mapping {
	var m Mapping
	taken := make(map[string]bool)
	for _, heading := range t.Headings {
		name := strings.ToLower(heading)
		if _, known := fieldsByName[name]; !known || taken[name] {
			continue
		}
		taken[name] = true
		m.Columns = append(m.Columns, ColumnMapping{Heading: heading, Field: name})
	}
	return m
}
