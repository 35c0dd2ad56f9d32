package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
)

// declared is an order to a country whose item has a price and a value for customs, "" for none. A parcel of the European Union has an
// IOSS number, one of Norway a VOEC number.
func declared(country, price, customs, currency string) client.NewOrder {
	o := parcel()
	o.ServiceID, o.ConsigneeCountry, o.ConsigneeState, o.ConsigneeProvince = 8, country, "", ""
	o.ConsigneePostal, o.ConsigneeNumber = "0150", "+4721234567"
	o.TaxIDs = []client.TaxID{{Party: "shipper", Type: "VOEC", Number: "2021234"}}
	if country == "Germany" {
		o.ConsigneePostal, o.ConsigneeNumber = "10117", "+4930901820"
		o.TaxIDs = []client.TaxID{{Party: "shipper", Type: "IOSS", Number: "IM2760000007"}}
	}
	o.Items[0].Quantity, o.Items[0].PriceValue, o.Items[0].PriceCurrency = 1, client.Decimal(price), currency
	o.Items[0].CustomsValue = client.Decimal(customs)
	return o
}

// TestRulesJudgeWhatDocumentsDeclare: rules, expressions and limits look at the value for customs, or else at the price, and name the
// field that has it.
func TestRulesJudgeWhatDocumentsDeclare(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"most","severity":"warning","kind":"max_value","amount":150,"currency":"EUR"}`,
			`{"id":"each","severity":"warning","kind":"cel","field":"item_price_value","expression":"item.declared_value <= 200.0"}`,
			`{"id":"all","severity":"warning","kind":"cel","field":"items","expression":"order.value('EUR') <= 150.0"}`)
		own := []string{"most", "each", "all", "eu-ioss-value", "no-voec-value", "goods-value", "currency-decimals"}
		for _, c := range []struct {
			country, price, customs, currency string
			want                              string
		}{
			{"Germany", "100", "300", "EUR", "all items, each item_customs_value, eu-ioss-value tax_ids, most items"},
			{"Germany", "300", "100", "EUR", ""},
			{"Germany", "300", "", "EUR", "all items, each item_price_value, eu-ioss-value tax_ids, most items"},
			{"Germany", "150", "150.001", "EUR", "most items"}, // the value of an expression is rounded to hundredths
			{"Germany", "0", "20", "EUR", ""},
			{"Germany", "0", "", "EUR", "goods-value item_price_value"},
			{"Norway", "100", "4200", "NOK", "each item_customs_value, no-voec-value item_customs_value"},
			{"Norway", "4200", "100", "NOK", ""},
			{"Germany", "10", "10.5", "JPY", "currency-decimals item_customs_value"},
			{"Germany", "10.5", "10", "JPY", "currency-decimals item_price_value"},
		} {
			checked, err := s.sdk.ValidateOrders(t.Context(), []client.NewOrder{declared(c.country, c.price, c.customs, c.currency)})
			if err != nil || len(checked[0].Problems) > 0 {
				t.Fatalf("%+v: %+v, %v", c, checked, err)
			}
			var found []string
			for _, w := range checked[0].Warnings {
				if slices.Contains(own, w.RuleID) {
					found = append(found, w.RuleID+" "+w.Field)
				}
			}
			slices.Sort(found)
			if got := strings.Join(found, ", "); got != c.want {
				t.Errorf("a price of %s and a value of %q %s to %s: %q, want %q", c.price, c.customs, c.currency, c.country, got, c.want)
			}
		}
	})
}

// TestALimitOfValueRefusesWhatIsDeclared: an order is refused by the value that its documents state, and by no other one.
func TestALimitOfValueRefusesWhatIsDeclared(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"most","severity":"error","kind":"max_value","amount":150,"currency":"EUR"}`)
		for customs, want := range map[string]int{"300": http.StatusBadRequest, "149.999": http.StatusCreated} {
			for _, price := range []string{"100", "400"} {
				body := ordersBody(t, nil, declared("Germany", price, customs, "EUR"))
				if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != want {
					t.Errorf("a price of %s and a value of %s: %d %s", price, customs, res.StatusCode, text)
				}
			}
		}
	})
}

// TestAPartnerIsAskedAboutTheDeclaredValue: a refusal of the value names the field that has it.
func TestAPartnerIsAskedAboutTheDeclaredValue(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.easypostService(false)
		s.state("restriction_type", "none", "origin_country", "SG", "contents_type", "gift")
		const most = "9999999999.999"
		for field, o := range map[string]client.NewOrder{
			"item_customs_value": declared("Germany", "1", most, "EUR"), "item_price_value": declared("Germany", "9999999999.99", "", "EUR"),
		} {
			o.ServiceID, o.Items[0].Quantity = 90, 1<<31-1
			checked, err := s.sdk.ValidateOrders(t.Context(), []client.NewOrder{o})
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("items[0].%s is too large", field)
			if !slices.ContainsFunc(checked[0].Warnings, func(w client.Warning) bool {
				return w.Field == field && strings.HasPrefix(w.Message, want)
			}) {
				t.Errorf("no %q under %s: %+v", want, field, checked[0].Warnings)
			}
		}
	})
}
