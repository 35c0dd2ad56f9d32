package shipment

import "time"

// The ways a parcel starts its journey.
const (
	CategoryPickup  = "pickup"
	CategoryDropOff = "drop-off"
)

// The ways a return starts its journey.
const (
	ServiceTypePickup  = "PICKUP"
	ServiceTypeDropOff = "DROPOFF"
)

// Service is a lane that the operator offers. Several services may share a lane.
type Service struct {
	ServiceID   int64   // positive
	Name        string  // printed on the label
	Origin      Country // "" is any country
	Destination Country // "" is any country
	Category    string  // CategoryPickup or CategoryDropOff
	COD         bool    // cash on delivery is offered
	Partner     string  // who fulfils it; "" is in house
	Disabled    bool
	// RefusesMissing refuses orders without the facts for customs that the partner declares it needs. Otherwise they wait for them.
	RefusesMissing bool
	// InvoiceOnly says that its orders are cleared by their invoice: they have no CN 22 and no CN 23.
	InvoiceOnly bool
	// OwnLabel lets parcels leave with Waybill's own label while the partner does not give its label: they get that in a hub.
	OwnLabel bool
}

// The values of missing_customs.
const (
	MissingWait   = "wait"
	MissingRefuse = "refuse"
)

// MissingCustoms says what happens to orders without the facts for customs that the partner declares it needs.
func (s Service) MissingCustoms() string {
	if s.RefusesMissing {
		return MissingRefuse
	}
	return MissingWait
}

// The values of customs_forms.
const (
	FormsPost    = "post"
	FormsInvoice = "invoice"
)

// CustomsForms says which customs forms the orders of the service have.
func (s Service) CustomsForms() string {
	if s.InvoiceOnly {
		return FormsInvoice
	}
	return FormsPost
}

// InHouse reports whether the operator fulfils the service, so that an order has its
// label at once.
func (s Service) InHouse() bool { return s.Partner == "" }

// Serves reports whether the lane runs from origin to destination; an open end
// fits every country.
func (s Service) Serves(origin, destination Country) bool {
	return (s.Origin == "" || s.Origin == origin) && (s.Destination == "" || s.Destination == destination)
}

// The names of the built-in partners, which need no adapter. Other partners cannot have them.
const (
	PartnerSimulated = "simulated" // fulfils the demo services that are not in house
	PartnerEasyPost  = "easypost"  // exists if the server has an account at EasyPost
)

// How a partner is called, unless the operator says otherwise.
const (
	PartnerConcurrency = 8 // calls at once
	PartnerTimeout     = 10 * time.Second
)

// BuiltInPartners are the names of all built-in partners.
func BuiltInPartners() []string { return []string{PartnerSimulated, PartnerEasyPost} }

// DemoServices are the services a development environment starts with.
func DemoServices() []Service {
	return []Service{
		{ServiceID: 1, Name: "SG-ID Pickup", Origin: "SG", Destination: "ID", Category: CategoryPickup, COD: true},
		{ServiceID: 2, Name: "ID-SG Pickup", Origin: "ID", Destination: "SG", Category: CategoryPickup},
		{ServiceID: 3, Name: "SG-MY Pickup", Origin: "SG", Destination: "MY", Category: CategoryPickup, COD: true},
		{ServiceID: 4, Name: "MY-SG Pickup", Origin: "MY", Destination: "SG", Category: CategoryPickup, COD: true},
		{ServiceID: 5, Name: "SG-ID Drop-off", Origin: "SG", Destination: "ID", Category: CategoryDropOff, COD: true, Partner: PartnerSimulated},
		{ServiceID: 6, Name: "SG-TH Pickup", Origin: "SG", Destination: "TH", Category: CategoryPickup, COD: true, Partner: PartnerSimulated},
		{ServiceID: 7, Name: "HK-SG Pickup", Origin: "HK", Destination: "SG", Category: CategoryPickup, Partner: PartnerSimulated},
		{ServiceID: 8, Name: "SG-Worldwide Pickup", Origin: "SG", Category: CategoryPickup},
	}
}

// ReturnService chooses the service of a return by its lane: one that names both
// countries before one with an open end, then one of the same category as the service
// type (PICKUP, DROPOFF), then the lowest id. It is the zero Service, which is in house,
// when no live one runs there.
func ReturnService(services map[int64]Service, o *Order) Service {
	var best Service
	bestRank := -1
	for _, s := range services {
		if s.Disabled || !s.Serves(o.Pickup.Country, o.Consignee.Country) {
			continue
		}
		rank := 0
		if s.Origin != "" && s.Destination != "" {
			rank += 2
		}
		if (s.Category == CategoryPickup) == (o.ServiceType == ServiceTypePickup) {
			rank++
		}
		if rank > bestRank || rank == bestRank && s.ServiceID < best.ServiceID {
			best, bestRank = s, rank
		}
	}
	return best
}
