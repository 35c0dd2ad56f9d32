package client_test

import (
	"errors"
	"slices"
	"testing"

	"waybill/client"
)

func TestServicesOfAServer(t *testing.T) {
	list, err := newClient(t, secretKey).Services(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []client.Service{
		{
			ServiceID: 1, Name: "SG-ID Pickup", Origin: "Singapore", Destination: "Indonesia", Category: "pickup", COD: true,
			MissingCustoms: "wait", CustomsForms: "post",
		},
		{ServiceID: 8, Name: "SG-Worldwide Pickup", Origin: "Singapore", Category: "pickup", MissingCustoms: "wait", CustomsForms: "post"},
	} {
		if !slices.Contains(list.Services, want) {
			t.Errorf("no %+v in %+v", want, list.Services)
		}
	}
	if want := (client.Limits{OrdersPerRequest: 1000, ItemsPerOrder: 200, BytesPerRequest: 16 << 20}); list.Limits != want {
		t.Errorf("limits %+v, want %+v", list.Limits, want)
	}
}

func TestSearchHSOfAServer(t *testing.T) {
	found, err := newClient(t, secretKey).SearchHS(t.Context(), "cotton T-shirt", 1)
	if err != nil || len(found) != 1 || found[0].Code != "610910" {
		t.Errorf("%+v, %v", found, err)
	}
	var invalid *client.ValidationError
	if _, err := newClient(t, secretKey).SearchHS(t.Context(), "shirt", 51); !errors.As(err, &invalid) {
		t.Errorf("a limit of 51: %v", err)
	}
}
