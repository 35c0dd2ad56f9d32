package partnertest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/partner/protocol"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

// Order is the order that is submitted by default. Its phone numbers are not in use.
func Order() shipment.Order {
	return shipment.Order{
		Length: 2000, Width: 1500, Height: 500, Weight: 400, PaymentType: shipment.PaymentPrepaid, Incoterm: "DDU",
		Consignee: shipment.Party{
			Name: "Susan", Number: "+622150000000", Country: "ID", Address: "Jalan Jenderal Sudirman 1", Postal: "10220",
			State: "DKI Jakarta", City: "Jakarta", Province: "Tanah Abang", Email: "test@example.com",
		},
		Pickup: shipment.Party{
			Name: "Test sender", Number: "+6561000000", Country: "SG", Address: "1 Jurong West Avenue 1", Postal: "640001", State: "Singapore",
			City: "Singapore", Email: "test@example.com",
		},
		Items: []shipment.Item{{
			Desc: "Cotton T-shirt", Category: "Clothes", ProductID: "TEST", SKU: "TEST", Quantity: 1, PriceValue: 1000, PriceCurrency: "SGD",
			Trade: &shipment.ItemTrade{HSCode: "610910", OriginCountry: "SG", Weight: 200},
		}},
		Trade: &shipment.OrderTrade{
			ExportReason: shipment.ExportSample, ExportType: shipment.ExportPermanent, InvoiceNo: "TEST", InvoiceDate: "2026-01-01",
			DutiesPaidBy: shipment.PartyConsignee, NonDeliveryOption: shipment.NonDeliveryReturn, SignerName: "Test sender",
			SignerPlace: "Singapore", SignedOn: "2026-01-01",
		},
	}
}

// Orders are an order for each outcome that has a consignee's name, and for Accepted. Each says that it is a test.
func Orders(o shipment.Order, names map[string]string) map[string]shipment.Order {
	orders := make(map[string]shipment.Order)
	add := func(outcome, name string) {
		o.Consignee.Name, o.ShipperOrderID, o.DeliveryNote = "TEST "+name, "TEST", "TEST: nothing is to be shipped"
		orders[outcome] = o
	}
	add(Accepted, o.Consignee.Name)
	for outcome, name := range names {
		add(outcome, name)
	}
	return orders
}

// Adapter is the partner behind an adapter. Each run has keys and tracking numbers of its own.
type Adapter struct {
	*protocol.Client
	run string
}

// NewAdapter returns the partner behind an adapter.
func NewAdapter(c protocol.Config) *Adapter { return &Adapter{protocol.New(c), rand.Text()} }

// Reach returns an error if the adapter cannot be reached, or does not respond.
func (a *Adapter) Reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, shipment.PartnerTimeout)
	defer cancel()
	if _, err := a.Find(ctx, "reach"); netguard.NothingSent(err) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// Cases are those of all partners, those about the signatures of an adapter, and that what was submitted is cancelled.
func (a *Adapter) Cases() []Case {
	return slices.Concat(Cases(), signatureCases(a.Config), []Case{{"the test orders are cancelled", Accepted, "", a.cancelAll}})
}

// key has the 26 capital letters and digits of a key of Waybill.
func (a *Adapter) key(name string) string { return (strings.ToUpper(name) + a.run)[:len(a.run)] }

// Submit hands an order over, with a tracking number that says that it is a test.
func (a *Adapter) Submit(ctx context.Context, name string, o shipment.Order) (partner.Acceptance, error) {
	o.TrackingNo = "WBTEST" + a.key(name)
	return a.Client.Submit(ctx, a.key(name), o)
}

// Find is that of the client.
func (a *Adapter) Find(ctx context.Context, name string) (partner.Acceptance, error) {
	return a.Client.Find(ctx, a.key(name))
}

// Cancel is that of the client.
func (a *Adapter) Cancel(ctx context.Context, name string, o shipment.Order) error {
	return a.Client.Cancel(ctx, a.key(name), o)
}

// Label is that of the client.
func (a *Adapter) Label(ctx context.Context, name string) (shipment.PartnerLabel, error) {
	return a.Client.Label(ctx, a.key(name))
}

// cancelAll cancels all orders that the partner may have, also after an interrupt. It returns which ones the partner still has.
func (a *Adapter) cancelAll(ctx context.Context, _ partner.Partner, _ string, o shipment.Order) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callsTimeout)
	defer cancel()
	var left []error
	for _, c := range Cases() {
		if err := a.Cancel(ctx, c.Key, o); err != nil && !errors.Is(err, partner.ErrNotSubmitted) {
			left = append(left, fmt.Errorf("the partner still has WBTEST%s: %w", a.key(c.Key), err))
		}
	}
	all := errors.Join(left...)
	if all != nil && !slices.ContainsFunc(left, func(err error) bool { return partner.Class(err) != partner.ClassRefused }) {
		return SkipError(all.Error()) // the protocol lets a partner keep an order
	}
	return all
}

// signatureCases are about requests that an adapter refuses with 401.
func signatureCases(c protocol.Config) []Case {
	nonce := rand.Text()
	refuses := func(name string, change func(*protocol.Config)) Case {
		return Case{name, Accepted, "", func(ctx context.Context, _ partner.Partner, _ string, _ shipment.Order) error {
			changed, exchange := c, partner.Exchange{}
			change(&changed)
			client := protocol.New(changed)
			defer client.Close()
			var err error
			for range 2 { // with the same nonce only the second one is wrong
				_, err = client.Find(partner.WithExchange(ctx, &exchange), rand.Text())
			}
			switch status, _, _ := strings.Cut(exchange.Response, "\n"); {
			case status == "":
				return err
			case !strings.HasPrefix(status, "401 "):
				return fmt.Errorf("the status is %s, want 401", status)
			}
			return nil
		}}
	}
	return []Case{
		refuses("a request with another secret is refused", func(c *protocol.Config) { c.Secrets = signature.Keys{"wbp_another"} }),
		refuses("a request of an hour ago is refused", func(c *protocol.Config) {
			c.Now = func() time.Time { return time.Now().Add(-time.Hour) }
		}),
		refuses("a nonce that was used before is refused", func(c *protocol.Config) { c.Nonce = func() string { return nonce } }),
	}
}
