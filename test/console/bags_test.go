package console

import (
	"strconv"
	"sync"

	"waybill/client"
	"waybill/internal/feature/consolidation/stored"
	floor "waybill/internal/feature/floor/stored"
	"waybill/internal/request"
	"waybill/test/harness"
)

// bagged opens a bag in the hub Tuas, which is made if it is not there, and puts new parcels with references into it.
func (s *site) bagged(references ...string) stored.Bag {
	s.t.Helper()
	ctx, of := s.t.Context(), &stored.Store{Store: s.store}
	hubs, err := (&floor.Store{Store: s.store}).Hubs(ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(hubs) == 0 {
		hubs = append(hubs, addHub(s, "Tuas"))
	}
	b, err := of.OpenBag(ctx, request.Bag{HubID: hubs[0].HubID, Seal: "SEAL-0042", Tare: 350})
	if err != nil {
		s.t.Fatal(err)
	}
	var work sync.WaitGroup
	for i, number := range s.created(references...) {
		work.Go(func() {
			o, err := s.store.OrderByTrackingNo(ctx, number)
			if err == nil {
				_, err = of.AddToBag(ctx, b.BagID, &o, references[i])
			}
			if err != nil {
				s.t.Error(err)
			}
		})
	}
	work.Wait()
	return b
}

// created creates orders with references, and returns their tracking numbers.
func (s *site) created(references ...string) []string {
	s.t.Helper()
	if len(references) == 0 {
		return nil
	}
	var sent client.CreateRequest
	for _, reference := range references {
		o := harness.NewOrder(1)
		o.ShipperOrderID = reference
		sent.Orders = append(sent.Orders, o)
	}
	made, err := s.sdk.CreateOrders(s.t.Context(), sent)
	if err != nil {
		s.t.Fatal(err)
	}
	var numbers []string
	for _, o := range made.Orders {
		numbers = append(numbers, o.TrackingNo)
	}
	return numbers
}

// closedBag is a bag that is closed, see bagged.
func (s *site) closedBag(references ...string) stored.Bag {
	s.t.Helper()
	b := s.bagged(references...)
	if err := (&stored.Store{Store: s.store}).MoveBag(s.t.Context(), "close", b.BagID, ""); err != nil {
		s.t.Fatal(err)
	}
	return b
}

const bagsPath = "/console/operator/bags"

var bagScreens = []screen{
	{name: "bags-empty", role: "hub", path: bagsPath},
	{name: "bags-bag", role: "hub", path: bagsPath + "/{bag}", dark: true, prepare: func(s *site, names map[string]string) {
		names["bag"] = strconv.FormatInt(s.bagged("bag-1", "bag-2").BagID, 10)
		s.reference("bag-3")
	}, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "bag-3")
		w.shows("good", "WB", "is in the bag")
	}},
	{name: "bags-closed", role: "operator-admin", path: bagsPath + "/{closed}", prepare: func(s *site, names map[string]string) {
		names["closed"] = strconv.FormatInt(s.closedBag("bag-4", "bag-5").BagID, 10)
	}},
	{name: "bags-refused", role: "hub", path: bagsPath, act: func(w *window) {
		w.click("main details summary")
		w.write("input[name=tare]", "heavy")
		w.follow("main details .button")
		w.see("#errors a")
	}},
	{name: "bags-list", role: "operator", path: bagsPath, dark: true},
}

const consignmentsPath = "/console/operator/consignments"

// flight opens a consignment with a leg, and puts bags on it. It is cleared to load.
func (s *site) flight(awb string, bags ...stored.Bag) stored.Consignment {
	s.t.Helper()
	ctx, of := s.t.Context(), &stored.Store{Store: s.store}
	c, err := of.OpenConsignment(ctx, request.Consignment{Destination: "ID", AWB: awb, Broker: "Clear & Co"})
	if err == nil {
		c, err = of.SaveLeg(ctx, c.ConsignmentID, 0, func(l *request.Leg) {
			*l = request.Leg{Flight: "SQ 950", From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID"}
		})
	}
	for _, b := range bags {
		if err == nil {
			err = of.PutBags(ctx, c.ConsignmentID, 1, []int64{b.BagID}, "")
		}
	}
	if err == nil {
		_, err = of.ChangeConsignment(ctx, c.ConsignmentID, func(c *request.Consignment) { c.State = request.Cleared })
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// arrived is the id of a consignment of one bag that has arrived.
func (s *site) arrived(awb string, references ...string) string {
	s.t.Helper()
	of := &stored.Store{Store: s.store}
	c := s.flight(awb, s.closedBag(references...))
	_, err := of.Move(s.t.Context(), stored.Event{ConsignmentID: c.ConsignmentID, LegNo: 1}, false)
	if err == nil {
		_, err = of.Move(s.t.Context(), stored.Event{ConsignmentID: c.ConsignmentID, LegNo: 1}, true)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return strconv.FormatInt(c.ConsignmentID, 10)
}

var consignmentScreens = []screen{
	{name: "flights-empty", role: "hub", path: consignmentsPath},
	{name: "flights-one", role: "operator", path: consignmentsPath + "/{flight}", dark: true, prepare: func(s *site, names map[string]string) {
		c := s.flight("61812345675", s.closedBag("flight-1", "flight-2"), s.closedBag("flight-3"))
		names["flight"] = strconv.FormatInt(c.ConsignmentID, 10)
		_, err := (&stored.Store{Store: s.store}).Report(s.t.Context(), stored.Event{
			ConsignmentID: c.ConsignmentID, Text: "Handed to the airline", Country: "SG", Place: "SIN",
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}, act: func(w *window) {
		w.click("main table tbody input")
	}},
	{name: "flights-load", role: "hub", path: consignmentsPath + "/{flight}?tab=load&leg=1", dark: true, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "BG-99999")
		w.shows("bad", "BG-99999", "There is no bag")
	}},
	{name: "flights-hold", role: "operator", path: consignmentsPath + "/{flight}?tab=hold"},
	{name: "flights-checks", role: "operator", path: consignmentsPath + "/{flight}?tab=checks"},
	{name: "flights-customs", role: "operator", path: consignmentsPath + "/{flight}?tab=customs", dark: true, act: func(w *window) {
		w.chooseFile("#f-file", "result.csv",
			[]byte("tracking_no,answer,entry_no,duty,currency\nflight-1,released,E-1,2.50,IDR\nx,released,,,\n"))
		w.follow("form[action$='/results'] .button")
		w.see("#result")
	}},
	{name: "flights-inbound", role: "hub", path: consignmentsPath + "/{arrived}?tab=inbound", dark: true, prepare: func(
		s *site, names map[string]string,
	) {
		names["arrived"] = s.arrived("16012345675", "arrived-1", "arrived-2")
	}, act: func(w *window) {
		if w.text("main .panel .button") != "Open the inbound" { // it was opened in another width
			return
		}
		w.await(`(document.querySelector("#f-hub_id").selectedIndex = 1) === 1`)
		w.follow(`form[action$="/inbound"] .button`)
		w.see("#parcels")
	}},
	{name: "flights-receive", role: "hub", path: consignmentsPath + "/{arrived}?tab=receive", dark: true, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "arrived-1")
		w.shows("good", "WB", "Received")
	}},
	{name: "flights-papers", role: "operator", path: consignmentsPath + "/{flight}?tab=papers", act: func(w *window) {
		w.follow("form[action$='/manifest'] button")
		w.see("main table")
	}},
	{name: "flights-refused", role: "operator", path: consignmentsPath, act: func(w *window) {
		w.click("main details summary")
		w.write("input[name=awb]", "618-1234 5674")
		w.follow("main details .button")
		w.see("#errors a")
	}},
	{name: "flights-list", role: "operator", path: consignmentsPath},
}
