package console

import (
	"cmp"
	"fmt"
	"strconv"
	"testing"

	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/store/engine"
)

// parcelsWith is how many parcels have an event with a text, and how many events with it there are.
func (s *site) parcelsWith(text string) (parcels, events int64) {
	s.t.Helper()
	found, err := engine.Pairs(s.t.Context(), s.store.DB.Reads,
		`SELECT count(DISTINCT order_id), count(*) FROM tracking_events WHERE text = $1`, text)
	if err != nil || len(found) != 1 {
		s.t.Fatalf("%d rows, %v", len(found), err)
	}
	return found[0][0], found[0][1]
}

// TestLongFlight: an operator fills two bags, takes them on a flight, and has it depart and arrive: each parcel has each event once.
func TestLongFlight(t *testing.T) {
	s := newServer(t)
	addHub(s, "Tuas")
	w, by := s.browser("operator"), scanner{pace: 20, layout: "us", end: "Enter"}
	first := ""
	for bag, references := range [][]string{{"fly-1", "fly-2"}, {"fly-3"}} {
		w.open(bagsPath)
		w.click("main details summary")
		w.choose("#f-hub_id", "1")
		w.follow("main details .button")
		w.await(fmt.Sprintf(`location.pathname.endsWith("/bags/%d") && document.querySelector("[data-scan]")`, bag+1))
		for _, reference := range references {
			number := s.reference(reference)
			first = cmp.Or(first, number)
			w.keys(by, reference)
			w.shows("good", number, "is in the bag")
		}
		w.await(fmt.Sprintf(`document.querySelector("#now .figure dd").innerText === "%d"`, len(references)))
		w.follow(`form[action$="/close"] button`)
		w.seeText("Bag closed")
	}

	w.open(consignmentsPath)
	w.click("main details summary")
	w.choose("#f-destination", "ID")
	w.write("input[name=awb]:not([type=search])", "618-1234 5675")
	w.follow("main details .button")
	w.await(`location.pathname.endsWith("/consignments/1")`)
	for name, value := range map[string]string{"flight": "SQ 950", "from": "SIN", "to": "CGK"} {
		w.write("#add-"+name, value)
	}
	w.choose("#add-from_country", "SG")
	w.choose("#add-to_country", "ID")
	w.follow(`form[action$="/legs"] .button`)
	w.follow(`a[href*="tab=load&leg=1"]`)
	for _, bag := range []string{"BG-00001", "bg2"} {
		w.keys(by, bag)
		w.shows("good", bag, "is loaded")
	}
	w.keys(by, "fly-1")
	w.shows("bad", "fly-1", "There is no bag")
	w.await(`document.querySelectorAll("#now .figure dd")[1].innerText === "2"`)
	w.open(consignmentsPath + "/1")
	for _, state := range []string{"closed", "filed", "cleared"} {
		w.follow(`.page-head button[value="` + state + `"]`)
	}
	w.seeText("Cleared to load")
	for _, action := range []string{"depart", "arrive"} {
		w.click(`details:has([action$="/` + action + `"]) > summary`)
		w.follow(`form[action$="/` + action + `"] .button`)
	}
	w.seeText("Arrived")
	w.open(consignmentsPath + "/1?tab=events")
	w.await(`document.querySelectorAll("#carried tbody .badge.good").length === 2`)
	for _, text := range []string{"Departed", "Arrived"} {
		if parcels, events := s.parcelsWith(text); parcels != 3 || events != 3 {
			t.Errorf("%s: %d parcels have %d events", text, parcels, events)
		}
	}
	s.receiveFlight(w, by, first)
	w.open(consignmentsPath + "/1")
	w.follow(`.page-head button[value="handed_over"]`)
	w.seeText("Consignment handed over")
}

// receiveFlight scans a bag and a damaged parcel of the flight of TestLongFlight, and reads the result of its broker.
func (s *site) receiveFlight(w *window, by scanner, damaged string) {
	w.open(consignmentsPath + "/1?tab=inbound")
	w.choose("#f-hub_id", "1")
	w.follow(`form[action$="/inbound"] .button`)
	w.follow(`a[href$="tab=receive"]`)
	w.keys(by, "bg2")
	w.shows("good", "BG-00002", "Received")
	w.choose("#came", "damaged")
	w.write("#seen", "Wet")
	w.press("\r")
	w.keys(by, "fly-1")
	w.shows("warn", damaged, "Damaged")
	w.await(`document.querySelector("#came").value === "" && document.querySelector("#seen").value === ""`)
	w.await(`document.querySelector("#now form input[name=missing]").value === "1"`)
	w.open(consignmentsPath + "/1?tab=inbound")
	w.click("#now form .button")
	w.follow("dialog[open] #ask-yes")
	w.seeText("Open the inbound again")
	for _, text := range []string{"Missing on arrival", "Damaged"} {
		w.open(consignmentsPath + "/1?tab=events")
		w.await(`!document.querySelector("#carried .badge.warn")`)
		if parcels, events := s.parcelsWith(text); parcels != 1 || events != 1 {
			s.t.Errorf("%s: %d parcels have %d events", text, parcels, events)
		}
	}
	lines := "tracking_no,answer,entry_no\nfly-1,released,E-1\nfly-2,released,E-2\nfly-9,released,E-9\n"
	w.open(consignmentsPath + "/1?tab=customs")
	w.chooseFile("#f-file", "result.csv", []byte(lines))
	w.follow(`form[action$="/results"] .button`)
	w.seeText("Nothing is stored yet")
	w.follow(`form:has([name=kept]) .button`)
	w.seeText("What could be stored is stored")
	w.open(consignmentsPath + "/1?tab=customs")
	w.seeText("E-2")
}

// TestLongHoldInTenActions holds 40 of 213 parcels of a consignment by scanning 3 bags and 4 parcels.
func TestLongHoldInTenActions(t *testing.T) {
	s := newServer(t)
	var bags []stored.Bag
	for bag, parcels := range []int{12, 12, 12, 177} {
		references := make([]string, parcels)
		for i := range references {
			references[i] = fmt.Sprintf("hold-%d-%d", bag, i)
		}
		bags = append(bags, s.closedBag(references...))
	}
	c := s.flight("61812345675", bags...)
	w := s.browser("operator")
	w.open(consignmentsPath + "/" + strconv.FormatInt(c.ConsignmentID, 10))
	actions := 0
	act := func(do func()) {
		actions++
		do()
	}
	act(func() { w.follow(`a[href$="tab=hold"]`) })
	for _, code := range []string{bags[0].Number(), bags[1].Number(), bags[2].Number(), "hold-3-0", "hold-3-7", "hold-3-8", "hold-3-176"} {
		act(func() { w.press(code + "\r") })
	}
	act(func() { w.follow(`button[value="parcels"]`) })
	w.see("#carried tbody tr")
	if actions > 10 {
		t.Errorf("%d actions", actions)
	}
	w.await(`document.querySelectorAll("#carried tbody .badge.good").length === 1`)
	if parcels, events := s.parcelsWith("Held by customs"); parcels != 40 || events != 40 {
		t.Errorf("%d parcels have %d events", parcels, events)
	}
}
