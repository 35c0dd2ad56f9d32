package orders

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// QueryOf is a query with one value.
func QueryOf(name, value string) string { return "?" + url.Values{name: {value}}.Encode() }

// newOrder shows the form of a new order: like another one, from a template or a draft, or with the pickup address of the last one.
func newOrder(v *web.Visit) error {
	f, err := firstForm(v)
	if err != nil {
		return err
	}
	if err := suggest(v, f); err != nil {
		return err
	}
	return showForm(v, http.StatusOK, f, nil, nil, "")
}

func firstForm(v *web.Visit) (*orderform.Form, error) {
	if from := strings.TrimSpace(v.FormValue("from")); from != "" {
		d, err := loadOrder(v, from)
		return orderform.CopyOf(d.fields, v.Names()), err
	}
	for _, book := range []*shipment.Book{shipment.Templates, shipment.Drafts} {
		if name := v.FormValue(book.Kind); name != "" {
			return templateForm(v, book, name)
		}
	}
	f, err := formAfterLast(v)
	if err != nil {
		return nil, err
	}
	f.Set(orderform.Input(orderform.Items, 0, "item_quantity"), "1")
	f.Set("payment_type", "prepaid")
	return f, nil
}

// templateForm is the form of a template or a draft. A template without a pickup address gets that of the last order.
func templateForm(v *web.Visit, book *shipment.Book, name string) (*orderform.Form, error) {
	template, err := v.Console.Store.MasterData.Entry(v.Context(), v.Account.AccountID, book, name)
	if err != nil {
		return nil, err
	}
	order, err := orderform.Decode([]byte(template.Value))
	if err != nil {
		return nil, err
	}
	f := orderform.New(orderform.Create)
	f.Fill(order, v.Names())
	if book == shipment.Drafts || f.Value("pickup_address") != "" {
		return f, nil
	}
	last, err := formAfterLast(v)
	for input, value := range last.Values() {
		f.SetIfEmpty(input, value)
	}
	return f, err
}

// formAfterLast is a form with the pickup address of the account's last order.
func formAfterLast(v *web.Visit) (*orderform.Form, error) {
	filter := store.OrderFilter{
		AccountID: v.Account.AccountID, PageSize: 1, Filter: shipment.Filter{Return: new(false), WithItems: true},
	}
	last, _, err := v.Console.Store.OrdersAfter(v.Context(), filter, store.Cursor{})
	if err != nil || len(last) == 0 {
		return orderform.New(orderform.Create), err
	}
	return orderform.After(orderform.OfOrder(&last[0]), v.Names()), nil
}

// createOrder does what the button of the form of a new order says: it adds or removes a row, checks the form, keeps it as
// a template or a draft, or creates the order.
func createOrder(v *web.Visit) error {
	f := orderform.Parse(orderform.Create, v.Request.PostForm)
	if fillsForm(v) {
		return showFilled(v, f)
	}
	switch action := v.FormValue("action"); action {
	case "template":
		return saveTemplate(v, f)
	case "draft":
		return saveDraft(v, f)
	case "create", "print", enter:
		return sendOrder(v, f, action != "create")
	case "check":
		return showChecked(v, f)
	default:
		changeRows(f, action)
		return showForm(v, http.StatusOK, f, nil, nil, "")
	}
}

// showFilled shows a form of a new order or return that is filled from what is named beside it.
func showFilled(v *web.Visit, f *orderform.Form) error {
	notice, problems, err := fillForm(v, f)
	switch {
	case err != nil:
		return err
	case problems != nil:
		return showForm(v, http.StatusUnprocessableEntity, f, problems, nil, notice)
	case !f.IsReturn():
		if err := suggest(v, f); err != nil {
			return err
		}
	}
	return showForm(v, http.StatusOK, f, nil, nil, notice)
}

// changeRows adds a row to a list, or removes one: add:items, remove:items:2.
func changeRows(f *orderform.Form, action string) {
	parts := strings.Split(action, ":")
	switch {
	case len(parts) == 2 && parts[0] == "add":
		f.AddRow(parts[1])
	case len(parts) == 3 && parts[0] == "remove":
		if row, err := strconv.Atoi(parts[2]); err == nil {
			f.RemoveRow(parts[1], row)
		}
	}
}

// sendOrder creates an order, and leads to its page.
func sendOrder(v *web.Visit, f *orderform.Form, printed bool) error {
	if err := suggest(v, f); err != nil {
		return err
	}
	sent := f.Order(v.Names())
	c, created, err := createOnce(v, f, sent, orders.Forward, request.CreateShape(), map[string]any{"blocking": printed})
	if !created {
		return err
	}
	if draft := v.FormValue(shipment.Drafts.Kind); draft != "" {
		err := RemoveEntry(v, shipment.Drafts, draft)
		if err != nil && !errors.Is(err, store.ErrNotFound) { // the order is created all the same
			v.Console.Log.WarnContext(v.Request.Context(), "delete a draft", "error", err)
		}
	}
	return showCreated(v, c, v.T("Order %s is created.", c.TrackingNo), printed)
}

// printCookie names an order whose page downloads its label once: a page that is loaded again does not.
const printCookie = "waybill_print"

// showCreated leads to the page of a new order, which downloads its label if it is to be printed. That it cannot be noted as printed is no
// reason to show an error: the order is created.
func showCreated(v *web.Visit, c created, toast string, printed bool) error {
	if printed && c.HasLabel {
		if err := notePrinted(v, []string{c.TrackingNo}); err != nil {
			v.Console.Log.WarnContext(v.Request.Context(), "note that a label was printed", "tracking_no", c.TrackingNo, "error", err)
		}
		v.SetCookie(printCookie, c.TrackingNo, time.Minute)
	}
	return v.Done(nil, toast, orderURL(v, c.TrackingNo))
}

// How long, and how often, a form that is sent twice asks for the response to the first one.
const (
	askForResponse = 30 * time.Second
	askEvery       = 250 * time.Millisecond
)

// repeated are the problems that the JSON of an order cannot show.
func repeated(v *web.Visit, f *orderform.Form) []orderform.Problem {
	return each.Of(f.Repeated(), func(input string) orderform.Problem {
		return orderform.Problem{Input: input, Message: v.Words().Twice()}
	})
}

// saveTemplate keeps a form under a name, and shows it again.
func saveTemplate(v *web.Visit, f *orderform.Form) error {
	name := strings.TrimSpace(v.FormValue("template_name"))
	if name == "" {
		return showForm(v, http.StatusUnprocessableEntity, f, []orderform.Problem{{Message: v.T("Give the template a name.")}}, nil, "")
	}
	order := f.Order(v.Names()).Order
	delete(order, "tracking_no")
	if stored, err := storeForm(v, f, shipment.Templates, name, v.T("Name of the template"), order); !stored {
		return err
	}
	return showForm(v, http.StatusOK, f, nil, nil, v.T("The template %s is saved.", name))
}

// saveDraft keeps a form as it is, and leads to the list of drafts. A draft that was opened keeps its name.
func saveDraft(v *web.Visit, f *orderform.Form) error {
	name := cmp.Or(v.FormValue(shipment.Drafts.Kind), nameOfDraft(v, f))
	if stored, err := storeForm(v, f, shipment.Drafts, name, v.T("Draft"), f.Order(v.Names()).Order); !stored {
		return err
	}
	return v.Done(nil, v.T("The draft %s is saved.", name), v.URL("books/drafts"))
}

// nameOfDraft is the reference or the consignee of a form, and the time.
func nameOfDraft(v *web.Visit, f *orderform.Form) string {
	const most = 60 // code points
	about := []rune(strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, cmp.Or(f.Value("shipper_order_id"), f.Value("consignee_name"))))
	return strings.TrimSpace(string(about[:min(len(about), most)]) + " " + v.Console.Now().In(v.Zone).Format(time.DateTime))
}

// storeForm stores a form in a book, or shows the form again with what is wrong. label is that of the name.
func storeForm(
	v *web.Visit, f *orderform.Form, book *shipment.Book, name, label string, order orderform.Order,
) (stored bool, err error) {
	err = PutEntry(v, book, name, order)
	if said := v.Said(label, err); said != nil {
		err = showForm(v, http.StatusUnprocessableEntity, f, each.Of(said, wholeForm), nil, "")
		return false, err
	}
	return err == nil, err
}

// wholeForm is a problem of a form as a whole.
func wholeForm(message string) orderform.Problem { return orderform.Problem{Message: message} }
