package easypost

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// priceShape is the shape that a price must have.
var priceShape = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,6})?$`)

// choose returns the rate of a service, CARRIER/SERVICE in any case, or the cheapest rate if the service is
// "". It returns a *partner.RefusedError if there is none. The library's own choice compares prices as floats
// and assumes one currency.
func choose(s *easypost.Shipment, service string) (*easypost.Rate, error) {
	var best *easypost.Rate
	var lowest *big.Rat
	for _, r := range s.Rates {
		if r == nil || service != "" && !strings.EqualFold(r.Carrier+"/"+r.Service, service) {
			continue
		}
		cost := price(r)
		if cost == nil {
			continue
		}
		if best != nil && best.Currency != r.Currency {
			return nil, refuse("EasyPost's rates are in several currencies, so none is the cheapest: the operator has to name a service", s)
		}
		if best == nil || cost.Cmp(lowest) < 0 {
			best, lowest = r, cost
		}
	}
	switch {
	case best != nil:
		return best, nil
	case service == "":
		return nil, refuse("EasyPost has no rate for the order", s)
	}
	return nil, refuse(fmt.Sprintf("EasyPost does not offer %s for the order", service), s)
}

// price returns the price of a rate, nil if it is missing or 0. A price of 0 means that the carrier sets it
// later.
func price(r *easypost.Rate) *big.Rat {
	if !priceShape.MatchString(r.Rate) {
		return nil
	}
	cost, ok := new(big.Rat).SetString(r.Rate)
	if !ok || cost.Sign() == 0 {
		return nil
	}
	return cost
}

// refuse returns a refusal that lists what is offered instead, and the messages of the carriers.
func refuse(why string, s *easypost.Shipment) error {
	message := why
	if offered := offers(s.Rates); len(offered) > 0 {
		message += ". It offers " + strings.Join(offered, ", ")
	}
	if said := carrierMessages(s.Messages); len(said) > 0 {
		message += ". " + strings.Join(said, "; ")
	}
	return &partner.RefusedError{Message: shipment.CutText(partner.Clip(message), maxMessage)}
}
