package easypost

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
)

// priceShape is what a price may be, before it is computed with.
var priceShape = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,6})?$`)

// choose returns the rate of a service, CARRIER/SERVICE in any case, or that which costs
// least if it is "". Returns a *partner.RefusedError if there is none. The library's own
// choice compares prices as floats, and takes them all for one currency.
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
			return nil, refuse("EasyPost's rates are in several currencies, so none is the lowest: the operator has to name a service", s)
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

// price is what a rate costs, nil if it does not say. One of nothing does not say: the
// carrier finds out later.
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

// refuse is a refusal that tells what is offered instead, and what the carriers say.
func refuse(why string, s *easypost.Shipment) error {
	message := why
	if offered := offers(s.Rates); len(offered) > 0 {
		message += ". It offers " + strings.Join(offered, ", ")
	}
	if said := carriersWords(s.Messages); len(said) > 0 {
		message += ". " + strings.Join(said, "; ")
	}
	return &partner.RefusedError{Message: brief(partner.Clip(message))}
}
