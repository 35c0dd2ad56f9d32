package client_test

import (
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
		{ServiceID: 1, Name: "SG-ID Pickup", Origin: "Singapore", Destination: "Indonesia", Category: "pickup", COD: true},
		{ServiceID: 8, Name: "SG-Worldwide Pickup", Origin: "Singapore", Category: "pickup"},
	} {
		if !slices.Contains(list.Services, want) {
			t.Errorf("no %+v in %+v", want, list.Services)
		}
	}
	if want := (client.Limits{OrdersPerRequest: 1000, ItemsPerOrder: 200, BytesPerRequest: 16 << 20}); list.Limits != want {
		t.Errorf("limits %+v, want %+v", list.Limits, want)
	}
}
