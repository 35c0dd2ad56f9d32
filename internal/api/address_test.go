package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
)

// TestCheckAddresses sends the example of the OpenAPI document and expects the answer of the document.
func TestCheckAddresses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		sent := recordedExamples(t, "check_addresses")["request"]["One address"].Value
		var want bytes.Buffer
		if err := json.Compact(&want, recordedExamples(t, "check_addresses")["200"]["One address"].Value); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/api/address/check/", "/api/address/check"} {
			res, text := s.send("POST", path, string(sent), "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusOK || text != want.String() {
				t.Errorf("%s: %d\n got %s\nwant %s", path, res.StatusCode, text, &want)
			}
		}
		if res, _ := s.send("POST", "/api/address/check/", `{"addresses":[{"name":"Susan"}]}`); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key: %d", res.StatusCode)
		}
	})
}

// TestCheckAddressesByTheirFields: findings have the field as it was sent, and the prefix decides.
func TestCheckAddressesByTheirFields(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for sent, want := range map[string]string{
			`[{"consignee_country":"Germany","consignee_city":"Berlin"}]`: `{"addresses":[{` +
				`"consignee_country":{"sent":"Germany","suggested":"Germany","result":"unchanged","reason":null},` +
				`"consignee_postal":{"sent":"","suggested":null,"result":"doubtful","reason":"Addresses need a postal code. ` +
				`Postal codes of Germany (Postleitzahl (PLZ)) have 5 digits, as in 10115 or 01067."},` +
				`"consignee_city":{"sent":"Berlin","suggested":"Berlin","result":"unchanged","reason":null}}]}`,
			`[{"country":"Hong Kong","postal":0,"consignee_postal":null},` +
				`{"postal":"x","consignee_postal":"999077","consignee_country":"HK"}]`: `{"addresses":[{` +
				`"country":{"sent":"Hong Kong","suggested":"Hong Kong","result":"unchanged","reason":null},` +
				`"postal":{"sent":"0","suggested":"","result":"suggested","reason":"Hong Kong has no postal codes: leave it out."}},{` +
				`"consignee_country":{"sent":"HK","suggested":"Hong Kong","result":"suggested",` +
				`"reason":"Orders take this spelling too, and show Hong Kong."},` +
				`"consignee_postal":{"sent":"999077","suggested":"","result":"suggested","reason":"Hong Kong has no postal codes: leave it out."}}]}`,
		} {
			res, text := s.send("POST", "/api/address/check/", `{"secret_key":"`+testKey+`","addresses":`+sent+`}`)
			if res.StatusCode != http.StatusOK || text != want {
				t.Errorf("%s: %d\n got %s\nwant %s", sent, res.StatusCode, text, want)
			}
		}
	})
}

func TestCheckAddressesRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		long, many := strings.Repeat("1", 256), strings.Repeat(`{},`, 100)
		for body, want := range map[string]string{
			`{}`:                                      `{"addresses":["This field is required."]}`,
			`{"addresses":[]}`:                        `{"addresses":{"non_field_errors":["This list may not be empty."]}}`,
			`{"addresses":[{},{"adress":"a"}]}`:       `{"addresses":[{},{"adress":["Unknown field. Did you mean address?"]}]}`,
			`{"addresses":[1]}`:                       `{"addresses":[{"non_field_errors":["Invalid data. Expected a dictionary, but got int."]}]}`,
			`{"addresses":[{},{"postal":true}]}`:      `{"addresses":[{},{"postal":["Not a valid string."]}]}`,
			`{"addresses":[{"city":"a\u0000"}]}`:      `{"addresses":[{"city":["Null characters are not allowed."]}]}`,
			`{"addresses":[{"city":"` + long + `"}]}`: `{"addresses":[{"city":["Ensure this field has no more than 255 characters."]}]}`,
			`{"addresses":[` + many + `{}]}`:          `{"addresses":{"non_field_errors":["Ensure this field has no more than 100 elements."]}}`,
		} {
			res, text := s.send("POST", "/api/address/check/", body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%.60s: %d %s\nwant %s", body, res.StatusCode, text, want)
			}
		}
	})
}

// TestCheckAddressesOfAllSizes: the most addresses, with the longest texts, are answered as they are written.
func TestCheckAddressesOfAllSizes(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		long := strings.Repeat("\u00fc", 255)
		addresses := make([]client.Address, 100)
		for i := range addresses {
			addresses[i] = client.Address{
				Name: long, Number: long, Email: long, Country: long, Address: strings.Repeat("\u00fc", 1000), Postal: long, State: long, City: long,
			}
		}
		checked, err := s.sdk.CheckAddresses(t.Context(), addresses)
		if err != nil || len(checked) != 100 || checked[99].Country.Result != client.AddressDoubtful || checked[99].City.Suggested != long {
			t.Errorf("%d addresses, %v", len(checked), err)
		}
	})
}
