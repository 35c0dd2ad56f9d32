package console

import (
	"strconv"

	"waybill/internal/feature/consolidation/stored"
	floor "waybill/internal/feature/floor/stored"
	"waybill/internal/request"
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
	for _, reference := range references {
		o, err := s.store.OrderByTrackingNo(ctx, s.reference(reference))
		if err == nil {
			_, err = of.AddToBag(ctx, b.BagID, &o, reference)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return b
}

// closed is a bag that is closed, see bagged.
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
