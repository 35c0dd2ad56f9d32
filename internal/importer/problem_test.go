package importer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/problem"
)

// TestProblemsAreStoredInEnglish: earlier releases did so, and read them.
func TestProblemsAreStoredInEnglish(t *testing.T) {
	problems := []importer.Problem{
		{Row: 2, Message: problem.Join(problem.Null, problem.MaxLength.With(9)), Hint: problem.SerialDate.With("2026-01-02")},
		{Row: 3, Message: problem.Own("The operator's own.")},
	}
	text, err := json.Marshal(problems)
	message := `"message":"This field may not be null. Ensure this field has no more than 9 characters."`
	if err != nil || !strings.Contains(string(text), message) {
		t.Errorf("%s, %v", text, err)
	}
	var again []importer.Problem
	if err := json.Unmarshal(text, &again); err != nil || len(again) != 2 || problem.Find(again[0].Hint.String()) != problems[0].Hint {
		t.Errorf("%v, %v", again, err)
	}
}
