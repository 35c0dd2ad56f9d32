package inforce_test

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	source := inforce.New(s, slog.New(slog.DiscardHandler), func(string) {})
	checker, err := source.Checker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	singapore := shipment.Party{Name: "Tan", Number: "+6581234567", Country: "SG", Address: "1 Road", Postal: "238801"}
	anything, ofAddress := shipment.WarningAny, shipment.WarningAddress
	for name, c := range map[string]struct {
		change func(*shipment.Order)
		want   []shipment.WarningKind
	}{
		"nothing": {func(*shipment.Order) {}, nil},
		"a tax id is missing": {func(o *shipment.Order) {
			o.Consignee.Country, o.Consignee.Postal, o.Consignee.Number = "ID", "12190", "+628123456789"
		}, []shipment.WarningKind{anything}},
		"postal code":               {func(o *shipment.Order) { o.Consignee.Postal = "12" }, []shipment.WarningKind{anything, ofAddress}},
		"postal code of the pickup": {func(o *shipment.Order) { o.Pickup.Postal = "12" }, []shipment.WarningKind{anything, ofAddress}},
		"number of another country": {func(o *shipment.Order) {
			o.Consignee.Number = "+4915112345678"
		}, []shipment.WarningKind{anything, ofAddress}},
	} {
		o := shipment.Order{AccountID: 1, ServiceID: 1, CreatedOn: time.Now(), Consignee: singapore, Pickup: singapore}
		c.change(&o)
		if got, err := checker.Kinds(&o); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
}

// TestTheOriginThatAPartnerDeclares: EasyPost gets the country of origin of the account or the service for items without one.
func TestTheOriginThatAPartnerDeclares(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	service := func(partner string) int64 {
		created, err := s.MasterData.CreateService(t.Context(), shipment.Service{
			Name: "To the US " + partner, Category: shipment.CategoryPickup, Partner: partner,
		})
		if err != nil {
			t.Fatal(err)
		}
		return created.ServiceID
	}
	own, easypost := service(""), service(shipment.PartnerEasyPost)
	account, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shop"})
	if err != nil {
		t.Fatal(err)
	}
	made := func(country string) func(shipment.Customs) error {
		return func(facts shipment.Customs) error {
			return masterdata.SetCustoms(facts, shipment.CustomsOrigin, country)
		}
	}
	set(t, s, `{"id":"no-origin","severity":"error","destination":"US","kind":"required","field":"item_origin_country"}`)
	source := inforce.New(s, slog.New(slog.DiscardHandler), func(string) {})
	check := func(name string, serviceID int64, refusals, warnings, kinds int) {
		t.Helper()
		checker, err := source.Checker(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		o := shipment.Order{
			AccountID: account.AccountID, ServiceID: serviceID, CreatedOn: time.Now(),
			Consignee: shipment.Party{Number: "+14155552671", Country: "US", Postal: "94111"},
			Pickup:    shipment.Party{Number: "+6581234567", Country: "SG", Postal: "238801"},
			Items: []shipment.Item{{
				Desc: "Hat of cotton", Quantity: 1, PriceValue: 1, PriceCurrency: "USD", Trade: &shipment.ItemTrade{HSCode: "6505001530"},
			}},
		}
		refused, warned := checker.All(&o, time.Now())
		found, err := checker.Kinds(&o)
		if err != nil || len(refused) != refusals || len(warned) != warnings || len(checker.Errors(&o, time.Now())) != refusals ||
			len(found) != kinds {
			t.Errorf("%s: %v, %v, %v, %v", name, refused, warned, found, err)
		}
	}
	check("nobody states it", easypost, 1, 1, 1)
	if _, err := s.MasterData.UpdateServiceCustoms(t.Context(), easypost, made("VN")); err != nil {
		t.Fatal(err)
	}
	check("the service states it", easypost, 0, 0, 0)
	check("another service", own, 1, 1, 1)
	if _, err := s.MasterData.UpdateAccountCustoms(t.Context(), account.AccountID, made("VN")); err != nil {
		t.Fatal(err)
	}
	check("the account states it for documents", own, 0, 0, 0)
	if _, err := s.MasterData.UpdateServiceCustoms(t.Context(), easypost, made("")); err != nil {
		t.Fatal(err)
	}
	check("the account states it", easypost, 0, 0, 0)
}

// TestSanctionsHoldAnOrder: the lists are followed elsewhere after a second, and read only once.
func TestSanctionsHoldAnOrder(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		var elapsed time.Duration
		options := store.Options{URL: url, Elapsed: func() time.Duration { return elapsed }}
		here, there := storetest.Open(t, options), storetest.Open(t, options)
		source := inforce.New(there, slog.New(slog.DiscardHandler), func(string) {})
		o := shipment.Order{Consignee: shipment.Party{Name: "Jane Doe", Country: "KP"}, Pickup: shipment.Party{Name: "ДОУ, Иван", Country: "SG"}}
		held := func() *shipment.Hold {
			t.Helper()
			checker, err := source.Checker(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return checker.Hold(&o, time.Now())
		}
		load := func(list, names string) {
			t.Helper()
			if err := here.MasterData.SetLoaded(t.Context(), masterdata.LoadedSanctions(list), names); err != nil {
				t.Fatal(err)
			}
		}
		if h := held(); h.RuleID != "embargo-kp" {
			t.Errorf("without lists: %+v", h)
		}
		load("un", "{\"list\":\"un\"}\nQDi.901\tDOE, Jane\n")
		load("ofac", "{\"list\":\"ofac\"}\n90037\tIvan Dou\n")
		if h := held(); h.RuleID != "embargo-kp" {
			t.Errorf("within the second: %+v", h)
		}
		elapsed += time.Second
		want := "A person must look at this parcel before it leaves: " +
			"the list of sanctions un has this name in its entry QDi.901, as DOE, Jane. " +
			"A person must look at this parcel before it leaves: the list of sanctions ofac has this name in its entry 90037, as Ivan Dou. " +
			"North Korea is under an embargo: a person must look at this parcel before it leaves."
		if h := held(); h.RuleID != "sanctions" || h.Actor != "sanctions" || h.ActorKind != shipment.HeldByRule || h.Reason != want {
			t.Errorf("with lists: %+v", h)
		}

		lists, err := inforce.Sanctions(t.Context(), there.MasterData, nil)
		if err != nil || len(lists.Heads) != 2 {
			t.Fatal(lists, err)
		}
		if again, err := inforce.Sanctions(t.Context(), there.MasterData, lists); err != nil || again != lists {
			t.Errorf("lists that have not changed are made again, %v", err)
		}
		load("un", "")
		load("ofac", "")
		elapsed += time.Second
		if h := held(); h.RuleID != "embargo-kp" {
			t.Errorf("after their removal: %+v", h)
		}
	})
}

// TestAnEmbargoHoldsAnOrder: a validation says so, and an order that is created is held.
func TestAnEmbargoHoldsAnOrder(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	checker, err := inforce.New(s, slog.New(slog.DiscardHandler), func(string) {}).Checker(t.Context(), "id")
	if err != nil {
		t.Fatal(err)
	}
	o := shipment.Order{
		Consignee: shipment.Party{Country: "KP"}, Pickup: shipment.Party{Number: "+6581234567", Country: "SG", Postal: "238801"},
	}
	refused, warnings := checker.All(&o, time.Now())
	if len(refused) != 0 || len(warnings) != 1 || warnings[0].RuleID != "embargo-kp" || warnings[0].Since != "2017-12-22" ||
		warnings[0].Source == "" {
		t.Errorf("a validation says %v, %v", refused, warnings)
	}
	if held := checker.Hold(&o, time.Now()); held == nil || held.RuleID != "embargo-kp" {
		t.Errorf("the order is held by %v", held)
	}
	o.CreatedOn = time.Now()
	if _, warnings := checker.All(&o, time.Now()); warnings != nil {
		t.Errorf("the order has the warnings %v", warnings)
	}
}
