package importer

import (
	"slices"
	"strings"
)

// sampleRecords is how many records show the delimiter.
const sampleRecords = 50

// delimiters are those that are tried, the likeliest first.
var delimiters = []rune{',', ';', '\t', '|'}

// findDelimiter finds the delimiter by which the most rows have the same number of cells, and the most cells.
func findDelimiter(content []byte) rune {
	best, bestScore := delimiters[0], 0
	for _, d := range delimiters {
		if _, score := usualWidth(content, d); score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// sample are the first records of a text.
func sample(content []byte, delimiter rune) (records [][]string) {
	r := newReader(content, delimiter, 1)
	r.ReuseRecord = false
	for range sampleRecords {
		record, err := r.Read()
		if err != nil {
			break
		}
		records = append(records, record)
	}
	return records
}

// hasLines reports whether a record has several lines: a quote may have made it of several rows.
func hasLines(record []string) bool { return strings.Contains(strings.Join(record, ""), "\n") }

// usualWidth is how many cells most records have, if more than one, and how much the delimiter explains: 0 if it does not occur. Of
// several widths it is that of the first record. Further records of several lines do not count.
func usualWidth(content []byte, delimiter rune) (usual, score int) {
	var widths []int
	counts := make(map[int]int)
	for i, record := range sample(content, delimiter) {
		if i == 0 || !hasLines(record) {
			widths = append(widths, len(record))
			counts[len(record)]++
		}
	}
	for _, width := range widths {
		if width > 1 && width*counts[width]*sampleRecords/len(widths) > score {
			usual, score = width, width*counts[width]*sampleRecords/len(widths)
		}
	}
	return usual, score
}

// isSpaced reports whether blanks follow the delimiters of a row: most of its cells begin with one.
func isSpaced(content []byte, delimiter rune) bool {
	return slices.ContainsFunc(sample(content, delimiter), func(record []string) bool {
		others := slices.DeleteFunc(slices.Clone(record), func(cell string) bool { return strings.HasPrefix(cell, " ") })
		return len(record)-len(others) > len(record)/2 && !hasLines(record)
	})
}
