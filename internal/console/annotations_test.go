package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestNotesOfAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.orderFor("Budi", "A-1")
	u, viewer := c.as(shipment.RoleEditor), c.as(shipment.RoleViewer)
	page := ordersOfDemo + "/" + no
	added := u.post(page+"/annotate", url.Values{"text": {"Called <b>twice</b>\nno answer"}})
	if added.status != http.StatusSeeOther || added.header.Get("Location") != page {
		t.Fatalf("%d %s", added.status, added.text)
	}
	shown := u.get(page)
	shown.want(t, 200, "Called &lt;b&gt;twice&lt;/b&gt;\nno answer", u.user.Email, "Delete the note", "Added a note")
	seen := viewer.get(page)
	seen.want(t, 200, "no answer")
	for _, text := range []string{"Delete the note", "Add the note", "Add a tag"} {
		if strings.Contains(seen.text, text) {
			t.Errorf("a viewer is offered %q", text)
		}
	}
	viewer.post(page+"/annotate", url.Values{"text": {"x"}}).want(t, 403)
	u.post(page+"/annotate", url.Values{"text": {strings.Repeat("long ", 101)}}).want(t, 422, "long long", "Note", "500")

	_, id, _ := strings.Cut(shown.text, `name="delete" value="`)
	id, _, _ = strings.Cut(id, `"`)
	u.post(page+"/annotate", url.Values{"delete": {id}}).want(t, 200, "Delete the note?")
	u.post(page+"/annotate", url.Values{"delete": {id}, "confirmed": {"1"}}).want(t, 303)
	left := u.get(page)
	left.want(t, 200, "Deleted a note")
	if strings.Contains(left.text, "no answer") {
		t.Error("the note is still there")
	}
	u.post(page+"/annotate", url.Values{"delete": {id}, "confirmed": {"1"}}).want(t, 404)
}

func TestTagsOfOrders(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	first, second := c.orderFor("Budi", "A-1"), c.orderFor("Siti", "A-2")
	u, viewer := c.as(shipment.RoleEditor), c.as(shipment.RoleViewer)
	page := ordersOfDemo + "/" + first
	if list := u.get(ordersOfDemo); strings.Contains(list.text, ">Tags</th>") || strings.Contains(list.text, "Any tag") {
		t.Error("an account without tags has their column and filter")
	}
	u.post(page+"/annotate", url.Values{"add": {"Call First"}}).want(t, 303)
	u.get(page).want(t, 200, `href="`+ordersOfDemo+`?tag=call%20first"`, "Remove the tag call first", "Changed the tags")
	u.post(page+"/annotate", url.Values{"add": {"a_b"}}).want(t, 422, "A tag has 1 to 30 letters, digits, hyphens and spaces.", "a_b")
	viewer.post(page+"/annotate", url.Values{"remove": {"call first"}}).want(t, 403)
	viewer.post(ordersOfDemo+"/tag", url.Values{"selected": {first}}).want(t, 403)

	u.post(ordersOfDemo+"/tag", url.Values{"selected": {first, second}}).want(t, 200, "Tag 2 orders", `<option value="call first">`, first)
	u.post(ordersOfDemo+"/tag", url.Values{"selected": {first}, "action": {"add"}, "tag": {"a_b"}}).
		want(t, 422, "A tag has 1 to 30 letters, digits, hyphens and spaces.", "a_b")
	u.job(ordersOfDemo+"/tag?tag=call+first", url.Values{"all": {"1"}, "action": {"add"}, "tag": {"VIP"}}).
		want(t, 200, "Tag orders", ">Done<", `Changed</dt><dd>1<`)
	u.get(ordersOfDemo).want(t, 200, ">Tags</th>", "call first, vip", second, "Any tag")
	one := u.get(ordersOfDemo + "?tag=VIP")
	one.want(t, 200, first, "Tag vip")
	if strings.Contains(one.text, second) {
		t.Error("an order without the tag is in the list")
	}
	u.job(ordersOfDemo+"/tag", url.Values{"selected": {first, second}, "action": {"remove"}, "tag": {"vip"}}).
		want(t, 200, "Have it already</dt><dd>1<")
	u.get(ordersOfDemo+"?tag=vip").want(t, 200, "No order was found")
	u.post(page+"/annotate", url.Values{"remove": {"call first"}}).want(t, 303)
	if left := u.get(page); strings.Contains(left.text, "?tag=") {
		t.Error("the tag is still there")
	}
	for i := range "abcdefghij" {
		u.post(page+"/annotate", url.Values{"add": {"abcdefghij"[i : i+1]}}).want(t, 303)
	}
	u.post(page+"/annotate", url.Values{"add": {"k"}}).want(t, 422, "An order has 10 tags at most. Remove one first.")
}
