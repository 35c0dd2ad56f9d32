package consolidation_test

import (
	"fmt"
	"testing"

	"waybill/internal/request"
)

func TestLists(t *testing.T) { onEachEngine(t, 0, testLists) }

// testLists finds bags by state and hub, and consignments by state and the begin of the air waybill, the newest first, from one on.
func testLists(b *bagTest) {
	ctx, of := byAnn(b.T), b.bags.Stored
	for _, hub := range []int64{b.hub, b.hub + 10, b.hub} {
		if _, err := of.OpenBag(ctx, request.Bag{HubID: hub, Seal: `"state":"filed"`}); err != nil {
			b.Fatal(err)
		}
	}
	bags := func(state, hub string, before int64) string {
		found, err := of.FindBags(ctx, state, hub, before, 2)
		noError(b.T, err)
		ids := ""
		for i := range found {
			ids += found[i].Number()[7:]
		}
		return ids
	}
	hub := fmt.Sprint(b.hub)
	got := []string{bags("", "", 0), bags("", "", 2), bags("open", hub, 0), bags("closed", "", 0), bags("", fmt.Sprint(b.hub+10), 0)}
	if fmt.Sprint(got) != "[32 1 31  2]" {
		b.Errorf("bags: %q", got)
	}
	for _, awb := range []string{"61812345675", "12312345675"} {
		_, err := of.OpenConsignment(ctx, request.Consignment{Destination: "GB", AWB: awb, Broker: `"state":"filed"`})
		noError(b.T, err)
	}
	_, err := of.ChangeConsignment(ctx, 1, func(c *request.Consignment) { c.State = request.Closed })
	noError(b.T, err)
	consignments := func(state, awb string, before int64) string {
		found, err := of.FindConsignments(ctx, state, awb, before, 5)
		noError(b.T, err)
		ids := ""
		for i := range found {
			ids += found[i].Number()[7:]
		}
		return ids
	}
	got = []string{
		consignments("", "", 0), consignments("", "", 2), consignments("planned", "", 0), consignments("closed", "618", 0),
		consignments("filed", "", 0),
	}
	if fmt.Sprint(got) != "[21 1 2 1 ]" {
		b.Errorf("consignments: %q", got)
	}
}
