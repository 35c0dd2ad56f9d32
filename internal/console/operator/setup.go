package operator

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// setupStep is a step from an empty database to the first order.
type setupStep struct {
	Text, Hint string // keys of texts
	Path       string // "": an earlier step is missing, or the user may not do it
	Done       bool
}

// setup returns the steps to the first order; none when there is one, and a key.
func setup(v *web.Visit, accounts []masterdata.Account) ([]setupStep, error) {
	ctx, s := v.Context(), v.Console.Store
	hasOrder := false
	r := web.Reading{Err: s.EachNewest(ctx, 0, 1, func(*shipment.Order) error { hasOrder = true; return nil })}
	keys := web.Read2(&r, s.MasterData.Keys, ctx, 0)
	if r.Err != nil || hasOrder && len(keys) > 0 {
		return nil, r.Err
	}
	services := web.Read1(&r, s.MasterData.LiveServices, ctx)
	partners := web.Read1(&r, s.MasterData.Partners, ctx)
	account := ""
	if len(accounts) > 0 {
		account = web.AccountHome(accounts[0].AccountID)
	}
	steps := []setupStep{
		{Text: web.Key("Create the account of a shipper"), Path: v.Allowed(web.OperatorPath + "accounts/new"), Done: account != ""},
		{
			Text: web.Key("Connect a partner, or ship in house"),
			Path: v.Allowed(web.OperatorPath + "partners/new"), Done: len(partners)+len(services) > 0,
			Hint: web.Key("Leave this out when you deliver yourself: a service without a partner is in house."),
		},
		{
			Text: web.Key("Create a service"), Path: v.Allowed(web.OperatorPath + "services/new"), Done: len(services) > 0,
			Hint: web.Key("A service is a lane from a country to a country. Orders name it by its number."),
		},
		{
			Text: web.Key("Create an order, and print its label"), Done: hasOrder,
			Hint: web.Key("A partner gets the order: cancel it when you have seen the label."),
		},
		{
			Text: web.Key("Make a key for the shipper's programs"), Done: len(keys) > 0,
			Hint: web.Key("Programs create orders with it. People are invited on the page of the users."),
		},
	}
	if account != "" {
		steps[4].Path = account + "settings/keys"
		if len(services) > 0 {
			steps[3].Path = account + "orders/new"
		}
	}
	return steps, r.Err
}
