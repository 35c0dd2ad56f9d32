package rules

import (
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/problem"
)

// InvalidError is returned for rules that are wrong.
type InvalidError struct {
	Problems []Problem // at least one, at most maxProblems, in the order of the rules
}

// Problem is a mistake in a rule.
type Problem struct {
	Rule    string          // its id, or its place such as "rule 3"; "" for the file as a whole
	Key     string          // of its JSON form; "" for the rule as a whole
	Message problem.Message // with the limit and the fix
}

// maxProblems bounds the problems of a file of a thousand wrong rules.
const maxProblems = 100

func (e *InvalidError) Error() string {
	return strings.Join(each.Of(e.Problems, Problem.String), "\n")
}

func (p Problem) String() string {
	parts := []string{p.Rule, p.Key, p.Message.String()}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ": ")
}

// problems collects what is wrong.
type problems []Problem

func (p *problems) add(rule, key string, message problem.Message) {
	if len(*p) < maxProblems {
		*p = append(*p, Problem{rule, key, message})
	}
}

// Invalid is the *InvalidError of problems, nil if there are none.
func Invalid(all []Problem) error {
	if len(all) == 0 {
		return nil
	}
	return &InvalidError{all}
}
