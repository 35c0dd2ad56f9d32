package job

import (
	"waybill/internal/each"
	"waybill/internal/importer"
	"waybill/internal/problem"
)

// encodeMessages returns the codes of messages, which are stored beside their English texts.
func encodeMessages(messages []*problem.Message) []string {
	return each.Of(messages, (*problem.Message).Encode)
}

// decodeMessages gives messages that were read as their English texts their codes, as far as there are any: earlier releases
// store none.
func decodeMessages(codes []string, messages []*problem.Message) {
	for i, m := range messages[:min(len(codes), len(messages))] {
		*m = problem.Decode(codes[i], m.String())
	}
}

// storedProblem is a problem of a row as the store keeps it.
type storedProblem struct {
	importer.Problem
	Codes []string `json:"codes,omitempty"` // of its messages
}

func (p *storedProblem) messages() []*problem.Message { return []*problem.Message{&p.Message, &p.Hint} }

// encodeProblems returns the problems of a row as the store keeps them: null if there are none.
func encodeProblems(problems []importer.Problem) []byte {
	if problems == nil {
		return encode(problems)
	}
	return encode(each.Of(problems, func(p importer.Problem) storedProblem {
		stored := storedProblem{Problem: p}
		stored.Codes = encodeMessages(stored.messages())
		return stored
	}))
}

// ReadProblems reads the problems of a row of an import.
func ReadProblems(text []byte) ([]importer.Problem, error) {
	stored, err := decode[[]storedProblem](text, "problems of a row")
	if stored == nil {
		return nil, err
	}
	return each.Of(stored, func(s storedProblem) importer.Problem {
		decodeMessages(s.Codes, s.messages())
		return s.Problem
	}), nil
}
