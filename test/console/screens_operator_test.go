package console

import "strconv"

const toMeasure = "/console/operator/floor?activity=measured"

var operatorScreens = []screen{
	{name: "operator-accounts", role: "operator-admin", path: "/console/operator/accounts"},
	{name: "operator-account", role: "operator-admin", path: "/console/operator/accounts/1"},
	{name: "operator-account-new", role: "operator-admin", path: "/console/operator/accounts/new"},
	{name: "floor-empty", role: "hub", path: "/console/operator/floor"},
	{name: "floor-hub-new", role: "operator-admin", path: "/console/operator/hubs/new"},
	{name: "floor", role: "hub", path: "/console/operator/floor", dark: true, prepare: func(s *site, names map[string]string) {
		names["hub"] = strconv.FormatInt(addHub(s, "Tuas").HubID, 10)
		s.reference("floor-1")
	}, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "NO-SUCH-PARCEL", "floor-1")
		w.shows("warn", "WB", "print it")
	}},
	{name: "floor-unknown", role: "hub", path: "/console/operator/floor/unknown", dark: true},
	{name: "floor-measure", role: "hub", path: toMeasure, dark: true, prepare: func(s *site, names map[string]string) {
		names["measured"] = s.reference("floor-3")
	}, act: func(w *window) {
		evaluate[bool](w, `(["ST,GS,+000.000kg", "ST,GS,+001.262kg"].forEach(weighLine), true)`)
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "floor-3")
		w.shows("warn", "WB", "1.262")
		evaluate[bool](w, `(["ST,GS,+000.000kg", "ST,GS,+002.500kg"].forEach(weighLine), true)`)
	}},
	{name: "floor-measured", role: "operator", path: "/console/accounts/1/orders/{measured}", dark: true},
	{name: "floor-parcels", role: "operator", path: "/console/operator/parcels", dark: true},
	{name: "floor-hubs", role: "hub", path: "/console/operator/hubs"},
	{name: "floor-hub", role: "operator-admin", path: "/console/operator/hubs/{hub}"},
	{name: "floor-stops", role: "operator", path: "/console/operator/stops", prepare: func(s *site, _ map[string]string) {
		if _, err := s.store.StopOrders(s.t.Context(), []string{s.reference("floor-2")}, "Customs asks for the invoice"); err != nil {
			s.t.Fatal(err)
		}
	}},
	{name: "floor-change", role: "operator", path: "/console/operator/parcels/change", dark: true},
	{name: "floor-runs", role: "hub", path: "/console/operator/runs"},
	{name: "operator-overview", role: "operator-admin", path: "/console/operator/", dark: true},
	{name: "operator-services", role: "operator-admin", path: "/console/operator/services"},
	{name: "operator-service", role: "operator-admin", path: "/console/operator/services/5"},
	{name: "operator-service-customs", role: "operator-admin", path: "/console/operator/services/5/customs"},
	{name: "operator-service-new", role: "operator-admin", path: "/console/operator/services/new"},
	{name: "operator-partners", role: "operator-admin", path: "/console/operator/partners"},
	{name: "operator-partner", role: "operator-admin", path: "/console/operator/partners/simulated"},
	{name: "operator-partner-new", role: "operator-admin", path: "/console/operator/partners/new"},
	{name: "operator-rules", role: "operator-admin", path: "/console/operator/rules"},
	{name: "operator-rule-new", role: "operator-admin", path: "/console/operator/rules/-/new"},
	{name: "operator-rule-test", role: "operator-admin", path: "/console/operator/rules/-/test"},
	{name: "operator-rule", role: "operator", path: "/console/operator/rules/eu-hs-code"},
	{name: "operator-rule-wrong", role: "operator-admin", path: "/console/operator/rules/-/new", act: func(w *window) {
		w.click("form details summary")
		w.write("#f-rule", `{"id": "Heavy parcels", "severity": "loud"}`)
		w.follow(`button[value="save"]`)
		w.see("#errors a")
	}},
	{name: "operator-rule-tried", role: "operator-admin", path: "/console/operator/rules/-/new?example=words", act: func(w *window) {
		w.follow(`button[value="try"]`)
		w.seeText("would have refused")
	}},
	{name: "operator-rule-tested", role: "operator-admin", path: "/console/operator/rules/-/test?tracking_no={created}"},
	{name: "operator-submissions-selected", role: "operator-admin", path: "/console/operator/submissions", act: func(w *window) {
		w.click("thead .pick input")
		w.click("details.more summary")
	}},
	{name: "operator-cancellations", role: "operator-admin", path: "/console/operator/submissions?list=cancellations"},
	{name: "operator-submissions", role: "operator-admin", path: "/console/operator/submissions"},
	{name: "operator-submission", role: "operator-admin", path: "/console/operator/submissions/{refused}"},
	{name: "operator-endpoints", role: "operator-admin", path: "/console/operator/endpoints"},
	{name: "operator-audit", role: "operator-admin", path: "/console/operator/audit"},
	{name: "operator-system", role: "operator-admin", path: "/console/operator/system"},
}
