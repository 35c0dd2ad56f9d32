package request

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// TestFieldsAreUsed looks up the requests and the choices of fields.csv.
func TestFieldsAreUsed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			code.Write(text)
		}
	}
	for request := range rowsOf {
		if !strings.Contains(code.String(), `]("`+request+`"`) {
			t.Errorf("no request is called %s", request)
		}
	}
	for name := range choicesOf {
		if !strings.Contains(fieldsFile, "choice @"+name+",") {
			t.Errorf("no field has the choices %s", name)
		}
	}
	for name := range limits {
		if !strings.Contains(fieldsFile, " "+name) {
			t.Errorf("no field has the limit %s", name)
		}
	}
}

// TestColumnsAreStored stores values of fields.csv in fields of other types.
func TestColumnsAreStored(t *testing.T) {
	t.Parallel()
	a, problems := CreateAccount.Read(FormOf(CreateAccount.Shape(), map[string]any{"name": " Acme ", "rate_limit": 5, "rate_burst": 0}))
	if problems != nil || a.Name != "Acme" || a.RateLimit != 5 || a.RateBurst == nil || *a.RateBurst != 0 {
		t.Errorf("an account: %+v, %v", a, problems)
	}
	if a, _ := CreateAccount.Read(FormOf(CreateAccount.Shape(), map[string]any{"name": "Acme"})); a.RateBurst != nil {
		t.Errorf("a number that was not sent is %d", *a.RateBurst)
	}
	if _, problems := ChangeAccount.Read(FormOf(ChangeAccount.Shape(), nil)); problems != nil {
		t.Errorf("a change without a name: %v", problems)
	}
	overlap, problems := RotatePartner.Read(FormOf(RotatePartner.Shape(), map[string]any{"overlap": "90m"}))
	if problems != nil || overlap != 90*time.Minute {
		t.Errorf("a time that is the whole request: %v, %v", overlap, problems)
	}
	service, problems := CreateService.Read(FormOf(CreateService.Shape(),
		map[string]any{"name": "Express", "origin": "Singapore", "missing_customs": "refuse", "customs_forms": "post"}))
	if problems != nil || service.Origin != "SG" || !service.RefusesMissing || service.InvoiceOnly {
		t.Errorf("a service: %+v, %v", service, problems)
	}
	var scan HubScan
	values := valueMap{"scan": Text("s1"), "code": Text("c1"), "weight": Text("1.5"), "length": Text("30")}
	if problems := hubScanTable.read(values, &scan); problems != nil || scan.Weight != 1500 || scan.Length != 3000 {
		t.Errorf("a scan: %+v, %v", scan, problems)
	}
	var answer Answer
	values = valueMap{
		"tracking_no": Text("x"), "answer": Text("released"), "tax": Text("4.50"), "currency": Text("usd"),
		"occurred_on": Text("1970-01-01T00:00:02Z"),
	}
	if problems := ReadAnswer(values, &answer); problems != nil || answer.Duty != "" || answer.Tax != "4.5" || answer.Currency != "USD" ||
		answer.On != 2_000_000 {
		t.Errorf("an answer: %+v, %v", answer, problems)
	}
	change := shipment.TrackingReport{TrackingEvent: shipment.TrackingEvent{Text: "before"}}
	wrong := reportTable.read(valueMap{"status": Text("gone"), "description": {Kind: Bool, Text: "true"}, "tracking_no": Text("x")}, &change)
	if change.Text != "before" || change.TrackingNo != "x" || len(wrong) != 2 {
		t.Errorf("a report with a wrong text: %+v, %v", change, wrong)
	}
	if m := wrong[0].Node; m == nil || m.(Messages)[0] != problem.NotChoice.With("gone") {
		t.Errorf("a wrong status: %v", m)
	}
}
