package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// How many rows the lists of an order's page have.
const (
	shownDeliveries = 20
	shownAudit      = 20
)

// orderPage is the page of an order.
type orderPage struct {
	orderDetail
	Path         string // of the page
	Lane         string
	Service      string
	Next         nextStep
	Print        bool // the label is downloaded at once
	LabelPreview string
	LabelMessage string // why there is no label
	Printed      store.LabelPrint
	Warnings     []placedText
	Parties      []partyView
	Facts        []fact
	Items        []itemView
	Trade        []fact
	TaxIDs       []fact
	Metadata     []fact
	Files        []documentView
	Timeline     []timelineEntry
	Related      []relatedOrder
	Submissions  []submissionView
	Deliveries   []deliveryView
	Audit        []auditView
	CanCancel    bool
	Cancelling   bool
	CanReturn    bool
	Operator     *operatorForms // nil: the user is no operator
}

// placedText is a text about a place of the order.
type placedText struct{ Place, Text string }

// nextStep is what is done next with an order; one without a path is none.
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

// timelineEntry is a line of the part timeline.
type timelineEntry struct {
	Tone, Text, Note, By string
	On                   time.Time
}

// order shows all about an order.
func (v *visit) order() error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	return v.showOrder(http.StatusOK, d, nil)
}

// HasTrade reports whether the order has data for customs.
func (p *orderPage) HasTrade() bool {
	return slices.ContainsFunc(p.Trade, func(f fact) bool { return f.Value != "" })
}

// showOrder shows the page of an order, with the forms of the operator as they were sent if one of them has problems.
func (v *visit) showOrder(status int, d orderDetail, sent *operatorForms) error {
	p := &orderPage{orderDetail: d, Path: v.orderURL(d.TrackingNo)}
	services, err := v.console.Store.Services(v.ctx())
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(services, func(s shipment.Service) bool { return s.ServiceID == d.ServiceID }); i >= 0 {
		p.Service = services[i].Name
	}
	p.CanCancel = !d.Status.Final() && !d.moving() && d.Status != shipment.ReturnToSender
	entry, asked := d.submission("cancellation")
	p.Cancelling = asked && (entry.State == string(store.CancellationWaiting) || entry.State == string(store.CancellationPending))
	p.CanReturn = !d.IsReturn && (d.moving() || d.Status == shipment.Success)
	v.addFacts(p)
	v.addDocuments(p)
	v.addTimeline(p)
	v.addRelated(p)
	p.Next = v.nextStep(p)
	if err := v.addRecords(p); err != nil {
		return err
	}
	if err := v.addOperatorForms(p, sent); err != nil {
		return err
	}
	if v.r.Method == http.MethodGet && v.takeCookie(printCookie) == d.TrackingNo && d.hasLabel() {
		p.Print = true
		v.w.Header().Set("Refresh", "0; url="+p.Path+"/documents/"+labelFile(&d)+"?download=1")
	}
	return v.render(status, "order.html", p)
}

// addOperatorForms adds what is for operators: the forms as they were sent, or empty ones.
func (v *visit) addOperatorForms(p *orderPage, sent *operatorForms) (err error) {
	if !v.can(operate) {
		return nil
	}
	p.Operator = sent
	if sent == nil {
		p.Operator = v.newOperatorForms()
	}
	p.Operator.describe(v, &p.orderDetail)
	p.Operator.Attempts, err = v.attemptsOf(&p.orderDetail)
	return err
}

// orderURL is the path of the page of an order.
func (v *visit) orderURL(trackingNo string) string {
	return v.url("orders/" + url.PathEscape(trackingNo))
}

// nextStep is what is done next with an order: the one filled button.
func (v *visit) nextStep(p *orderPage) nextStep {
	editor := v.can(editOrders)
	switch {
	case p.StatusCode == shipment.StatusSubmissionFailed && v.can(operate):
		return nextStep{Text: v.t("Submit it again"), Path: p.Path + "/retry", Post: true}
	case p.StatusCode == shipment.StatusSubmissionFailed && editor:
		return nextStep{Text: v.t("Correct it in a new order"), Path: v.url("orders/new") + "?from=" + url.QueryEscape(p.TrackingNo)}
	case p.hasLabel() && (p.Status == shipment.OrderCreated || p.Status == shipment.PendingPickup):
		return nextStep{Text: v.t("Print the label"), Path: p.Path + "/documents/" + labelFile(&p.orderDetail), Post: true}
	case p.Status == shipment.Success && p.CanReturn && editor:
		return nextStep{Text: v.t("Create a return"), Path: v.url("returns/new") + "?of=" + url.QueryEscape(p.TrackingNo), Return: true}
	case p.moving():
		return nextStep{Text: v.t("Open the tracking page"), Path: "/track/" + url.PathEscape(p.TrackingNo)}
	}
	return nextStep{}
}

// sources are those of tracking updates, in words.
var sources = map[string]string{
	shipment.SourceOperator: key("by the operator"), shipment.SourceService: key("by Waybill"),
}

func (v *visit) addTimeline(p *orderPage) {
	for _, u := range p.Tracking {
		view := statusOf(u.Status)
		entry := timelineEntry{Tone: view.Tone, Text: v.t(view.Text), On: u.UpdatedOn, By: u.Source}
		if u.Description != u.Status.Text() {
			entry.Note = u.Description
		}
		place := strings.Trim(u.Address+", "+v.names().Country(u.Country), ", ")
		entry.Note = strings.Trim(entry.Note+" · "+place, " ·")
		if text, known := sources[u.Source]; known {
			entry.By = v.t(text)
		}
		p.Timeline = append(p.Timeline, entry)
	}
}

func (v *visit) addRelated(p *orderPage) {
	if p.ForwardTrackingNo != "" {
		forward := relatedOrder{Name: v.t("Order that comes back"), Text: p.ForwardTrackingNo, Code: true}
		if p.ForwardOrderID != 0 {
			forward.Path = v.orderURL(p.ForwardTrackingNo)
		}
		p.Related = append(p.Related, forward)
	}
	for _, r := range p.Returns {
		p.Related = append(p.Related, relatedOrder{
			Name: v.t("Return"), Text: r.TrackingNo, Path: v.orderURL(r.TrackingNo), Code: true, Status: r.Status,
		})
	}
	p.Related = append(p.Related, relatedOrder{
		Name: v.t("Batch"), Text: p.BatchNo, Path: v.url("batches/" + url.PathEscape(p.BatchNo)), Code: true,
	})
}

// names are the names of countries in the language of the user.
func (v *visit) names() *orderform.Names { return orderform.NamesIn(v.lang.tag) }

// words put what the API says into words of the user.
func (v *visit) words() orderform.Words { return orderform.Words{Text: v.t, Names: v.names()} }

// auditView is a change of the order in the audit log.
type auditView struct {
	On                time.Time
	Who, What, Detail string
}

// auditActions are the actions of the audit log about orders, in words.
var auditActions = map[string]string{
	"create": key("Created the order"), "cancel": key("Cancelled the order"),
	"proof": key("Stored a proof of delivery"), "retry": key("Submitted it again"),
	"resolve": key("Decided about the submission"), "retry cancellation": key("Asked the partner again to cancel"),
	"unprint": key("Marked as not printed"),
}

// auditOf returns what people changed of an order.
func (v *visit) auditOf(trackingNo string) ([]auditView, error) {
	entries, _, err := v.console.Store.AuditLog(v.ctx(), store.AuditFilter{
		AccountID: &v.account.AccountID, SubjectKind: store.SubjectOrder, Subject: trackingNo,
	}, "", shownAudit)
	views := make([]auditView, len(entries))
	for i, e := range entries {
		what := e.Action
		if text, known := auditActions[e.Action]; known {
			what = v.t(text)
		}
		var after struct{ Note, Message string }
		if e.New != "" {
			_ = json.Unmarshal([]byte(e.New), &after) // another form has no note
		}
		note := after.Note
		if note == "" && e.Action == "resolve" {
			note = after.Message
		}
		views[i] = auditView{e.CreatedOn, e.Actor.Name, what, note}
	}
	return views, err
}
