package orders

import (
	"context"

	"waybill/internal/address"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// completedPhones stands for the rule of the warnings about phone numbers that were completed.
const completedPhones = "phone-country"

// phones completes phone numbers without a country code.
type phones struct {
	use       bool // else the numbers stay as they are
	completed []completedPhone
}

type completedPhone struct {
	order int
	request.FieldProblem
}

// complete is a request.Lookups.Phone.
func (p *phones) complete(order int, field, number string, of shipment.Country) string {
	full := address.WithCountryCode(number, of)
	if full == number {
		return number
	}
	p.completed = append(p.completed, completedPhone{order, request.FieldProblem{
		Field: field, Index: -1, Message: problem.PhoneCompleted.With(number, full, of.Name()),
	}})
	if p.use {
		return full
	}
	return number
}

// countPhones counts the numbers of an earlier request that were completed, without what else is checked.
func (s *Service) countPhones(ctx context.Context, by Caller, sent *request.Form, kind Kind) (int, error) {
	c, err := s.Checking(ctx, by, nil)
	if err != nil {
		return 0, err
	}
	c.Lookups.Rules, c.Lookups.Prefixes = nil, nil
	c.Lookups.Taken = func(context.Context, []string) (map[string]bool, error) { return map[string]bool{}, nil } // they are, by this request
	_, _, err = kind.read(ctx, sent, c.Lookups)
	return len(c.phones.completed), err
}

// offerPhones notes that a request was refused with phone numbers that could have been completed: the console offers to complete
// them, until the account decides.
func (s *Service) offerPhones(ctx context.Context, by Caller, found *phones) {
	if found.use || len(found.completed) == 0 {
		return
	}
	_, err := s.Store.MasterData.UpdateAccount(ctx, by.AccountID, func(stored *masterdata.Account) error {
		if stored.Phones == masterdata.PhonesRefused {
			stored.Phones = masterdata.PhonesOffered
		}
		return nil
	})
	if err != nil {
		s.Note(ctx, err) // what is returned is right without
	}
}
