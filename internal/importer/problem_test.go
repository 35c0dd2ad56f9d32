package importer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/problem"
)

// TestStoredProblemsKeepTheirCodes: a server of the previous release reads their English texts.
func TestStoredProblemsKeepTheirCodes(t *testing.T) {
	problems := []importer.Problem{
		{Row: 2, Message: problem.Join(problem.Null, problem.MaxLength.With(9)), Hint: problem.SerialDate.With("2026-01-02")},
		{Row: 3, Message: problem.Own("The operator's own.")},
	}
	text, err := json.Marshal(importer.Stored(problems))
	if err != nil || !strings.Contains(string(text), `"message":"This field may not be null. Ensure this field has no more than 9 characters."`) {
		t.Errorf("%s, %v", text, err)
	}
	if got, err := importer.DecodeProblems(text); err != nil || !slices.Equal(got, problems) {
		t.Errorf("%v, %v", got, err)
	}
	text = []byte(`[{"row":2,"message":"This field is required.","codes":["` + problem.Blank.Coded() + `"]}]`)
	want := importer.Problem{Row: 2, Message: problem.Own("This field is required.")}
	if got, err := importer.DecodeProblems(text); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("the codes of another text: %v, %v", got, err)
	}
}
