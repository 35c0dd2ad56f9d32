package orders

import (
	"context"
	"net/http"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// annotateOrder adds or deletes a note of an order, or adds or removes a tag.
func annotateOrder(v *web.Visit, d orderDetail) error {
	sent := v.Request.PostForm
	p := &changePage{Form: web.NewForm(sent).Label("text", v.T("Note")).Label("add", v.T("Tag")), chosen: oneChosen(d.TrackingNo)}
	if sent.Has("delete") {
		if sure, err := v.Confirm(v.T("Delete the note?"), v.T("Delete the note")); !sure {
			return err
		}
	}
	if err := annotate(v, p, d.TrackingNo); err != nil {
		return err
	}
	for _, kept := range p.Outcomes {
		p.Form.Fail("add", kept.Message)
	}
	if p.Form.Failed() {
		return showOrder(v, http.StatusUnprocessableEntity, d, nil, p.Form, nil)
	}
	return v.Redirect(orderURL(v, d.TrackingNo))
}

// annotate does what the form of the page says, and adds what is refused to it.
func annotate(v *web.Visit, p *changePage, trackingNo string) error {
	_, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) (note shipment.OrderNote, err error) {
		switch sent := v.Request.PostForm; {
		case sent.Has("text"):
			var text string
			if text, err = web.Sent(&request.AddNote, map[string]any{"text": sent.Get("text")}); err == nil {
				note, err = v.Console.Orders.AddNote(ctx, by, trackingNo, text)
			}
		case sent.Has("delete"):
			id, _ := strconv.ParseInt(sent.Get("delete"), 10, 64) // 0 is no note
			err = v.Console.Orders.DeleteNote(ctx, by, trackingNo, id)
		default:
			err = p.do(v, jobs.Tag, map[string]any{"add": sent["add"], "remove": sent["remove"]})
		}
		return note, err
	})
	return v.FailWith(p.Form, err)
}

// tagOrders asks for a tag, and adds it to the selected orders or removes it.
func tagOrders(v *web.Visit, c chosen) error {
	p := newChangePage(v, c, "tag")
	p.Form = web.NewForm(v.Request.PostForm).Label("tag", v.T("Tag"))
	status := http.StatusOK
	if action := v.FormValue("action"); action == "add" || action == "remove" {
		err := startJob(v, jobs.New{Kind: jobs.Tag, Fields: map[string]any{action: []string{v.FormValue("tag")}}})
		said := v.Said(v.T("Tag"), err)
		if said == nil {
			return err
		}
		status = http.StatusUnprocessableEntity
		for _, text := range said {
			p.Form.Fail("tag", text)
		}
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
		entry := web.TimelineEntry{Text: v.T("Note"), Note: n.Text, On: n.WrittenOn, By: actorName(v, n.ActorKind, n.Actor)}
		if v.Can(shipment.WriteOrders) {
			entry.NoteID, entry.Path = n.NoteID, p.Path+"/annotate"
		}
		p.Timeline = append(p.Timeline, entry)
	}
}
