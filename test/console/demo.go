package console

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// Hostile are texts that pages must show as they are, and that must not break their layout.
var Hostile = []string{
	`<script>document.title="broken"</script>`,
	`"><img src=x onerror=document.title="broken">`,
	"=1+1",
	"\u202e\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645", // Arabic behind an override of the direction
	"🎁👩‍👩‍👧‍👦 \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 \u4f60\u597d",
	strings.Repeat("W", 120),
	strings.Repeat("long ", 24),
}

// consignees of ordinary orders.
var consignees = []struct{ name, city, postal, phone string }{
	{"Susan Wijaya", "Jakarta Selatan", "12420", "+6281234567891"},
	{"Budi Santoso", "Bandung", "40115", "+6281298765432"},
	{"Siti Rahmawati", "Surabaya", "60271", "+6281311122233"},
	{"Agus Setiawan", "Medan", "20112", "+6281344455566"},
	{"Dewi Lestari", "Denpasar", "80113", "+6281377788899"},
	{"林小明", "Jakarta Barat", "11470", "+6281322233344"},
	{"สมชาย ใจดี", "Semarang", "50132", "+6281355566677"},
}

// FillDemo makes orders of the demo account through the API, in all states that a person can meet. It returns
// their tracking numbers by what they show.
func FillDemo(ctx context.Context, c *client.Client) (numbers map[string]string, err error) {
	numbers = map[string]string{}
	var ordinary []client.NewOrder
	for i := range 64 {
		p := consignees[i%len(consignees)]
		o := harness.NewOrder([]int64{1, 1, 5}[i%3])
		o.ShipperOrderID = fmt.Sprintf("SO-2026-%04d", 1000+i)
		o.ConsigneeName, o.ConsigneeCity, o.ConsigneePostal, o.ConsigneeNumber = p.name, p.city, p.postal, p.phone
		ordinary = append(ordinary, o)
	}
	created, err := c.CreateOrders(ctx, client.CreateRequest{Orders: ordinary, Blocking: true})
	if err != nil {
		return nil, fmt.Errorf("make ordinary orders: %w", err)
	}
	numbers["created"] = created.Orders[0].TrackingNo
	for i, journey := range []string{"normal", "failed_delivery", "customs_hold", "return_to_sender", "lost", "normal", "normal"} {
		number, pause := created.Orders[i+1].TrackingNo, client.Decimal("0.05")
		if i > 4 {
			pause = "600" // stays on its way
		} else {
			numbers[journey] = number
		}
		request := client.JourneyRequest{TrackingNo: number, Journey: journey, Pause: pause}
		if _, err := c.SimulateJourney(ctx, request); err != nil {
			return nil, fmt.Errorf("move an order: %w", err)
		}
	}
	if _, err := c.CancelOrders(ctx, []string{created.Orders[60].TrackingNo}); err != nil {
		return nil, fmt.Errorf("cancel an order: %w", err)
	}
	numbers["cancelled"] = created.Orders[60].TrackingNo
	tagged := []string{created.Orders[0].TrackingNo, created.Orders[61].TrackingNo, created.Orders[63].TrackingNo}
	if _, err := c.EditTags(ctx, tagged, []string{"fragile", "call first"}, nil); err != nil {
		return nil, fmt.Errorf("tag orders: %w", err)
	}
	if _, err := c.AddNote(ctx, tagged[0], "The customer called:\ndeliver after 18:00."); err != nil {
		return nil, fmt.Errorf("add a note: %w", err)
	}
	held := []string{created.Orders[59].TrackingNo, created.Orders[62].TrackingNo}
	if _, err := c.HoldOrders(ctx, held, "The customer has not paid: ask before it goes.", false); err != nil {
		return nil, fmt.Errorf("hold orders: %w", err)
	}
	numbers["held"] = held[1]
	for name, text := range map[string]string{
		"refused": "Rina [fail]", "later": "Putri [flaky]", "label": "Wayan [label pdf]", "never": "Ayu [label never]",
	} {
		o := harness.NewOrder(5)
		o.ConsigneeName = text
		one, err := c.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{o}})
		if err != nil {
			return nil, fmt.Errorf("make an order that is %s: %w", name, err)
		}
		numbers[name] = one.Orders[0].TrackingNo
	}
	for _, text := range Hostile {
		o := harness.NewOrder(1)
		o.ConsigneeName, o.ConsigneeAddress, o.ConsigneeCity, o.DeliveryNote = text, text, cut(text, 40), text
		o.ShipperOrderID, o.Items[0].Desc = cut(text, 40), text
		one, err := c.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{o}})
		if err != nil {
			return nil, fmt.Errorf("make an order with %q: %w", text, err)
		}
		numbers["hostile"] = one.Orders[0].TrackingNo
	}
	return numbers, awaitEnd(ctx, c, numbers)
}

func cut(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// awaitEnd waits until the fast journeys have ended, and the refused order is refused.
func awaitEnd(ctx context.Context, c *client.Client, numbers map[string]string) error {
	wait := time.NewTicker(100 * time.Millisecond)
	defer wait.Stop()
	for {
		lost, err := c.Order(ctx, numbers["lost"])
		if err != nil {
			return err
		}
		refused, err := c.Order(ctx, numbers["refused"])
		if err != nil {
			return err
		}
		if lost.TrackerStatusCode == "EXCEPTION" && refused.StatusCode == "SUBMISSION_FAILED" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the orders: %w", ctx.Err())
		case <-wait.C:
		}
	}
}
