package api

import (
	"context"
	"net/http"
	"strconv"

	"waybill/internal/address"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

const (
	// completedPhonesHeader says how many phone numbers of a request got the code of their country.
	completedPhonesHeader = "Waybill-Completed-Phones"
	// completedPhones stands for the rule of the warnings about them.
	completedPhones = "phone-country"
)

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

// completedPhones counts the numbers of an earlier request that were completed, without what else is checked.
func (a *API) completedPhones(ctx context.Context, c shell.Call, sent *request.Form, kind batchKind) (int, error) {
	services, err := a.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return 0, err
	}
	phones := &phones{use: true}
	_, _, err = kind.read(ctx, sent, request.Lookups{
		Services: services, Phone: phones.complete, Forward: a.forwardOrders(c),
		Taken: func(context.Context, []string) (map[string]bool, error) { return map[string]bool{}, nil }, // they are, by this request
	})
	return len(phones.completed), err
}

// withPhones says in the header of a response how many numbers were completed.
func withPhones(res shell.Response, completed int) shell.Response {
	if completed == 0 {
		return res
	}
	return res.With(http.Header{completedPhonesHeader: {strconv.Itoa(completed)}})
}

// offerPhones notes that a request was refused with phone numbers that could have been completed: the console offers to complete
// them, until the account decides.
func (a *API) offerPhones(ctx context.Context, caller masterdata.Caller, found *phones) {
	if found.use || len(found.completed) == 0 {
		return
	}
	_, err := a.Store.MasterData.UpdateAccount(ctx, caller.AccountID, func(stored *masterdata.Account) error {
		if stored.Phones == masterdata.PhonesRefused {
			stored.Phones = masterdata.PhonesOffered
		}
		return nil
	})
	if err != nil {
		shell.NoteError(ctx, err) // the response is right without
	}
}
