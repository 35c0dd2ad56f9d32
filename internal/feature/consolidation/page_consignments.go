package consolidation

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func (pg *pages) consignments() []web.Route {
	const read, scan, decide = shipment.ReadFloor, shipment.ScanParcels, shipment.StopParcels
	const one, leg = consignmentPath, consignmentPath + "/legs/{leg}"
	list, view := pg.page("consignments.html"), pg.page("consignment.html")
	routes := []web.Route{
		web.Get(consignmentsPath, read, web.Blank(list)),
		post(pg, consignmentsPath, decide, &request.OpenConsignment, list, opens(pg.Stored.OpenConsignment)),
		web.Get(one, read, web.Blank(view)),
		web.Get(one+"/now", read, web.Blank(view)),
		post(pg, one+"/change", decide, &request.ChangeConsignment, view, pg.ChangeConsignment),
		post(pg, one+"/legs", decide, &request.AddLeg, view, func(ctx context.Context, id int64, l request.Leg) (stored.Consignment, error) {
			return pg.Stored.SaveLeg(ctx, id, 0, func(to *request.Leg) { *to = l })
		}),
		post(pg, leg, decide, &request.ChangeLeg, view, pg.changeLeg),
		post(pg, leg+"/depart", decide, &request.MoveLeg, view, pg.moveLeg(false)),
		post(pg, leg+"/arrive", decide, &request.MoveLeg, view, pg.moveLeg(true)),
		web.Get(leg+"/pdf", read, web.With(web.ID("id"), func(v *web.Visit, id int64) error {
			leg, _ := v.PathID("leg")
			return v.SendDocument(pg.LoadingList(v.Context(), pg.Printing, id, leg))
		})),
		web.Post(one+"/scan", scan, web.With(web.ByID("id", pg.scanBag), web.SendScan("/scan"))).LetsNobodyIn(),
		post(pg, one+"/events", decide, &request.ReportConsignment, view, pg.Report,
			request.BagsField, request.ParcelsField, request.WithoutField),
		post(pg, one+"/customs", decide, &request.AnswerCustoms, view, pg.answer, request.AnswersField),
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

func (pg *pages) makeManifest(ctx context.Context, id int64, _ request.HandoverRequest) (stored.Consignment, error) {
	_, err := pg.MakeManifest(ctx, id)
	return stored.Consignment{ConsignmentID: id}, err
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
