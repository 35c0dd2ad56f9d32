package console

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/shipment"
)

// TestImportValuesAreGivenOnce: a person says once which services the texts of a column mean, and which one empty cells do. Pages name the
// services, and a later file with the same headings needs no answer.
func TestImportValuesAreGivenOnce(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	file := func(prefix string) []byte {
		lines := strings.Split(strings.TrimSpace(string(importFile(t, 30))), "\n")
		for i := range lines {
			lines[i] += ";" + []string{"Express", "Regular", ""}[i%3]
		}
		lines[0] = strings.Join(importHeadings, ";") + ";Service"
		return []byte(strings.ReplaceAll(strings.Join(lines, "\n"), "REF-", prefix))
	}
	_, path := u.upload("orders.csv", file("A-"), nil)
	u.settled(path)
	form := url.Values{"field.16": {"Service"}}
	for name := range origin {
		if name != "service_id" {
			form[name] = origin[name]
		}
	}
	u.post(path+"/check", form).want(t, http.StatusSeeOther)
	page := u.settled(path)
	page.want(t, http.StatusOK, "What to decide", "Use for all 20", `name="use.0"`, "Choose a service", "Use for all 10")
	rowOf := func(value string) string { // of the group that begins with a value
		found := regexp.
			MustCompile(`name="row" value="(\d+)">\s*<input type="hidden" name="column" value="Q"><div[^>]*><label[^>]*><bdi>` + value).
			FindStringSubmatch(page.text)
		if found == nil {
			t.Fatalf("no group of %s: %s", value, page.text)
		}
		return found[1]
	}
	of := url.Values{"column": {"Q"}, "field": {"service_id"}, "row": {rowOf("Regular")}, "for_all": {"1"}, "use.0": {"1"}, "use.1": {"1"}}
	u.post(path+"/fix", of).want(t, http.StatusSeeOther)
	page = u.settled(path)
	page.want(t, http.StatusOK, "Create 20 orders, leave out 10 rows", "Use for all 10")
	if regexp.MustCompile(`(Express|Regular) = \d`).MatchString(page.text) || !strings.Contains(page.text, "Express = ") {
		t.Error("a service is shown by its id")
	}
	of.Set("row", rowOf(`\(empty\)`))
	u.post(path+"/fix", of).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 30 orders")

	// The form with the names of services keeps their ids.
	page = u.get(path)
	values := textArea.FindAllStringSubmatch(page.text, -1)
	lines := ""
	for _, area := range values {
		if strings.Contains(area[1], "Express") {
			lines = strings.ReplaceAll(area[1], "&#43;", "+")
		}
	}
	u.post(path+"/check", url.Values{"more.16": {"1"}, "values.16": {lines}, "service_id": {"1"}}).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 30 orders")
	u.post(path+"/create", nil).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Print 30 labels")
	_, next := u.upload("orders.csv", file("B-"), nil)
	u.settled(next).want(t, http.StatusOK, "Create 30 orders")
}

// TestImportRowsFarDownHaveTheirCells: a cell with a text is shown so in each of more rows than keep all their cells, and a cell whose text
// is not kept is not shown as an empty one.
func TestImportRowsFarDownHaveTheirCells(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	const rows = 2060
	wrong := make([]int, rows)
	for i := range wrong {
		wrong[i] = i
	}
	file := importFile(t, rows, wrong...)
	at := bytes.LastIndex(file, []byte(";0,5;")) // of the last row only
	file = append(append(append([]byte{}, file[:at]...), ";x;"...), file[at+len(";0,5;"):]...)
	_, path := u.upload("orders.csv", file, nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	u.settled(path)
	page := u.get(path + "?after=4080") // row 2041 and those below
	page.want(t, http.StatusOK, "REF-2040", "王小明 &amp; &lt;b&gt;", "REF-2058", `name="cell.B.2050" value="王小明`,
		`name="cell.J.2061" value="x"`, `name="cell.J.2050" value="" placeholder="…"`)
	if strings.Contains(page.text, "(empty)") {
		t.Error("a cell is shown as an empty one")
	}
}

// TestImportShowsItsRateAtOnce: an import that begins to create orders says how fast that is, and how long it takes.
func TestImportShowsItsRateAtOnce(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	_, path := u.upload("orders.csv", importFile(t, 30), nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	u.settled(path)
	if err := c.Store.MasterData.SuspendAccount(t.Context(), 1); err != nil { // its imports wait
		t.Fatal(err)
	}
	_, err := (&stored.Imports{Store: c.Store}).ChangeImport(t.Context(), 1, 1, func(i *stored.Import) error {
		i.State, i.GroupsStaged = stored.Creating, 1
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	u.get(path).want(t, http.StatusOK, "0 of 30 orders are created. About 500 a second. About 1 second is left.")
}
