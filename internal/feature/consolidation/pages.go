package consolidation

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

//go:embed templates texts
var files embed.FS

const (
	bagsPath         = web.OperatorPath + "bags"
	consignmentsPath = web.OperatorPath + "consignments"
	// atMinute is how browsers send a time.
	atMinute = "2006-01-02T15:04"
)

var (
	bagStates, bagMoves = web.Badges[stored.BagState]("bag state"), web.Texts[string]("bag move")
	arrivalStates       = web.Badges[string]("arrival state")
)

// fieldLabels are the names of fields in words, in the order of the summary of problems.
var fieldLabels = web.Choices("consolidation field")

// pages are the pages of bags and consignments, for people in hubs and operators.
type pages struct {
	feature.Core
	*Service
	runner *sandbox.Runner // reads spreadsheets
}

func newPages(c feature.Core, runner *sandbox.Runner) []web.Route {
	pg := &pages{c, New(c.Orders), runner}
	return append(pg.bags(), pg.consignments()...)
}

func (pg *pages) bags() []web.Route {
	const read, scan, bagPath = shipment.ReadFloor, shipment.ScanParcels, bagsPath + "/{id}"
	list, view := pg.page("bags.html"), pg.page("bag.html")
	routes := []web.Route{
		web.Get(bagsPath, read, web.Blank(list)),
		post(pg, bagsPath, scan, &request.OpenBag, list, opens(pg.OpenBag)),
		web.Get(bagPath, read, web.Blank(view)),
		web.Post(bagPath+"/scan", scan, web.With(web.ByID("id", pg.scanToBag), web.SendScan("/scan"))).LetsNobodyIn(),
		post(pg, bagPath+"/remove", scan, &request.AddToHandover, view, pg.removeFromBag),
		post(pg, bagPath+"/change", scan, &request.ChangeBag, view, pg.ChangeBag),
		post(pg, bagPath+"/reopen", scan, &request.ReopenHandover, view, pg.moveBag("reopen")),
		pg.paper(bagPath+"/label", pg.BagLabel),
		pg.paper(bagPath+"/pdf", pg.BagList),
	}
	for _, action := range []string{"close", "receive", "empty"} {
		routes = append(routes, post(pg, bagPath+"/"+action, scan, noFields{}, view, pg.moveBag(action)))
	}
	return routes
}

func (pg *pages) consignments() []web.Route {
	const read, scan, decide = shipment.ReadFloor, shipment.ScanParcels, shipment.ChangeParcels
	const one, leg = consignmentsPath + "/{id}", consignmentsPath + "/{id}/legs/{leg}"
	list, view := pg.page("consignments.html"), pg.page("consignment.html")
	routes := []web.Route{
		web.Get(consignmentsPath, read, web.Blank(list)),
		post(pg, consignmentsPath, decide, &request.OpenConsignment, list, opens(pg.Stored.OpenConsignment)),
		web.Get(one, read, web.Blank(view)),
		post(pg, one+"/change", decide, &request.ChangeConsignment, view, pg.ChangeConsignment),
		post(pg, one+"/legs", decide, &request.AddLeg, view, func(ctx context.Context, id int64, l request.Leg) (stored.Consignment, error) {
			return pg.Stored.SaveLeg(ctx, id, 0, func(to *request.Leg) { *to = l })
		}),
		post(pg, leg, decide, &request.ChangeLeg, view, pg.changeLeg),
		post(pg, leg+"/depart", decide, &request.MoveLeg, view, pg.moveLeg(false), request.AcknowledgedField),
		post(pg, leg+"/arrive", decide, &request.MoveLeg, view, pg.moveLeg(true)),
		pg.paperOfLeg(leg+"/pdf", pg.LoadingList),
		pg.paperOfLeg(leg+"/slip", pg.TransferSlip),
		web.Post(one+"/scan", scan, web.With(web.ByID("id", pg.scanBag), web.SendScan("/scan"))).LetsNobodyIn(),
		post(pg, one+"/events", decide, &request.ReportConsignment, view, pg.Report,
			request.BagsField, request.ParcelsField, request.WithoutField),
		post(pg, one+"/customs", decide, &request.AnswerCustoms, view, pg.answer, request.AnswersField),
		web.Post(one+"/results", decide, web.With(web.ID("id"), pg.readResult)).LetsNobodyIn().UpTo(2 * maxFile),
		post(pg, one+"/inbound", scan, &request.MoveInbound, view, pg.MoveInbound),
		web.Post(one+"/inbound/scan", scan, web.With(web.ByID("id", pg.scanArrival), web.SendScan("/inbound/scan"))).LetsNobodyIn(),
		post(pg, one+"/inbound/unlabelled", scan, &request.ScanInbound, view, pg.ScanInbound),
		pg.paper(one+"/invoices", pg.Invoices),
		post(pg, one+"/manifest", scan, noFields{}, view, pg.makeManifest),
		pg.paper(one+"/manifest/pdf", pg.Print),
		pg.paper(one+"/manifest/xlsx", pg.Spreadsheet),
		web.Get(one+"/manifest/json", read, web.With(web.ID("id"), func(v *web.Visit, id int64) error {
			rows, err := pg.manifestRows(v.Context(), v.Request, pg.Printing, id)
			pg.Respond(v.Writer, v.Request, rows, err)
			return nil
		})),
	}
	for move := range bagMoves {
		routes = append(routes, post(pg, one+"/bags/"+move, scan, &request.MoveBags, view, pg.moveBags(move), request.BagsField))
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
		split(v, f)
		id, _ := v.PathID("id") // what has no number is not found
		leg, _ := v.PathID("leg")
		err := v.Change(func(ctx context.Context) error {
			sent, err := web.Sent(b, fieldsOf(v, f, b.Fields(), lists))
			if err == nil && f.Value("once") != "" {
				ctx, to, err = pg.begin(ctx, v)
				once.Answer(ctx, func(made *T) (int, []byte) { return http.StatusSeeOther, []byte(pathOf(v, made)) })
			}
			if err != nil || to != "" || f.Failed() {
				return err
			}
			made, err := do(context.WithValue(ctx, legKey{}, leg), id, sent)
			to = pathOf(v, &made)
			return err
		})
		return v.Finish(v.FailWith(f, err), f, show, "", to)
	}).LetsNobodyIn()
}

// opens is an operation that makes what has no number yet.
func opens[S, T any](do func(context.Context, S) (T, error)) func(context.Context, int64, S) (T, error) {
	return func(ctx context.Context, _ int64, sent S) (T, error) { return do(ctx, sent) }
}

// begin returns the context in which the form of a visit is carried out once, or the path that followed when it was.
func (pg *pages) begin(ctx context.Context, v *web.Visit) (context.Context, string, error) {
	hash := sha256.Sum256([]byte(v.Request.URL.Path + "\n" + v.Request.PostForm.Encode()))
	r := &once.Request{Key: "console-" + hex.EncodeToString(hash[:]), Hash: hash}
	done, err := pg.Stored.Once.Find(ctx, r.AccountID, r.Key, r.Hash)
	return pg.Stored.Once.Begin(ctx, r), string(done.Body), unless(err, nil)
}

// pathOf is the page of what an operation returns, or of the consignment of the path, with the tab of the form.
func pathOf(v *web.Visit, made any) string {
	path := consignmentsPath + "/" + v.Request.PathValue("id")
	switch made := made.(type) {
	case *stored.Bag:
		path = bagsPath + "/" + strconv.FormatInt(made.BagID, 10)
	case *stored.Consignment:
		path = consignmentsPath + "/" + strconv.FormatInt(made.ConsignmentID, 10)
	}
	return strings.TrimSuffix(path+"?tab="+url.QueryEscape(v.FormValue("tab")), "?tab=")
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
		if name == request.AnswersField {
			fields[name] = each.Of(strings.Fields(f.Value("codes")), func(code string) map[string]any {
				return map[string]any{"tracking_no": code, "answer": f.Value("answer"), "reason": f.Value("reason")}
			})
		}
		if texts := strings.Fields(strings.Join(f.Values(name), "\n")); len(texts) > 0 {
			fields[name] = texts
		}
	}
	return fields
}

// paper is the route of a document about what has the number of the path.
func (pg *pages) paper(path string, draw func(context.Context, *printing.Service, int64) (orders.Document, error)) web.Route {
	return pg.paperOfLeg(path, func(ctx context.Context, with *printing.Service, id, _ int64) (orders.Document, error) {
		return draw(ctx, with, id)
	})
}

// paperOfLeg is paper, about a leg.
func (pg *pages) paperOfLeg(
	path string, draw func(ctx context.Context, with *printing.Service, id, leg int64) (orders.Document, error),
) web.Route {
	return web.Get(path, shipment.ReadFloor, web.With(web.ID("id"), func(v *web.Visit, id int64) error {
		leg, _ := v.PathID("leg") // what has no number is not found
		return v.SendDocument(draw(v.Context(), pg.Printing, id, leg))
	}))
}

// page shows a page.
func (pg *pages) page(file string) func(*web.Visit, int, *web.Form) error {
	return func(v *web.Visit, status int, f *web.Form) error { return pg.show(v, status, f, file, nil) }
}

// show shows a page with more data, or sends a script what changes on it. Its template reads what it shows: a tab no more than its own. A
// tab that is refused is left out, and the page says why.
func (pg *pages) show(v *web.Visit, status int, f *web.Form, file string, more map[string]any) error {
	id, _ := v.PathID("id") // what has no number is not found
	place, last, after := stored.Place{}, stored.Arrival{}, v.Request.URL.Query().Get("after")
	_, _ = fmt.Sscanf(after, "%d-%d-%d-%q", &place.BagID, &place.AccountID, &place.OrderID, &last.Scan) // some have a part of it
	last.BagID, last.AccountID, last.OrderID = place.BagID, place.AccountID, place.OrderID
	name := map[bool]string{true: "now", false: "layout"}[v.FormValue("part") == "now"]
	data := map[string]any{
		"V": v, "Ctx": v.Context(), "ID": id, "After": place, "Last": last, "Form": f, "Service": pg.Service, "Stored": pg.Stored,
		"Bag": read(v, pg.Stored.Bag, id), "Consignment": read(v, pg.Stored.Consignment, id), "Check": read(v, pg.check, id),
		"BagStates": bagStates, "States": web.Badges[string]("consignment state"), "Answers": web.Badges[string]("customs answer"),
		"Statuses": web.Badges[string]("customs status"), "Outcomes": web.Badges[string]("customs outcome"), "Arrivals": arrivalStates,
		"Bench": web.Bench{}, "Refused": false, "Result": nil,
	}
	maps.Copy(data, more)
	err := v.Fragment(status, file, name, data)
	if err != nil && v.FailWith(f, err) == nil {
		data["Refused"] = true
		err = v.Fragment(http.StatusConflict, file, name, data)
	}
	return err
}

// check is Check, for which the request holds memory.
func (pg *pages) check(ctx context.Context, id int64) ([]Finding, error) {
	if err := pg.charge(ctx, pg.Printing, id); err != nil {
		return nil, err
	}
	return pg.Check(ctx, id)
}

// read returns a function that reads what has a number, once.
func read[T any](v *web.Visit, get func(context.Context, int64) (T, error), id int64) func() (*T, error) {
	return sync.OnceValues(func() (*T, error) {
		found, err := get(v.Context(), id)
		return &found, err
	})
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

// legKey is the key of the number of the leg in the path of a form.
type legKey struct{}

func legIn(ctx context.Context) int64 { return ctx.Value(legKey{}).(int64) }

func (pg *pages) changeLeg(ctx context.Context, id int64, change func(*request.Leg)) (stored.Consignment, error) {
	return pg.Stored.SaveLeg(ctx, id, cmp.Or(legIn(ctx), -1), change)
}

func (pg *pages) moveLeg(arrives bool) func(context.Context, int64, request.Happening) (stored.Consignment, error) {
	return func(ctx context.Context, id int64, sent request.Happening) (stored.Consignment, error) {
		return pg.Move(ctx, id, legIn(ctx), arrives, sent)
	}
}

func (pg *pages) makeManifest(ctx context.Context, id int64, _ request.HandoverRequest) (m stored.Manifest, err error) {
	if err = pg.charge(ctx, pg.Printing, id); err == nil {
		m, err = pg.MakeManifest(ctx, id)
	}
	return m, err
}

// moveBags puts bags on the consignment or a leg, leaves them behind, or moves them from a leg to the next one.
func (pg *pages) moveBags(move string) func(context.Context, int64, request.Bags) (stored.Consignment, error) {
	return func(ctx context.Context, id int64, sent request.Bags) (_ stored.Consignment, err error) {
		if move != "put" {
			err = MoveBags(ctx, id, sent, pg.Stored.LeaveBags)
			sent.LegNo++
		}
		if err == nil && move != "leave" {
			err = MoveBags(ctx, id, sent, pg.Stored.PutBags)
		}
		unknown := request.Wrong(request.BagsField, problem.BagUnknown.With(strings.Join(sent.Bags, ", ")))
		return stored.Consignment{ConsignmentID: id}, unless(err, unknown)
	}
}

// scanBag does with the bag that was scanned what the address says.
func (pg *pages) scanBag(v *web.Visit, id int64) (web.ScanReply, error) {
	code, move := v.ScannedCode(), v.FormValue("move")
	if _, is := stored.ParseBagNumber(v.TypedCode()); is { // a layout changed what was read
		code = v.TypedCode()
	}
	if _, known := bagMoves[move]; !known {
		return web.ScanReply{}, store.ErrNotFound
	}
	leg, _ := strconv.ParseInt(v.FormValue("leg"), 10, 64)
	refused, err := v.Refused(v.Change(func(ctx context.Context) error {
		_, err := pg.moveBags(move)(ctx, id, request.Bags{LegNo: leg, Bags: []string{code}, Reason: v.FormValue("reason")})
		return err
	}))
	tone := map[bool]string{true: "good", false: "bad"}[refused == ""]
	return web.ScanReply{Tone: tone, Text: cmp.Or(refused, v.T(bagMoves[move])), Code: code}, err
}

// split sorts the codes of a form with a scope into bags and parcels. What is about all names none, and what is about some names some.
func split(v *web.Visit, f *web.Form) {
	codes, scope := strings.Fields(f.Value("codes")), f.Value("scope")
	if scope != "" && (scope == "all") != (len(codes) == 0) {
		f.Fail("codes", v.T("Scan bags or parcels for an event of some, and none for one of all."))
	}
	for _, code := range codes {
		field := request.ParcelsField
		if _, isBag := stored.ParseBagNumber(code); scope == request.WithoutField {
			field = scope
		} else if isBag {
			field = request.BagsField
		}
		f.Sent.Add(field, code)
	}
}

// answer stores an answer of customs about parcels. Returns a *request.InvalidError that names one that is not in the consignment.
func (pg *pages) answer(ctx context.Context, id int64, sent request.Answers) (stored.Consignment, error) {
	results, err := pg.Answer(ctx, id, sent.Answers)
	for _, r := range results {
		if r.Outcome == AnswerRefused || r.Outcome == AnswerUnknown {
			err = cmp.Or(err, request.Wrong("codes", problem.ParcelElsewhere.With(r.TrackingNo)))
		}
	}
	return stored.Consignment{ConsignmentID: id}, err
}

// scanArrival stores that the bag or the parcel that was scanned came, and says what is known of it.
func (pg *pages) scanArrival(v *web.Visit, id int64) (web.ScanReply, error) {
	var came stored.Arrival
	a, err := v.ScanInto(problem.BagCode, func(ctx context.Context, sent request.HandoverRequest) (string, problem.Message, string, error) {
		if typed := v.TypedCode(); typed != "" && typed != sent.Code { // only what a layout did not change is stored as unknown
			_, isBag := stored.ParseBagNumber(sent.Code)
			if _, err := pg.orders.OfCode(ctx, sent.Code, sent.OrderID); errors.Is(err, store.ErrNotFound) && !isBag {
				return "", problem.BagCode, "", nil
			}
		}
		in, err := web.Sent(&request.ScanInbound, map[string]any{
			"code": sent.Code, "scan": sent.Scan, "note": v.FormValue("note"), "state": cmp.Or(v.FormValue("state"), request.Received),
		})
		if in.OrderID = sent.OrderID; err == nil {
			came, err = pg.ScanInbound(ctx, id, in)
		}
		return "", problem.Own(v.T(arrivalStates[came.State].Text)), came.Code, err
	})
	switch {
	case err != nil || came.State == "":
	case came.Stop != "":
		a.Tone, a.Text = "bad", a.Text+" · "+v.T("Stopped: %s", came.Stop)
	case came.IsRepeated:
		a.Tone, a.Text = "warn", a.Text+" · "+v.T("It was scanned before.")
	default:
		a.Tone = arrivalStates[came.State].Tone
	}
	return a, err
}

// readResult shows what would come of the result of a broker, and with the file that it keeps meanwhile stores what can be stored.
func (pg *pages) readResult(v *web.Visit, id int64) error {
	f, more, kept := web.NewForm(v.Request.PostForm), map[string]any{}, v.Request.PostForm.Get("kept")
	file, err := v.File("file")
	if kept != "" {
		file, err = base64.StdEncoding.DecodeString(kept)
	}
	switch {
	case err != nil:
		return &web.BadFormError{Cause: err}
	case len(file) > maxFile:
		f.Fail("", v.T("The file has more than %d MiB. Split it.", maxFile>>20))
	case len(file) == 0:
		f.Fail("", v.T("Choose a CSV or XLSX file."))
	default:
		err = v.Change(func(ctx context.Context) error {
			r, err := CustomsResult{}, v.Console.Charge(v.Request.Context(), costOfFile(len(file)))
			if err == nil {
				r, err = pg.ReadFile(ctx, pg.runner, v.User.Email, id, file, kept != "")
			}
			counts := map[string]int{}
			for _, l := range r.Lines {
				counts[l.Outcome]++
			}
			more["Result"], more["Counts"], more["Kept"] = r, counts, ""
			if kept == "" && counts[AnswerReady] > 0 && !r.IsRead {
				more["Kept"] = base64.StdEncoding.EncodeToString(file)
			}
			return err
		})
	}
	if err := v.FailWith(f, err); err != nil {
		return err
	}
	return pg.show(v, map[bool]int{true: http.StatusUnprocessableEntity, false: http.StatusOK}[f.Failed()], f, "consignment.html", more)
}
