package importer

import (
	"bytes"
	"encoding/csv"
)

// sampleRecords is how many records show the delimiter.
const sampleRecords = 50

// delimiters are those that are tried, the likeliest first.
var delimiters = []rune{',', ';', '\t', '|'}

// findDelimiter finds the delimiter by which the most rows have the same number of cells, and the most cells.
func findDelimiter(content []byte) rune {
	best, bestScore := delimiters[0], 0
	for _, d := range delimiters {
		if score := delimiterScore(content, d); score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// delimiterScore is 0 if the delimiter does not occur.
func delimiterScore(content []byte, delimiter rune) int {
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter, -1, true, true
	widths, records := make(map[int]int), 0
	for ; records < sampleRecords; records++ {
		record, err := r.Read()
		if err != nil {
			break
		}
		widths[len(record)]++
	}
	best := 0
	for width, rows := range widths {
		if width > 1 {
			best = max(best, width*rows*sampleRecords/records)
		}
	}
	return best
}
