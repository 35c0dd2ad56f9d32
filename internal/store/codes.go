package store

import (
	"cmp"
	"context"
	"slices"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// mostNamed is up to how many orders are named that have one code.
const mostNamed = 20

// AmbiguousError says that a code names several orders. Perhaps only their accounts and numbers are set. A person or a program
// chooses one.
type AmbiguousError struct {
	Code   string
	Orders []shipment.Order
}

func (e *AmbiguousError) Error() string { return "several orders have the number " + e.Code }

// OrderOfCode returns the order, with items, of an account that a scanned or typed code names: its tracking number, the number of its
// partner or its reference. If several have it, chosen is the id of one of them. Returns ErrNotFound, and an *AmbiguousError.
func (s *Search) OrderOfCode(ctx context.Context, accountID int64, code string, chosen int64) (*shipment.Order, error) {
	orders, err := s.ExactOrders(ctx, OrderFilter{
		AccountID: accountID, PageSize: mostNamed, Filter: shipment.Filter{Search: code, WithItems: true},
	})
	if chosen != 0 {
		orders = slices.DeleteFunc(orders, func(o shipment.Order) bool { return o.OrderID != chosen })
	}
	switch {
	case err != nil:
		return nil, err
	case len(orders) == 0:
		return nil, ErrNotFound
	case len(orders) > 1:
		return nil, &AmbiguousError{code, orders}
	}
	return &orders[0], nil
}

// IsNumber reports whether a text is a number that is printed on a parcel of an account.
func (s *Search) IsNumber(ctx context.Context, accountID int64, text string) (bool, error) {
	named, err := s.store.namedBy(ctx, s.store.DB.Reads, accountID, []string{text}, false, true)
	return len(named[text]) > 0, s.store.DB.Explain("look for a number", err)
}

// namedBy returns by code the orders, of one account or with 0 of all, whose tracking number the code may stand for, and with byPartner
// those to which a partner gave such a number. With exact an order whose tracking number is the code comes before the others. Only their
// accounts and numbers are set.
func (s *Store) namedBy(
	ctx context.Context, q engine.Querier, accountID int64, codes []string, exact, byPartner bool,
) (map[string][]shipment.Order, error) {
	spellings, numbers := make(map[string][]string, len(codes)), each.Of(codes, shipment.TrackingKey)
	for _, code := range codes {
		spellings[code] = shipment.Spellings(code)
		numbers = append(numbers, each.Of(spellings[code], shipment.TrackingKey)...)
	}
	found, err := s.numbered(ctx, q, numbers)
	bySpelling := each.Grouped(found, func(o shipment.Order) string { return o.TrackingNo })
	var given []string
	for _, code := range codes {
		if number := shipment.TrackingKey(code); exact && bySpelling[number] != nil {
			spellings[code] = []string{number}
		} else if byPartner {
			given = append(given, spellings[code]...)
		}
	}
	if err == nil && given != nil {
		partners, partnersErr := engine.Values[string](ctx, q, `SELECT name FROM partners`)
		found, err = engine.Collect(ctx, q, scanNamed, submissionsOfHAWB(&s.DB.Dialect),
			s.DB.Dialect.List(append(partners, shipment.BuiltInPartners()...)), s.DB.Dialect.List(given), accountID, (mostNamed+1)*len(given))
		err = cmp.Or(partnersErr, err)
		for _, o := range found {
			bySpelling[o.HAWBNo] = append(bySpelling[o.HAWBNo], o)
		}
	}
	named := make(map[string][]shipment.Order, len(codes))
	for code, spelled := range spellings {
		for _, o := range slices.Concat(each.Of(spelled, func(spelling string) []shipment.Order { return bySpelling[spelling] })...) {
			known := slices.ContainsFunc(named[code], func(other shipment.Order) bool { return other.OrderID == o.OrderID })
			if !known && (accountID == 0 || accountID == o.AccountID) {
				named[code] = append(named[code], o)
			}
		}
	}
	return named, err
}

// OrdersOfCodes returns by code the orders of any account that scanned or typed codes name: by tracking number, else by the number of their
// partner, else by their reference. Only their accounts, ids and numbers are set. At most 20 have a reference.
func (s *Store) OrdersOfCodes(ctx context.Context, codes []string) (map[string][]shipment.Order, error) {
	named, err := s.namedBy(ctx, s.DB.Reads, 0, codes, true, true)
	for _, code := range codes {
		if err != nil {
			break
		}
		if spellings := shipment.Spellings(code); len(named[code]) == 0 && len(spellings) > 0 {
			// The index of references begins with the account, of which there are few.
			named[code], err = engine.Collect(ctx, s.DB.Reads, scanNamed, `SELECT o.account_id, o.order_id, o.tracking_no, ''
				FROM accounts a CROSS JOIN orders o WHERE o.account_id = a.account_id AND o.shipper_order_id `+s.DB.Dialect.In("$1")+`
				LIMIT CAST($2 AS BIGINT)`, s.DB.Dialect.List(spellings), mostNamed+1)
		}
	}
	return named, s.DB.Explain("find orders by codes", err)
}

// submissionsOfHAWB selects the orders to which partners gave numbers. The account is no condition of an index: that of the number has
// fewer rows.
func submissionsOfHAWB(d *engine.Dialect) string {
	return `SELECT s.account_id, s.order_id, o.tracking_no, s.hawb_no FROM submissions s
		JOIN orders o ON o.account_id = s.account_id AND o.order_id = s.order_id
		WHERE s.partner ` + d.In("$1") + ` AND s.hawb_no ` + d.In("$2") + ` AND s.hawb_no <> '' AND ($3 = 0 OR s.account_id = $3)
		LIMIT CAST($4 AS BIGINT)`
}

func scanNamed(row engine.Scanner, o *shipment.Order) error {
	return row.Scan(&o.AccountID, &o.OrderID, &o.TrackingNo, &o.HAWBNo)
}
