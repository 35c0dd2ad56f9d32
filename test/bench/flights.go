package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

const (
	flightShippers = 20
	flightBags     = 200
	flightParcels  = 10_000
	leftBehind     = 50 // bags, for the next flight
	// besideFlights is how many orders are created while the events of a flight are carried to its parcels, some seconds, compared to none.
	besideFlights = 0.75
	// flightScanners is how many people scan at once.
	flightScanners = 4
	// carriedWithin is how long an event may take to all its parcels while orders are created.
	carriedWithin = 10 * time.Second
)

// flight is a consignment whose bags have parcels of many shippers.
type flight struct {
	operator operator
	id       int64
}

// measureFlights measures how long the departures of two flights of one consignment take to the parcels in their bags while orders are
// created, and compares creates with creates while such events are carried.
func (b *bench) measureFlights(ctx context.Context) error {
	return b.withServer(ctx, "flights", func(s *server, d database) error {
		f, err := b.newFlight(ctx, s.address, d)
		if err != nil {
			return err
		}
		var reference atomic.Int64
		creates, hangUpAll := newCreates(ctx, "no flight", s.address, singleConnections, 1, &reference)
		defer hangUpAll()
		for leg, parcels := range []int{flightParcels / flightBags * (flightBags - leftBehind), flightParcels / flightBags * leftBehind} {
			over, failed := make(chan struct{}), make(chan error, 1)
			go func() {
				for {
					select {
					case <-over:
						failed <- nil
						return
					default:
						if _, err := creates.measure(ctx, b.round); err != nil {
							failed <- err
							return
						}
					}
				}
			}()
			start := time.Now()
			_, err := f.operator.DepartLeg(ctx, f.id, int64(leg)+1, client.LegMove{Reason: "Cleared by phone"})
			if err == nil {
				err = f.carried(ctx)
			}
			took := time.Since(start)
			close(over)
			if createErr := <-failed; err == nil {
				err = createErr
			}
			if err != nil {
				return err
			}
			work := fmt.Sprintf("a departure to all %d parcels, while orders are created", parcels)
			b.report.limit(work, milliseconds(took), milliseconds(carriedWithin))
		}
		events := &beside{do: func() (int, error) {
			if _, err := f.operator.ReportConsignment(ctx, f.id, client.NewConsignmentEvent{Text: "Delayed by weather"}); err != nil {
				return 0, err
			}
			return flightParcels, f.carried(ctx)
		}}
		const while = "1 order a request, c=64, while events of a flight are carried"
		return b.compareBeside(ctx, while, "the parcels", creates, events, besideFlights)
	})
}

// newFlight makes a consignment with two legs, and bags of parcels of several shippers on them.
func (b *bench) newFlight(ctx context.Context, address string, d database) (*flight, error) {
	b.say("scanning %d parcels of %d shippers into %d bags", flightParcels, flightShippers, flightBags)
	operator, err := b.newOperator(ctx, address, d)
	if err != nil {
		return nil, err
	}
	var numbers []string
	for i := range flightShippers {
		sdk, err := b.newAccount(ctx, address, d, "orders:read,orders:write", fmt.Sprint("Shipper ", i))
		if err != nil {
			return nil, err
		}
		for range flightParcels / flightShippers / bulkOrders {
			sent := make([]client.NewOrder, bulkOrders)
			for j := range sent {
				sent[j] = harness.NewOrder(1)
			}
			made, err := sdk.CreateOrders(ctx, client.CreateRequest{Orders: sent})
			if err != nil {
				return nil, err
			}
			for _, o := range made.Orders {
				numbers = append(numbers, o.TrackingNo)
			}
		}
	}
	bags, err := fill(ctx, operator, numbers, flightBags)
	if err != nil {
		return nil, err
	}
	c, err := operator.OpenConsignment(ctx, client.NewConsignment{Destination: "Indonesia", Awb: "61812345675"})
	if err != nil {
		return nil, err
	}
	for leg, on := range [][]string{bags[leftBehind:], bags[:leftBehind]} {
		if _, err = operator.AddLeg(ctx, c.ConsignmentID, client.NewLeg{
			Flight: fmt.Sprint("SQ30", leg), From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID",
		}); err != nil {
			return nil, err
		}
		if _, err = operator.PutBags(ctx, c.ConsignmentID, client.BagsMove{LegNo: int64(leg) + 1, Bags: on}); err != nil {
			return nil, err
		}
	}
	return &flight{operator: operator, id: c.ConsignmentID}, nil
}

// fill scans parcels into so many bags, each by one of some people, and closes the bags.
func fill(ctx context.Context, operator operator, numbers []string, n int) ([]string, error) {
	bags, failed := make([]string, n), make(chan error, flightScanners)
	var next atomic.Int64
	var people sync.WaitGroup
	for range flightScanners {
		people.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				bag, err := operator.OpenBag(ctx, client.NewBag{HubID: operator.hub.HubID})
				for j := int(i); err == nil && j < len(numbers); j += n {
					var scan client.BagScan
					if scan, err = operator.AddToBag(ctx, bag.BagID, numbers[j], "bench"); err == nil && scan.Result != "added" {
						err = fmt.Errorf("a parcel is not in its bag: %+v", scan)
					}
				}
				if err == nil {
					_, err = operator.CloseBag(ctx, bag.BagID)
				}
				if bags[i] = bag.Number; err != nil {
					failed <- err
					return
				}
			}
		})
	}
	people.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return bags, nil
	}
}

// carried waits until all parcels have all events.
func (f *flight) carried(ctx context.Context) error {
	for {
		all := true
		for e, err := range f.operator.ConsignmentEvents(ctx, f.id) {
			if err != nil {
				return err
			}
			all = all && e.Carried
		}
		if all {
			return nil
		}
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // it asks again until it is
	}
}
