package console

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

var (
	inputTag    = regexp.MustCompile(`<input [^>]*>`)
	selectTag   = regexp.MustCompile(`(?s)<select ([^>]*)>(.*?)</select>`)
	selectedTag = regexp.MustCompile(`<option value="([^"]*)" selected>`)
	nameOf      = regexp.MustCompile(`name="([^"]*)"`)
	valueOf     = regexp.MustCompile(`value="([^"]*)"`)
)

func firstGroup(r *regexp.Regexp, text string) string {
	if found := r.FindStringSubmatch(text); found != nil {
		return html.UnescapeString(found[1])
	}
	return ""
}

// asBrowser are the inputs of a page as a browser sends them: without the line breaks of values.
func asBrowser(page string) url.Values {
	values := url.Values{}
	for _, tag := range inputTag.FindAllString(page, -1) {
		values.Set(firstGroup(nameOf, tag), strings.NewReplacer("\r", "", "\n", "").Replace(firstGroup(valueOf, tag)))
	}
	for _, found := range selectTag.FindAllStringSubmatch(page, -1) {
		values.Set(firstGroup(nameOf, found[1]), firstGroup(selectedTag, found[2]))
	}
	return values
}

// TestEditFormKeepsWhatNobodyTouched: values with line breaks, a service that is not on offer any more, and the most items.
func TestEditFormKeepsWhatNobodyTouched(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.create(func(o *client.NewOrder) {
		o.ConsigneeAddress = "Tower 1\nFloor 5"
		o.Metadata = map[string]string{"a.b": "1", "c d": "2"}
		for len(o.Items) < shipment.MaxItems {
			o.Items = append(o.Items, o.Items[0])
		}
	})
	detail, err := c.sdk.Order(t.Context(), no)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Store.MasterData.DisableService(t.Context(), detail.ServiceID); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleEditor)
	path := ordersPath + no + "/edit"
	page := u.get(path)
	page.want(t, http.StatusOK, "Change order "+no)
	values := asBrowser(page.text)
	values.Set("action", "save")
	values.Set("delivery_note", "Ring twice")
	u.post(path, values).want(t, http.StatusSeeOther)
	after, err := c.sdk.Order(t.Context(), no)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Changes) != 1 || len(after.Changes[0].Fields) != 1 || after.Changes[0].Fields[0].Field != "delivery_note" {
		t.Errorf("changes: %+v", after.Changes)
	}
	if after.ConsigneeAddress != "Tower 1\nFloor 5" || len(after.Items) != shipment.MaxItems || after.Metadata["c d"] != "2" {
		t.Errorf("address %q, %d items, metadata %v", after.ConsigneeAddress, len(after.Items), after.Metadata)
	}
}
