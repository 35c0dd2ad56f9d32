package importer

import "strings"

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

// usualWidth is how many cells most records have, if more than one, and how much the delimiter explains: 0 if it does not occur. Of
// several widths it is that of the first record. Further records of several lines do not count: a quote may have made them of several rows.
func usualWidth(content []byte, delimiter rune) (usual, score int) {
	r := newReader(content, delimiter, 1)
	var widths []int
	for i := range sampleRecords {
		record, err := r.Read()
		if err != nil {
			break
		}
		if i == 0 || !strings.Contains(strings.Join(record, ""), "\n") {
			widths = append(widths, len(record))
		}
	}
	counts := make(map[int]int)
	for _, width := range widths {
		counts[width]++
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
	r := newReader(content, delimiter, 1)
	for range sampleRecords {
		record, err := r.Read()
		if err != nil {
			break
		}
		blanks := 0
		for _, cell := range record {
			if strings.HasPrefix(cell, " ") {
				blanks++
			}
		}
		if blanks > len(record)/2 && !strings.Contains(strings.Join(record, ""), "\n") {
			return true
		}
	}
	return false
}
