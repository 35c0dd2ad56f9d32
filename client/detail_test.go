package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestOrderDetail(t *testing.T) {
	more := `,"tracking":[{` + exampleUpdate + `,"recorded_on":"2026-01-02T03:04:06.100001Z","source":"operator"}],` +
		`"submissions":[{"kind":"submission","partner":"p","state":"failed","attempts":2,"error_class":"refused","message":"No.",` +
		`"created_on":"2026-01-02T03:04:05.100001Z","updated_on":"2026-01-02T03:04:05.100001Z"}],` +
		`"documents":[{"kind":"label","media_type":"application/pdf","url":"http://h/1.pdf"}]}`
	s, c := newService(t, nil, reply{status: 200, body: strings.TrimSuffix(exampleRecord, "}") + more},
		reply{status: 404, body: `{"detail":"Not found."}`})
	d, err := c.Order(t.Context(), "WB1/x")
	if err != nil {
		t.Fatal(err)
	}
	if d.TrackingNo != "WB48210739526ID" || d.ConsigneePostal != "SW1A 1AA" || len(d.Items) != 1 {
		t.Errorf("record %+v", d.Order)
	}
	if len(d.Tracking) != 1 || d.Tracking[0].Source != "operator" || d.Submissions[0].Attempts != 2 || d.Documents[0].URL != "http://h/1.pdf" {
		t.Errorf("detail %+v", d)
	}
	if sent := s.requests()[0]; sent.method != "GET" || sent.uri != "/api/order/order/WB1%2Fx/" {
		t.Errorf("sent %+v", sent)
	}
	if _, err := c.Order(t.Context(), "WB2"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown order: %v", err)
	}
	err = json.Unmarshal([]byte(`{"tracking":7}`), &d)
	checkContains(t, fmt.Sprint(err), "tracking")
}

func TestDetailFields(t *testing.T) {
	checkFields[OrderUpdate](t, `{`+exampleUpdate+`,"recorded_on":"2026-01-02T03:04:06.100001Z","source":"operator"}`)
	checkFields[SubmissionEntry](t, `{"kind":"submission","partner":"p","state":"failed","attempts":2,`+
		`"error_class":"refused","message":"No.",`+
		`"created_on":"2026-01-02T03:04:05.100001Z","updated_on":"2026-01-02T03:04:05.100001Z"}`)
	checkFields[Document](t, `{"kind":"proof_of_delivery","media_type":"image/png","url":"http://h/1",`+
		`"name":"Susan","signed_on":"2026-01-02T03:04:05.100001Z"}`)
}
