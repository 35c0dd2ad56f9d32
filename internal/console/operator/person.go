package operator

import (
	"context"
	"errors"
	"net/http"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/erasure"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// maxPersonOrders is how many orders of a person the page shows and erases.
	maxPersonOrders = 200
	// personTime is how long the page reads orders.
	personTime = 20 * time.Second
)

// errManyOrders: the page cannot look through all orders, or the person has more than it can show.
var errManyOrders = errors.New("too many orders")

// personOrder is an order of a person.
type personOrder struct {
	*shipment.Order
	Party   string // a key of texts
	Outcome string // what became of it
	Kept    bool   // it is not erased
}

// personPage shows the form by which a person is found. It is sent by POST, so that no address is in a URL or a log.
func personPage(v *web.Visit) error { return showPerson(v, http.StatusOK, personForm(v), nil) }

func personForm(v *web.Visit) *web.Form {
	return web.NewForm(v.Request.PostForm).Label("email", v.T("E-mail address")).Label("phone", v.T("Phone number"))
}

func showPerson(v *web.Visit, status int, f *web.Form, found map[string]any) error {
	return v.Render(status, "operator_person.html", map[string]any{"Form": f, "Found": found})
}

// findPerson shows the orders and entries of books of a person, or erases them.
func findPerson(v *web.Visit) error {
	f := personForm(v)
	person, err := erasure.NewPerson(f.Value("email"), f.Value("phone"))
	if err != nil {
		f.Fail("email", v.T("Enter an e-mail address, or a phone number with at least 6 digits."))
		return showPerson(v, http.StatusUnprocessableEntity, f, nil)
	}
	ctx, cancel := context.WithTimeout(v.Context(), personTime)
	defer cancel()
	orders, err := ordersOfPerson(ctx, v, person)
	if errors.Is(err, errManyOrders) || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		f.Fail("email", v.T("There are too many orders for this page. Use the command: waybill person"))
		return showPerson(v, http.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	entries, err := v.Console.Eraser.FindEntries(ctx, person)
	if err != nil {
		return err
	}
	found := map[string]any{"Orders": orders, "Entries": entries}
	if v.FormValue("erase") == "" || len(orders)+len(entries) == 0 {
		return showPerson(v, http.StatusOK, f, found)
	}
	if confirmed, err := v.Confirm(v.T("Erase the personal data of these orders? It cannot be taken back."), v.T("Erase")); !confirmed {
		return err
	}
	done, err := v.Console.Eraser.Person(v.Context(), person)
	if err != nil {
		return err
	}
	found["Orders"], found["Done"] = erasedOrders(v, orders, done.Orders), true
	return showPerson(v, http.StatusOK, f, found)
}

func ordersOfPerson(ctx context.Context, v *web.Visit, person erasure.Person) (orders []personOrder, err error) {
	err = v.Console.Eraser.FindOrders(ctx, person, func(found erasure.Found) error {
		if len(orders) == maxPersonOrders {
			return errManyOrders
		}
		party := web.Key("Consignee")
		if found.Party != shipment.PartyConsignee {
			party = web.Key("Pickup")
		}
		order := *found.Order
		orders = append(orders, personOrder{Order: &order, Party: party})
		return nil
	})
	return orders, err
}

// erasedOrders says what became of the orders.
func erasedOrders(v *web.Visit, orders []personOrder, done []store.Erasure) []personOrder {
	for _, d := range done {
		for i := range orders {
			o := &orders[i]
			switch {
			case o.TrackingNo != d.TrackingNo:
			case d.Reason == "":
				o.Outcome = v.T("Erased")
			default:
				o.Outcome, o.Kept = v.T("Not erased: something is expected of the order still."), true
			}
		}
	}
	return orders
}
