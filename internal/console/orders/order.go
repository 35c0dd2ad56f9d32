package orders

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// How many rows the lists of an order's page have.
const (
	shownTimeline   = 100
	shownDeliveries = 20
	shownAudit      = 20
)

// orderPage is the page of an order.
type orderPage struct {
	orderDetail
	Path         string // of the page
	Lane         string
	Next         nextStep
	Print        bool // the label is downloaded at once
	LabelPreview string
	Why          string // there is no label
	CanRetry     bool   // now
	OtherService bool   // may get it
	Printed      store.LabelPrint
	Warnings     []placedText
	Parties      []partyView
	Facts        []web.Fact
	Items        []itemView
	Trade        []web.Fact
	Metadata     []web.Fact
	Files        []documentView
	Timeline     []web.TimelineEntry
	AllEvents    string // the page with all entries of the timeline; "": it has all
	Related      []relatedOrder
	Submissions  []submissionView
	Deliveries   []deliveryView
	Audit        []auditView
	HeldBy       string
	CanHold      bool
	CanCancel    bool
	CanEdit      bool
	CanReplace   bool
	Cancelling   bool
	CanReturn    bool
	Newer, Older string         // numbers of the orders beside it, "" for none
	Edited       *FormPage      // the card that is changed at its place; nil: none is
	Annotate     *web.Form      // a note, a tag
	KnownTags    []string       // of the account
	Operator     *operatorForms // nil: the user is no operator
}

// placedText is a text about a place of the order. Path is that of the input of that place, "" if the user cannot change it.
type placedText struct{ Place, Text, Path string }

// nextStep is the next step for an order; one without a path means none.
type nextStep struct {
	Text, Path string
	Post       bool // by a form
	Return     bool // it is a return
}

// relatedOrder is another order, or a list, that the order is linked to.
type relatedOrder struct {
	Name, Path, Text string
	Code             bool // the text is a number
	Status           shipment.TrackerStatus
}

// order shows all about an order.
func order(v *web.Visit, d orderDetail) error {
	return showOrder(v, http.StatusOK, d, nil, web.NewForm(nil), nil)
}

// HasTrade reports whether the order has data for customs.
func (p *orderPage) HasTrade() bool {
	return slices.ContainsFunc(p.Trade, func(f web.Fact) bool { return f.Value != "" })
}

// showOrder shows the page of an order, with the forms as they were sent if one of them has problems. card is the card that is changed.
func showOrder(v *web.Visit, status int, d orderDetail, sent *operatorForms, annotate *web.Form, card *FormPage) error {
	p := &orderPage{orderDetail: d, Path: orderURL(v, d.TrackingNo), Annotate: annotate, Operator: sent, Edited: card}
	addActions(p)
	addFacts(v, p)
	addDocuments(v, p)
	addTimeline(v, p)
	addNotes(v, p)
	if err := addOfFeatures(v, p); err != nil {
		return err
	}
	addHolds(v, p)
	addChanges(v, p)
	addRelated(v, p)
	if v.Request.URL.Query().Get("timeline") != "all" && len(p.Timeline) > shownTimeline {
		p.Timeline, p.AllEvents = p.Timeline[:shownTimeline], p.Path+"?timeline=all#timeline"
	}
	p.Next = nextStepOf(v, p)
	for _, add := range []func(*web.Visit, *orderPage) error{addWhy, addNeighbours, addRecords, addOperatorForms} {
		if err := add(v, p); err != nil {
			return err
		}
	}
	if v.Request.Method == http.MethodGet && v.TakeCookie(printCookie) == d.TrackingNo && d.HasLabel {
		p.Print = true
		v.Writer.Header().Set("Refresh", "0; url="+p.Path+"/documents/"+labelFile(&d)+"?download=1")
	}
	return v.Render(status, "order.html", p)
}

// addActions adds what can be done with the order.
func addActions(p *orderPage) {
	d := &p.orderDetail
	p.CanCancel = d.here()
	entry, asked := d.entry("cancellation")
	p.Cancelling = asked && (entry.State == string(store.CancellationWaiting) || entry.State == string(store.CancellationPending))
	p.CanEdit, p.CanReplace = d.canEdit(), d.canReplace()
	p.CanHold = p.CanCancel && !p.Cancelling && p.Hold == nil
	p.CanReturn = !d.Return && (d.moving() || d.TrackerStatus == shipment.Success)
}

// addNeighbours adds the orders before and after it, and the tags that the account has.
func addNeighbours(v *web.Visit, p *orderPage) (err error) {
	if p.Newer, p.Older, err = v.Console.Store.Neighbours(v.Context(), v.Account.AccountID, p.CreatedOn, p.OrderID); err != nil {
		return err
	}
	p.KnownTags, err = v.Console.Store.Annotations.Tags(v.Context(), v.Account.AccountID)
	return err
}

// addOperatorForms adds what is for operators: the forms as they were sent, or empty ones.
func addOperatorForms(v *web.Visit, p *orderPage) (err error) {
	if !v.Can(shipment.Operate) {
		return nil
	}
	p.Operator = cmp.Or(p.Operator, &operatorForms{})
	p.Operator.describe(v, &p.orderDetail)
	p.Operator.Attempts, err = attemptsOf(v, &p.orderDetail)
	return err
}

// orderURL is the path of the page of an order.
func orderURL(v *web.Visit, trackingNo string) string {
	return v.URL("orders/" + url.PathEscape(trackingNo))
}

// nextStepOf returns the next step for an order, which the filled button offers.
func nextStepOf(v *web.Visit, p *orderPage) nextStep {
	editor := v.Can(shipment.WriteOrders)
	switch {
	case p.Hold != nil && editor:
		return nextStep{Text: v.T("Release the order"), Path: p.Path + "/release", Post: p.Hold.RuleID != shipment.SanctionsRule}
	case p.Hold != nil:
	case p.StatusCode == shipment.StatusSubmissionFailed && editor && p.CanEdit:
		return nextStep{Text: v.T("Correct it"), Path: p.Path + "/edit"}
	case p.HasLabel && (p.TrackerStatus == shipment.OrderCreated || p.TrackerStatus == shipment.PendingPickup):
		return nextStep{Text: v.T("Print the label"), Path: p.Path + "/documents/" + labelFile(&p.orderDetail), Post: true}
	case p.TrackerStatus == shipment.Success && p.CanReturn && editor:
		return nextStep{Text: v.T("Create a return"), Path: v.URL("returns/new") + "?of=" + url.QueryEscape(p.TrackingNo), Return: true}
	case p.moving():
		return nextStep{Text: v.T("Open the tracking page"), Path: "/track/" + url.PathEscape(p.TrackingNo)}
	}
	return nextStep{}
}

// sources are those of tracking updates, in words.
var sources = map[string]string{
	shipment.SourceOperator: web.Key("by the operator"), shipment.SourceCorrection: web.Key("corrected by the operator"),
	shipment.SourceService: web.Key("by Waybill"), shipment.SourceHub: web.Key("by the operator"),
	shipment.SourceConsigned: web.Key("by the operator"),
}

func addTimeline(v *web.Visit, p *orderPage) {
	for _, e := range p.Events {
		view := web.StatusOf(e.Status)
		entry := web.TimelineEntry{Tone: view.Tone, Text: v.T(view.Text), On: e.OccurredOn, By: web.Word(v, sources, e.Source)}
		if e.Description() != e.Status.Text() {
			entry.Note = e.Description()
		}
		switch {
		case e.Status == shipment.Cancelled && p.ReplacedBy != "":
			entry.Note = v.T("Order %s replaces it", p.ReplacedBy)
		case e.Status == shipment.OrderCreated && p.Replaces != "":
			entry.Note = v.T("It replaces order %s", p.Replaces)
		}
		place := strings.Trim(e.Place+", "+v.Names().Country(e.Country.Name()), ", ")
		entry.Note = strings.Trim(entry.Note+" · "+place, " ·")
		if v.Can(shipment.Operate) {
			if e.Actor != "" && e.Actor != e.Source {
				entry.By += " (" + actorName(v, e.ActorKind, e.Actor) + ")"
			}
			entry.Note = strings.Trim(entry.Note+" · "+e.Reason, " ·")
		}
		p.Timeline = append(p.Timeline, entry)
	}
}

func addRelated(v *web.Visit, p *orderPage) {
	if p.ForwardTrackingNo != "" {
		forward := relatedOrder{Name: v.T("Order that comes back"), Text: p.ForwardTrackingNo, Code: true}
		if p.ForwardOrderID != 0 {
			forward.Path = orderURL(v, p.ForwardTrackingNo)
		}
		p.Related = append(p.Related, forward)
	}
	for _, link := range [][2]string{{v.T("Replaces"), p.Replaces}, {v.T("Replaced by"), p.ReplacedBy}} {
		if no := link[1]; no != "" {
			p.Related = append(p.Related, relatedOrder{Name: link[0], Text: no, Path: orderURL(v, no), Code: true})
		}
	}
	for _, r := range p.Returns {
		p.Related = append(p.Related, relatedOrder{
			Name: v.T("Return"), Text: r.TrackingNo, Path: orderURL(v, r.TrackingNo), Code: true,
			Status: r.TrackerStatus,
		})
	}
	p.Related = append(p.Related, relatedOrder{
		Name: v.T("Batch"), Text: p.UploadBatchNo, Path: v.URL("batches/" + url.PathEscape(p.UploadBatchNo)), Code: true,
	})
}

// auditView is a change of the order in the audit log.
type auditView struct {
	On                time.Time
	Who, What, Detail string
}

// AuditActions are the actions of the audit log about orders, in words.
var AuditActions = map[string]string{
	"create": web.Key("Created the order"), "cancel": web.Key("Cancelled the order"),
	"proof": web.Key("Stored a proof of delivery"), "retry": web.Key("Retried the submission"),
	"resolve": web.Key("Decided about the submission"), "retry cancellation": web.Key("Retried the cancellation"),
	"unprint": web.Key("Marked as not printed"), "unpack": web.Key("Not packed any more"), "edit": web.Key("Changed the order"),
	"correct": web.Key("Corrected the status"),
	"hold":    web.Key("Held the order"), "release": web.Key("Released the order"),
	"revoke-addresses": web.Key("Revoked the web addresses"),
	"tag":              web.Key("Changed the tags"), "add note": web.Key("Added a note"), "delete note": web.Key("Deleted a note"),
}

// auditOf returns what people changed of an order.
func auditOf(v *web.Visit, trackingNo string) ([]auditView, error) {
	entries, _, err := v.Console.Store.Audit.List(v.Context(), audit.Filter{
		AccountID: &v.Account.AccountID, SubjectKind: audit.SubjectOrder, Subject: trackingNo,
	}, "", shownAudit)
	views := make([]auditView, len(entries))
	for i, e := range entries {
		var after struct{ Note, Message string }
		if e.New != "" {
			_ = json.Unmarshal([]byte(e.New), &after) // another form has no note
		}
		note := after.Note
		if note == "" && e.Action == "resolve" {
			note = after.Message
		}
		views[i] = auditView{e.CreatedOn, actorName(v, string(e.Actor.Kind), e.Actor.Name), web.Word(v, AuditActions, e.Action), note}
	}
	return views, err
}
