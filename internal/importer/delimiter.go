package importer

import (
	"bytes"
	"encoding/csv"
)

// sampleRecords is how many records show the delimiter.
const sampleRecords = 50

// delimiters are those that are tried, the likeliest first.
var delimiters = []rune{',', ';', '\t', '|'}

// findDelimiter finds the delimiter by which most rows have as many cells as the headings, and the headings have
// the most cells.
func findDelimiter(content []byte) rune {
	best, bestScore := delimiters[0], 0
	for _, d := range delimiters {
		if score := delimiterScore(content, d); score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// delimiterScore is 0 if the delimiter does not occur in the headings.
func delimiterScore(content []byte, delimiter rune) int {
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter, -1, true, true
	headings, same, records := 0, 0, 0
	for ; records < sampleRecords; records++ {
		record, err := r.Read()
		if err != nil {
			break
		}
		if records == 0 {
			headings = len(record)
		}
		if len(record) == headings {
			same++
		}
	}
	if headings < 2 {
		return 0
	}
	return headings * same * sampleRecords / records
}
