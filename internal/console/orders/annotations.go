package orders

import (
	"net/http"
	"net/url"
	"strings"

	"waybill/internal/console/web"
)

const tagsAPI = "/api/order/tags/"

// annotateOrder adds or deletes a note of an order, or adds or removes a tag.
func annotateOrder(v *web.Visit, d orderDetail) error {
	sent, notes := v.Request.PostForm, "/api/order/order/"+url.PathEscape(d.TrackingNo)+"/notes/"
	p := &changePage{Form: web.NewForm(sent).Label("text", v.T("Note")).Label("add", v.T("Tag")), Numbers: []string{d.TrackingNo}}
	if sent.Has("delete") {
		if sure, err := v.Confirm(v.T("Delete the note?"), v.T("Delete the note")); !sure {
			return err
		}
	}
	var answer web.Response
	var err error
	switch {
	case sent.Has("text"):
		answer, err = v.Call(http.MethodPost, notes, map[string]any{"text": sent.Get("text")})
	case sent.Has("delete"):
		answer, err = v.Call(http.MethodDelete, notes+url.PathEscape(sent.Get("delete"))+"/", nil)
	default:
		answer, err = p.send(v, tagsAPI, map[string]any{"add": sent["add"], "remove": sent["remove"]}, nil)
	}
	if err != nil {
		return err
	}
	v.FailAll(p.Form, answer)
	for _, kept := range p.Outcomes {
		p.Form.Fail("add", kept.Message)
	}
	if p.Form.Failed() {
		return showOrder(v, http.StatusUnprocessableEntity, d, nil, p.Form)
	}
	return v.Redirect(orderURL(v, d.TrackingNo))
}

// tagOrders asks for a tag, and adds it to the selected orders or removes it.
func tagOrders(v *web.Visit, numbers []string) error {
	query := v.Request.URL.Query()
	p := &changePage{
		Form: web.NewForm(v.Request.PostForm).Label("tag", v.T("Tag")), Action: v.URL("orders/tag") + "?" + query.Encode(), Numbers: numbers,
		Back: ordersPath(v, query), Done: true,
	}
	status := http.StatusOK
	if action := v.FormValue("action"); action != "" {
		answer, err := p.send(v, tagsAPI, map[string]any{action: []string{v.FormValue("tag")}}, nil)
		switch {
		case err != nil:
			return err
		case answer.OK() || p.Left != nil:
			p.Values = map[string]string{"action": action, "tag": v.FormValue("tag")}
			return v.Render(status, "orders_changed.html", p)
		}
		status = http.StatusUnprocessableEntity
		p.Form.Fail("tag", strings.Join(v.Messages(v.T("Tag"), answer), " "))
	}
	var err error
	if p.Tags, err = v.Console.Store.Annotations.Tags(v.Context(), v.Account.AccountID); err != nil {
		return err
	}
	return v.Render(status, "orders_tag.html", p)
}

// addNotes adds the notes of an order to its timeline, each with a way to delete it if the user may.
func addNotes(v *web.Visit, p *orderPage) {
	for _, n := range p.Notes {
		entry := timelineEntry{Text: v.T("Note"), Note: n.Text, On: n.WrittenOn, By: actorName(v, n.ActorKind, n.Actor)}
		if v.Can(web.EditOrders) {
			entry.NoteID, entry.Path = n.NoteID, p.Path+"/annotate"
		}
		p.Timeline = append(p.Timeline, entry)
	}
}
