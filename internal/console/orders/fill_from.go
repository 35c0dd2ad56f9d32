package orders

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// mostProposed is how many names of a book are proposed while one types. The others are found by the beginnings of words.
const mostProposed = 100

// source fills a form: an entry of a book, or a party of an earlier order.
type source struct {
	input, label string
	book         *shipment.Book
	fill         func(*orderform.Form, orderform.Order, *orderform.Names)
	party        func(orderform.Order) orderform.Order // of an earlier order as an entry; nil: orders have none
}

var fillSources = []source{
	{
		"from_consignee", web.Key("Consignee"), shipment.Addresses,
		(*orderform.Form).FillConsignee, orderform.Order.Consignee,
	},
	{
		"from_pickup", web.Key("Pickup"), shipment.Addresses,
		(*orderform.Form).FillContact, orderform.Order.Contact,
	},
	{"from_goods", web.Key("Goods"), shipment.Goods, (*orderform.Form).FillGoods, nil},
	{"from_box", web.Key("Box"), shipment.Boxes, (*orderform.Form).FillBox, nil},
}

// filler is the input of a source beside a form, with the names that are proposed.
type filler struct {
	Name, Label, Value string
	Names              []string
}

// fillers are those of addresses, and of the other books if they have entries. With problems, they keep what was typed.
func fillers(v *web.Visit, problems bool) ([]filler, error) {
	var all []filler
	for _, s := range fillSources {
		entries, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, s.book, masterdata.EntryFilter{Limit: mostProposed})
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 && s.party == nil {
			continue
		}
		f := filler{Name: s.input, Label: v.T(s.label), Names: each.Of(entries, func(e shipment.Entry) string { return e.Name })}
		if problems {
			f.Value = v.FormValue(f.Name)
		}
		all = append(all, f)
	}
	return all, nil
}

// enter is the action of the first button of a form, which Enter presses: it fills the form from what is named beside it, or saves.
const enter = "enter"

// fillsForm reports whether the button of a form fills it.
func fillsForm(v *web.Visit) bool {
	action := v.FormValue("action")
	return action == "fill" || action == usePasted ||
		action == enter && slices.ContainsFunc(fillSources, func(s source) bool { return v.FormValue(s.input) != "" })
}

// savesForm reports whether the button of a form of an order that exists saves it.
func savesForm(v *web.Visit) bool {
	action := v.FormValue("action")
	return action == "save" || action == enter && !fillsForm(v)
}

// fillForm fills a form from the sources that are named beside it. It returns a notice of what was filled in and replaced.
func fillForm(v *web.Visit, f *orderform.Form) (notice string, problems []orderform.Problem, err error) {
	before := f.Values()
	var from, replaced []string
	first := "" // that was filled in
	sources := fillSources
	if v.FormValue("action") == usePasted {
		_, read := pastedInto(v, f)
		f.Fill(read, v.Names())
		from, sources = append(from, v.T("the pasted address")), nil
	}
	for _, s := range sources {
		name := strings.TrimSpace(v.FormValue(s.input))
		if name == "" {
			continue
		}
		value, found, err := s.find(v, name)
		switch {
		case errors.Is(err, store.ErrNotFound):
			problems = append(problems, wholeForm(v.T("%[1]s: there is no entry “%[2]s”, or there are several.", v.T(s.label), name)))
			continue
		case err != nil:
			return "", nil, err
		}
		was := f.Values()
		s.fill(f, value, v.Names())
		if s.book == shipment.Goods && maps.Equal(was, f.Values()) {
			problems = append(problems, wholeForm(v.T("%[1]s: there is no room for “%[2]s”. The order has the most items.", v.T(s.label), found)))
			continue
		}
		from = append(from, found)
	}
	for _, input := range f.Inputs() {
		was, is := before[input], f.Value(input)
		if is != "" && was != is {
			first = cmp.Or(first, input)
		}
		if was != "" && was != is {
			replaced = append(replaced, placeOf(v, f, input)+" “"+was+"”")
		}
	}
	f.FocusOn(first)
	if from != nil {
		notice = v.T("Filled in from: %s.", strings.Join(from, ", "))
	}
	if replaced != nil {
		notice += " " + v.T("Replaced: %s.", strings.Join(replaced, ", "))
	}
	return notice, problems, nil
}

// find finds the entry of a name, the party of an earlier order of this number, reference or person, or the only entry with
// words that begin as the name does. It returns what was found, and its name. Returns store.ErrNotFound.
func (s source) find(v *web.Visit, name string) (orderform.Order, string, error) {
	entry, err := v.Console.Store.MasterData.Entry(v.Context(), v.Account.AccountID, s.book, name)
	if !errors.Is(err, store.ErrNotFound) {
		return decodeEntry(entry, err)
	}
	if s.party != nil {
		order, err := earlierOrder(v, name)
		if err != nil || len(order) > 0 {
			return s.party(order), order.Text("tracking_no"), err
		}
	}
	found, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, s.book, masterdata.EntryFilter{Search: name, Limit: 2})
	if err == nil && len(found) != 1 {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, "", err
	}
	return decodeEntry(found[0], nil)
}

func decodeEntry(entry shipment.Entry, err error) (orderform.Order, string, error) {
	if err != nil {
		return nil, "", err
	}
	value, err := orderform.Decode([]byte(entry.Value))
	return value, entry.Name, err
}

// earlierOrder is the newest order with this tracking number, reference or name of the consignee, an empty one if there is none.
func earlierOrder(v *web.Visit, text string) (orderform.Order, error) {
	read, problems := request.ReadCursorFilter(url.Values{"search": {text}})
	if problems != nil {
		return orderform.Order{}, nil
	}
	filter := store.OrderFilter{AccountID: v.Account.AccountID, PageSize: shipment.MaxPageSize, Filter: read}
	page, err := v.Console.Store.BrowseOrders(v.Context(), filter, store.Cursor{})
	if err != nil {
		return nil, err
	}
	for i := range page.Found {
		o := &page.Found[i]
		for _, known := range []string{o.TrackingNo, o.ShipperOrderID, o.Consignee.Name} {
			if strings.EqualFold(known, text) {
				return orderform.OfOrder(o), nil
			}
		}
	}
	return orderform.Order{}, nil
}
