package request_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
)

// keys are an object with n members.
func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// TestMetadataWithManyKeys: they are not compared with each other.
func TestMetadataWithManyKeys(t *testing.T) {
	start := time.Now()
	_, problems := readOne(t, `,"metadata":`+keys(200_000), "")
	if !strings.Contains(problems, "more than 20 elements") {
		t.Errorf("problems: %.200s", problems)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestEditsWithManyMembers: a body of the largest size has a million of them.
func TestEditsWithManyMembers(t *testing.T) {
	form, err := requesttest.Create.Decode(requesttest.ExampleCreate(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	lookups := requesttest.NewDecoder().Lookups()
	made, problems, err := request.ReadCreate(t.Context(), form, lookups)
	if err != nil || problems != nil {
		t.Fatal(err, problems)
	}
	stored := made.Orders[0]
	read := func(patch string) (request.Edit, request.Problems) {
		edit, problems, err := request.ReadEdit(t.Context(), []byte(patch), &stored, lookups)
		if err != nil {
			t.Fatal(err)
		}
		return edit, problems
	}
	const many = 200_000
	start := time.Now()
	_, problems = read(keys(many))
	if len(problems) == 0 || len(problems) > 200 {
		t.Errorf("%d problems of unknown fields", len(problems))
	}
	last := strings.TrimSuffix(keys(many), "}") + `,"tracking_no":"X"}`
	if _, problems = read(last); !strings.Contains(string(problems.AppendJSON(nil)), `"tracking_no":["This field cannot be changed.`) {
		t.Error("the field behind unknown ones is not read")
	}
	_, problems = read(`{"metadata":` + keys(many) + `}`)
	if got := string(problems.AppendJSON(nil)); !strings.Contains(got, "more than 20 elements") {
		t.Errorf("metadata: %.200s", got)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	stored.Trade = &shipment.OrderTrade{Metadata: []shipment.Metadata{{Key: "a", Value: "1"}}}
	if edit, problems := read(`{"metadata":{"b":"2","a":null}}`); problems != nil || edit.Order.Trade.Metadata[0].Key != "b" {
		t.Errorf("metadata: %s", problems.AppendJSON(nil))
	}
}
