package orders

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// viewName is the input with the name of a view.
const viewName = "view_name"

// filtersOf are the filters of an address of the list as the entry of a view.
func filtersOf(values url.Values) (string, error) {
	filters := map[string]string{}
	for _, name := range orderFilters {
		if value := strings.TrimSpace(values.Get(name)); value != "" {
			filters[name] = value
		}
	}
	entry, err := json.Marshal(filters)
	return string(entry), err
}

// ViewPath is the path of the list with the filters of a view.
func ViewPath(v *web.Visit, e shipment.Entry) (string, error) {
	var filters map[string]string
	if err := json.Unmarshal([]byte(e.Value), &filters); err != nil {
		return "", fmt.Errorf("view %q: %w", e.Name, err)
	}
	values := url.Values{}
	for name, value := range filters {
		values.Set(name, value)
	}
	return ordersPath(v, values), nil
}

// savedViews are the views of the account. That with the filters of the list is the current one.
func savedViews(v *web.Visit, values url.Values) ([]web.NavLink, error) {
	current, err := filtersOf(values)
	if err != nil {
		return nil, err
	}
	entries, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, shipment.Views, masterdata.EntryFilter{})
	views := make([]web.NavLink, len(entries))
	for i, e := range entries {
		views[i] = web.NavLink{Text: e.Name, Current: e.Value == current}
		if views[i].Path, err = ViewPath(v, e); err != nil {
			return nil, err
		}
	}
	return views, err
}

// saveView saves the filters of the list under a name, in the place of an earlier view of that name.
func saveView(v *web.Visit) error {
	query := v.Request.URL.Query()
	filters, err := filtersOf(query)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(v.FormValue(viewName))
	view := shipment.Entry{Name: name, Value: filters}
	refused := request.EntryProblem(shipment.Views, view)
	if refused.IsZero() {
		err = v.Console.Store.MasterData.PutEntries(v.Context(), v.Account.AccountID, shipment.Views, view)
		if full, isFull := errors.AsType[*problem.FieldError](err); isFull {
			refused, err = full.Reason, nil
		}
	}
	switch {
	case err != nil:
		return err
	case !refused.IsZero():
		f := web.NewForm(v.Request.PostForm)
		f.Fail(viewName, v.Words().Say(v.T("Name of the view"), refused))
		return showOrders(v, http.StatusUnprocessableEntity, f)
	}
	return v.Done(nil, v.T("%s is saved.", name), ordersPath(v, query, "after"))
}
