package consolidation

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

//go:embed templates texts
var files embed.FS

const (
	bagsPath = web.OperatorPath + "bags"
	bagPath  = bagsPath + "/{id}"
	// rowsShown is how many rows a page of a list has.
	rowsShown = 50
	// atMinute is how browsers send a time.
	atMinute = "2006-01-02T15:04"
)

var (
	bagStates = web.Badges[stored.BagState]("bag state")
	// fieldLabels are the names of fields in words, in the order of the summary of problems.
	fieldLabels = web.Choices("consolidation field")
)

// pages are the pages of bags and consignments, for people in hubs and operators.
type pages struct {
	feature.Core
	*Service
}

func newPages(c feature.Core) []web.Route {
	pg := &pages{c, New(c.Orders)}
	return pg.bags()
}

func (pg *pages) bags() []web.Route {
	const read, scan = shipment.ReadFloor, shipment.ScanParcels
	routes := []web.Route{
		web.Get(bagsPath, read, web.Blank(pg.showBags)),
		post(pg, bagsPath, scan, &request.OpenBag, pg.showBags, func(ctx context.Context, _ int64, sent request.Bag) (stored.Bag, error) {
			return pg.OpenBag(ctx, sent)
		}),
		web.Get(bagPath, read, web.Blank(pg.showBag)),
		web.Get(bagPath+"/now", read, web.Blank(pg.showBag)),
		web.Post(bagPath+"/scan", scan, web.With(web.ByID("id", pg.scanToBag), web.SendScan("/scan"))).LetsNobodyIn(),
		post(pg, bagPath+"/remove", scan, &request.AddToHandover, pg.showBag, pg.removeFromBag),
		post(pg, bagPath+"/change", scan, &request.ChangeBag, pg.showBag, pg.ChangeBag),
		post(pg, bagPath+"/reopen", scan, &request.ReopenHandover, pg.showBag, pg.moveBag("reopen")),
		pg.paper(bagPath+"/label", pg.BagLabel),
		pg.paper(bagPath+"/pdf", pg.BagList),
	}
	for _, action := range []string{"close", "receive", "empty"} {
		routes = append(routes, post(pg, bagPath+"/"+action, scan, noFields{}, pg.showBag, pg.moveBag(action)))
	}
	return routes
}

// body is the body of a request.
type body[S any] interface {
	Fields() []request.Field
	Shape() *request.Shape
	Read(form *request.Form) (S, request.Problems)
}

// noFields is the body of a button.
type noFields struct{}

func (noFields) Fields() []request.Field { return nil }
func (noFields) Shape() *request.Shape   { return request.ActionShape() }

func (noFields) Read(*request.Form) (s request.HandoverRequest, _ request.Problems) { return s, nil }

// post is the route of a form: do does what it asks for, once for each key of a form. Then comes the page of what do returns, or with
// problems the page with the form.
func post[S, T any](
	pg *pages, path string, allow shipment.Permission, b body[S], show func(*web.Visit, int, *web.Form) error,
	do func(context.Context, int64, S) (T, error), lists ...string,
) web.Route {
	return web.Post(path, allow, func(v *web.Visit) error {
		f, to := web.NewForm(v.Request.PostForm), ""
		for _, l := range fieldLabels {
			f.Label(l[0], v.T(l[1]))
		}
		id, _ := v.PathID("id") // what has no number is not found
		err := v.Change(func(ctx context.Context) error {
			sent, err := web.Sent(b, fieldsOf(v, f, b.Fields(), lists))
			if err == nil && f.Value("once") != "" {
				ctx, to, err = pg.begin(ctx, v)
				once.Answer(ctx, func(made *T) (int, []byte) { return http.StatusSeeOther, []byte(pathOf(made)) })
			}
			if err != nil || to != "" {
				return err
			}
			made, err := do(ctx, id, sent)
			to = pathOf(&made)
			return err
		})
		return v.Finish(v.FailWith(f, err), f, show, "", to)
	}).LetsNobodyIn()
}

// begin returns the context in which the form of a visit is carried out once, or the path that followed when it was.
func (pg *pages) begin(ctx context.Context, v *web.Visit) (context.Context, string, error) {
	hash := sha256.Sum256([]byte(v.Request.URL.Path + "\n" + v.Request.PostForm.Encode()))
	r := &once.Request{Key: "console-" + hex.EncodeToString(hash[:]), Hash: hash}
	done, err := pg.Stored.Once.Find(ctx, r.AccountID, r.Key, r.Hash)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return pg.Stored.Once.Begin(ctx, r), string(done.Body), err
}

// pathOf is the page of what an operation returns.
func pathOf(made any) string {
	if b, is := made.(*stored.Bag); is {
		return bagsPath + "/" + strconv.FormatInt(b.BagID, 10)
	}
	return web.OperatorPath
}

// fieldsOf are the fields that a form has of a request, and lists of what is in text areas and boxes. Times are those of the visitor's
// zone, and an empty field is null.
func fieldsOf(v *web.Visit, f *web.Form, columns []request.Field, lists []string) map[string]any {
	fields := f.Fields(columns)
	for _, c := range columns {
		value := strings.TrimSpace(f.Value(c.Name))
		at, err := time.ParseInLocation(atMinute, value, v.Zone)
		switch {
		case !f.Sent.Has(c.Name):
			delete(fields, c.Name)
		case value == "":
			fields[c.Name] = nil
		case err == nil:
			fields[c.Name] = at.Format(time.RFC3339)
		case c.Type.Name == request.TypeDecimal:
			fields[c.Name] = strings.ReplaceAll(value, ",", ".")
		}
	}
	for _, name := range lists {
		if texts := strings.Fields(strings.Join(f.Values(name), "\n")); len(texts) > 0 {
			fields[name] = texts
		}
	}
	return fields
}

// paper is the route of a document about what has the number of the path.
func (pg *pages) paper(path string, draw func(context.Context, *printing.Service, int64) (orders.Document, error)) web.Route {
	return web.Get(path, shipment.ReadFloor, web.With(web.ID("id"), func(v *web.Visit, id int64) error {
		return v.SendDocument(draw(v.Context(), pg.Printing, id))
	}))
}

// show shows a page with the names that bags have, or sends a script what changes on it.
func (pg *pages) show(v *web.Visit, err error, status int, file string, f *web.Form, data map[string]any) error {
	r := web.Reading{Err: err}
	hubs := web.Read1(&r, pg.Stored.Hubs, v.Context())
	data["Hubs"], data["HubsByID"] = hubs, each.By(hubs, func(h store.Place) int64 { return h.HubID })
	data["Services"] = web.Read1(&r, v.Console.Store.MasterData.ServicesByID, v.Context())
	data["Accounts"] = web.Read1(&r, (*web.Visit).AccountNames, v)
	data["Form"], data["Query"], data["BagStates"], data["Bench"] = f, v.Request.URL.Query(), bagStates, web.Bench{}
	if r.Err == nil && strings.HasSuffix(v.Request.URL.Path, "/now") {
		return v.Fragment(status, file, "now", data)
	}
	return v.Show(r.Err, status, file, data)
}

// showBags lists bags, with the form of a new one.
func (pg *pages) showBags(v *web.Visit, status int, f *web.Form) error {
	query := v.Request.URL.Query()
	hub, _ := strconv.ParseInt(query.Get("hub"), 10, 64)
	before, _ := strconv.ParseInt(query.Get("after"), 10, 64) // else the first page
	found, err := pg.Stored.FindBags(v.Context(), stored.BagState(query.Get("state")), hub, before, rowsShown+1)
	found, next := web.Page(found, rowsShown, func(last stored.Bag) string { return v.Link("after", strconv.FormatInt(last.BagID, 10)) })
	return pg.show(v, err, status, "bags.html", f, map[string]any{"Bags": found, "Next": next, "States": web.Choices("bag state")})
}

func (pg *pages) showBag(v *web.Visit, status int, f *web.Form) error {
	var r web.Reading
	id := web.Read2(&r, (*web.Visit).PathID, v, "id")
	b := web.Read2(&r, pg.Stored.Bag, v.Context(), id)
	if r.Err != nil {
		return r.Err
	}
	var after stored.Place
	_, _ = fmt.Sscanf(v.Request.URL.Query().Get("after"), "%d-%d", &after.AccountID, &after.OrderID) // else the first page
	found, err := pg.Stored.LatestInBag(v.Context(), id, rowsShown)
	if b.State != stored.BagOpen {
		found, err = pg.Stored.BagParcels(v.Context(), id, after, rowsShown+1)
	}
	found, next := web.Page(found, rowsShown, func(last stored.Listed) string {
		return v.Link("after", fmt.Sprintf("%d-%d", last.AccountID, last.OrderID))
	})
	return pg.show(v, err, status, "bag.html", f, map[string]any{"Bag": &b, "Path": pathOf(&b), "Parcels": found, "Next": next})
}

// scanToBag puts the parcel that was scanned into a bag, or says why not.
func (pg *pages) scanToBag(v *web.Visit, id int64) (web.ScanReply, error) {
	return v.ScanInto(problem.BagCode, func(ctx context.Context, sent request.HandoverRequest) (string, problem.Message, string, error) {
		scan, err := pg.Scan(ctx, id, sent)
		return scan.Outcome, scan.Message, scan.TrackingNo, err
	})
}

func (pg *pages) moveBag(action string) func(context.Context, int64, request.HandoverRequest) (stored.Bag, error) {
	return func(ctx context.Context, id int64, sent request.HandoverRequest) (stored.Bag, error) {
		return stored.Bag{BagID: id}, pg.Stored.MoveBag(ctx, action, id, sent.Reason)
	}
}

func (pg *pages) removeFromBag(ctx context.Context, id int64, sent request.HandoverRequest) (stored.Bag, error) {
	return stored.Bag{BagID: id}, unless(pg.Remove(ctx, id, sent.Code), request.Wrong("code", problem.BagCode))
}
