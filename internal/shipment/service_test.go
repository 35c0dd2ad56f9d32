package shipment

import "testing"

func TestReturnServiceFollowsTheLane(t *testing.T) {
	services := map[int64]Service{}
	for _, s := range append(DemoServices(),
		Service{ServiceID: 9, Origin: "TH", Destination: "SG", Category: CategoryPickup, Disabled: true}) {
		services[s.ServiceID] = s
	}
	for _, c := range []struct {
		from, to    Country
		serviceType string
		want        int64
	}{
		{"ID", "SG", ServiceTypePickup, 2},
		{"SG", "ID", ServiceTypePickup, 1},
		{"SG", "ID", ServiceTypeDropOff, 5},
		{"ID", "SG", ServiceTypeDropOff, 2},
		{"SG", "FR", ServiceTypePickup, 8}, // the open end
		{"SG", "MY", ServiceTypeDropOff, 3},
		{"TH", "SG", ServiceTypePickup, 0}, // disabled
		{"FR", "SG", ServiceTypePickup, 0},
	} {
		o := Order{ServiceType: c.serviceType, Pickup: Party{Country: c.from}, Consignee: Party{Country: c.to}}
		if got := ReturnService(services, &o); got.ServiceID != c.want {
			t.Errorf("%s to %s by %s: service %d, want %d", c.from, c.to, c.serviceType, got.ServiceID, c.want)
		}
	}
}
