package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

const booksPath = "/console/accounts/1/books/"

func TestEntriesOfBooks(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(web.Editor)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "No boxes yet", "New box")
	box := url.Values{"entry_name": {"M & co"}, "length": {"30,5"}, "width": {"20"}, "height": {"ten"}}
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusUnprocessableEntity, `value="30,5"`, `href="#f-height"`, `value="M &amp; co"`)
	box.Set("height", "10")
	box.Set("weight", "0.2")
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "M &amp; co is saved.", "30.5 · 20 · 10 · 0.2")
	u.get(booksPath+"boxes?q=z").want(t, http.StatusOK, "Nothing was found")

	// Another name renames the entry.
	box.Set("name", "M & co")
	box.Set("entry_name", "L")
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes/entry?name=L").want(t, http.StatusOK, `value="30.5"`)
	u.get(booksPath+"boxes/entry?name=M+%26+co").want(t, http.StatusNotFound)

	u.post(booksPath+"boxes/delete", url.Values{"name": {"L"}}).want(t, http.StatusOK, "Delete L?")
	u.post(booksPath+"boxes/delete", url.Values{"name": {"L"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "No boxes yet")
}

func TestAnAddressIsNamedAfterItsPerson(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(web.Editor)
	u.post(booksPath+"addresses/entry", url.Values{}).want(t, http.StatusUnprocessableEntity, "Give the entry a name.")
	u.post(booksPath+"addresses/entry", url.Values{
		"name": {""}, "entry_name": {"Budi/1"}, "country": {"Indonesia"}, "city": {"Jakarta"},
	}).want(t, http.StatusUnprocessableEntity, "must have no slashes", `value="Indonesia"`)
	u.post(booksPath+"addresses/entry", url.Values{
		"entry_name": {"Budi"}, "country": {"Indonesia"}, "city": {"Jakarta"},
	}).want(t, http.StatusUnprocessableEntity, `href="#f-name"`)
}

func TestBooksAreFiles(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(web.Editor)
	send := func(file string) testPage {
		return u.sendFile(booksPath+"goods/import", "file", []byte(file), nil)
	}
	u.post(booksPath+"goods/import", nil).want(t, http.StatusUnprocessableEntity, "Choose a CSV file.")
	send("entry_name,colour\nA,red\n").want(t, http.StatusUnprocessableEntity, "Nothing of the file is stored", "colour")
	send("entry_name,item_desc,item_weight\nA,Shirt,0.2\nB,Cap,heavy\n").want(t, http.StatusUnprocessableEntity,
		`<th scope="row" class="number">3</th>`, "item_weight")
	u.get(booksPath+"goods").want(t, http.StatusOK, "No goods yet")
	send("entry_name,item_desc,item_weight,item_price_value,item_price_currency\nA,Shirt,0.2,5,SGD\n").want(t, http.StatusSeeOther)
	u.get(booksPath+"goods").want(t, http.StatusOK, "1 entry is stored.", "Shirt · ")
	if file := u.get(booksPath + "goods/export"); !strings.Contains(file.text, "A,Shirt") {
		t.Errorf("the export: %s", file.text)
	}
}

func TestTemplatesAreListedAndDeleted(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(web.Editor)
	u.get(booksPath+"templates").want(t, http.StatusOK, "No templates yet")
	if err := c.Store.MasterData.PutEntries(t.Context(), 1, shipment.Templates, shipment.Entry{Name: hostileText, Value: `{}`}); err != nil {
		t.Fatal(err)
	}
	u.get(booksPath+"templates").want(t, http.StatusOK, hostileMarkup, "orders/new?template=")
	u.post(booksPath+"templates/delete", url.Values{"name": {hostileText}}).want(t, http.StatusOK, "Delete "+hostileMarkup)
	u.post(booksPath+"templates/entry", url.Values{}).want(t, http.StatusNotFound)
	u.post(booksPath+"templates/delete", url.Values{"name": {"none"}, "confirmed": {"1"}}).want(t, http.StatusNotFound)
}

func TestBooksAreChangedByEditors(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(web.Viewer)
	if page := u.get(booksPath + "addresses"); page.status != http.StatusOK || strings.Contains(page.text, "New address") {
		t.Errorf("a viewer sees %d %s", page.status, page.text)
	}
	u.get("/console/accounts/1/books").want(t, http.StatusSeeOther)
	u.get(booksPath+"goods/entry").want(t, http.StatusForbidden)
	u.get(booksPath+"drawings").want(t, http.StatusNotFound)
	c.as("none").get(booksPath+"goods").want(t, http.StatusNotFound)
}
