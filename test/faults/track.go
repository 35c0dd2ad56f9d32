package main

import (
	"context"

	"waybill/client"
)

// statuses are those of orders, in the sequence in which they are reported. The first one is that of a new order.
var statuses = []string{"ORDER_CREATED", "PICKED_UP", "CROSS_BORDER_TRANSIT", "DELIVERY_IN_PROGRESS", delivered}

const delivered = "SUCCESS"

// track reports some next statuses of an order, as the scanners of an operator do. A report is repeated until there is a
// response.
func (c *caller) track(ctx context.Context) error {
	for _, no := range c.draw(c.rng, 1, isTracked) {
		for range 1 + c.rng.IntN(len(statuses)-1) {
			in := input{act: actTrack, version: anyVersion, status: c.nextStatus(no)}
			if in.status == "" {
				return nil
			}
			report := client.TrackingReport{TrackingNo: no, Status: in.status, EventID: no + "/" + in.status}
			began, outcome := now(), done
			err := c.insist(ctx, func(*client.Client) error {
				results, err := c.operator[c.via].ReportTracking(ctx, []client.TrackingReport{report})
				if err == nil && results[0].Result == client.ReportUnknown {
					outcome = notFound
				}
				return err
			})
			if err != nil {
				return err
			}
			c.note(no, began, in, output{outcome: outcome})
		}
	}
	return nil
}

// nextStatus is the status that is reported next, "" if there is none left.
func (d *desk) nextStatus(no string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reports[no] == len(statuses)-1 {
		return ""
	}
	d.reports[no]++
	return statuses[d.reports[no]]
}

// ofReports: what a response to an operator says is done, is done.
func (a *audit) ofReports() []*promise {
	recorded := &promise{text: "an operator's report that was acknowledged is in the history once"}
	arrived := &promise{text: "a parcel that was reported as delivered is delivered"}
	for no := range a.calls {
		for _, c := range a.find(no, actTrack, done) {
			n := a.reports[no+"/"+c.in.status]
			recorded.check(n == 1, "%s, %s: %d times", no, c.in.status, n)
			if c.in.status == delivered {
				arrived.check(a.byNumber[no] != nil && a.byNumber[no].status == delivered, "%s", no)
			}
		}
	}
	return []*promise{recorded, arrived}
}
