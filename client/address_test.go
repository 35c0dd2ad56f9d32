package client_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"slices"
	"testing"

	"waybill/client"
	"waybill/internal/address"
)

// Use the suggestions that are not guesses, and show the others to somebody.
func ExampleClient_CheckAddresses() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	checked, err := waybill.CheckAddresses(context.Background(), []client.Address{
		{Number: "0151 12345678", Email: "anna@gmial.com", Country: "Deutschland", Postal: "D-10115"},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range []client.AddressFinding{checked[0].Number, checked[0].Email, checked[0].Country, checked[0].Postal} {
		switch f.Result {
		case client.AddressSuggested:
			fmt.Println("use", f.Suggested)
		case client.AddressDoubtful:
			fmt.Printf("is %s right? %s\n", f.Sent, f.Reason)
		}
	}
	// Output:
	// use +4915112345678
	// is anna@gmial.com right? The domain seems to be misspelled.
	// use Germany
	// use 10115
}

// TestAddressesHaveEveryField compares the structs with the fields that the service checks.
func TestAddressesHaveEveryField(t *testing.T) {
	want := address.Fields()
	slices.Sort(want)
	for _, value := range []any{client.Address{}, client.AddressCheck{}} {
		if got := slices.Sorted(maps.Keys(jsonNames(value))); !slices.Equal(got, want) {
			t.Errorf("%T has %q, want %q", value, got, want)
		}
	}
}
