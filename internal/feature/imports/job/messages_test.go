package job

import (
	"encoding/json"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/problem"
)

// TestProblemsAreStoredInEnglish: earlier releases did so, and read them. The codes are stored beside.
func TestProblemsAreStoredInEnglish(t *testing.T) {
	t.Parallel()
	problems := []importer.Problem{
		{Row: 2, Message: problem.Join(problem.Null, problem.MaxLength.With(9)), Hint: problem.SerialDate.With("2026-01-02")},
		{Row: 3, Message: problem.Own("The operator's own.")},
	}
	text := encodeProblems(problems)
	message := `"message":"This field may not be null. Ensure this field has no more than 9 characters."`
	if !strings.Contains(string(text), message) {
		t.Errorf("%s", text)
	}
	again, err := ReadProblems(text)
	if err != nil || len(again) != 2 || again[0] != problems[0] || again[1] != problems[1] {
		t.Errorf("%v, %v", again, err)
	}
	var earlier []importer.Problem
	if err := json.Unmarshal(text, &earlier); err != nil || earlier[0].Message.String() != problems[0].Message.String() {
		t.Errorf("an earlier release reads %v, %v", earlier, err)
	}
	ofEarlier, err := json.Marshal(problems)
	if err != nil {
		t.Fatal(err)
	}
	again, err = ReadProblems(ofEarlier)
	if err != nil || len(again) != 2 || again[0].Hint != problem.Own(problems[0].Hint.String()) {
		t.Errorf("of an earlier release: %v, %v", again, err)
	}
}

func TestReportsKeepTheCodesOfMessages(t *testing.T) {
	t.Parallel()
	report := Report{
		Message: problem.NoValidOrder.With(2), Notes: []problem.Message{problem.HiddenColumns, problem.ColumnsUnread.With("SKU")},
		Groups: []*ProblemGroup{{Message: problem.NotPhone}}, FirstOrders: []FirstOrder{{Words: problem.WillSend.With("Budi", "1 × Cap", "1")}},
	}
	again, err := ReadReport(report.encode())
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range again.messages() {
		if want := *report.messages()[i]; *m != want {
			t.Errorf("message %d is %q, want %q", i, m.Encode(), want.Encode())
		}
	}
	ofEarlier, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	again, err = ReadReport(ofEarlier)
	if err != nil || again.Notes[0] != problem.Own(problem.HiddenColumns.String()) || !again.Message.IsZero() {
		t.Errorf("of an earlier release: %v, %v", again.Notes, err)
	}
}
