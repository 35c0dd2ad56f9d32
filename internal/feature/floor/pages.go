package floor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

const (
	floorPath = web.OperatorPath + "floor"
	// unknownPath and labelsPath are below it.
	unknownPath = floorPath + "/unknown"
	labelsPath  = floorPath + "/labels/"
	hubsPath    = web.OperatorPath + "hubs"
	stopsPath   = web.OperatorPath + "stops"
)

// pages are the pages of hubs, of the station where people scan in one, and of stopped parcels.
type pages struct{ *Service }

func newPages(c feature.Core) []web.Route {
	pg, hub := &pages{newService(c)}, web.ID("hub")
	return []web.Route{
		web.Get(floorPath, shipment.ScanParcels, pg.station),
		web.Get(floorPath+"/now", shipment.ScanParcels, pg.station),
		web.Post(floorPath+"/scan", shipment.ScanParcels, web.With(pg.scan, web.SendScan("/scan"))).LetsNobodyIn(),
		web.Get(unknownPath, shipment.ReadFloor, pg.listUnknown),
		web.Post(unknownPath, shipment.ScanParcels, pg.closeUnknown).LetsNobodyIn(),
		web.Get(labelsPath+"{tracking_no}", shipment.ScanParcels, pg.printLabel),
		web.Post(labelsPath+"{tracking_no}", shipment.ScanParcels, pg.printLabel).LetsNobodyIn(),
		web.Get(hubsPath, shipment.ReadFloor, pg.listHubs),
		web.Get(hubsPath+"/new", shipment.Administer, pg.newHub),
		web.Post(hubsPath+"/new", shipment.Administer, pg.createHub).LetsNobodyIn(),
		web.Get(hubsPath+"/{hub}", shipment.Administer, web.With(web.ByID("hub", pg.hub), pg.viewHub)),
		web.Post(hubsPath+"/{hub}", shipment.Administer, web.With(hub, pg.changeHub)).LetsNobodyIn(),
		web.Post(hubsPath+"/{hub}/switch", shipment.Administer, web.With(web.ByID("hub", pg.hub), pg.switchHub)).LetsNobodyIn(),
		web.Get(parcelsPath, shipment.ReadFloor, pg.listParcels),
		web.Get(changePath, shipment.ChangeParcels, pg.changeParcels),
		web.Post(changePath, shipment.ChangeParcels, pg.changeParcels).LetsNobodyIn(),
		web.Get(jobsPath, shipment.ChangeParcels, pg.viewJobs),
		web.Get(stopsPath, shipment.ReadFloor, pg.listStops),
		web.Post(stopsPath, shipment.ChangeParcels, pg.stop).LetsNobodyIn(),
		web.Post(stopsPath+"/lift", shipment.ChangeParcels, pg.lift).LetsNobodyIn(),
	}
}

// activityTexts are the activities in words.
var activityTexts = map[shipment.Activity]string{
	shipment.ActivityInbound: web.Key("Inbound"), shipment.ActivityOutbound: web.Key("Outbound"),
	shipment.ActivityReturn: web.Key("Return received"), shipment.ActivityFound: web.Key("Found"),
	shipment.ActivityDamaged: web.Key("Damaged"), shipment.ActivityMeasured: web.Key("Measured"),
}

// hubsInUse are the hubs that are not disabled, by name.
func (pg *pages) hubsInUse(v *web.Visit) ([]stored.Hub, error) {
	hubs, err := pg.Stored.Hubs(v.Context())
	return slices.DeleteFunc(hubs, func(h stored.Hub) bool { return !h.DisabledOn.IsZero() }), err
}

// unknownShown is how many codes that no order has the station shows.
const unknownShown = 10

func (pg *pages) newestUnknown(v *web.Visit) ([]stored.Unknown, error) {
	return pg.Stored.UnknownScans(v.Context(), time.UnixMicro(math.MaxInt64), "", unknownShown)
}

// station is where people scan in a hub: the hub and the activity are chosen once.
func (pg *pages) station(v *web.Visit) error {
	var r web.Reading
	hubs := web.Read1(&r, pg.hubsInUse, v)
	unknown := web.Read1(&r, pg.newestUnknown, v)
	query := v.Request.URL.Query()
	if query.Get("hub") == "" && len(hubs) > 0 {
		query.Set("hub", strconv.FormatInt(hubs[0].HubID, 10))
	}
	if _, known := activityTexts[shipment.Activity(query.Get("activity"))]; !known {
		query.Set("activity", string(shipment.ActivityInbound))
	}
	chosen := url.Values{"hub": query["hub"], "activity": query["activity"]}
	data := map[string]any{
		"Hubs": each.Of(hubs, func(h stored.Hub) web.Option { return web.Option{Value: strconv.FormatInt(h.HubID, 10), Text: h.Name} }),
		"Activities": each.Of(shipment.Activities(), func(a shipment.Activity) web.Option {
			return web.Option{Value: string(a), Text: v.T(activityTexts[a])}
		}),
		"Hub": query.Get("hub"), "Activity": query.Get("activity"), "Query": chosen.Encode(), "Unknown": unknown, "Bench": web.Bench{},
	}
	if query.Get("activity") == string(shipment.ActivityMeasured) {
		data["Measures"] = measures
	}
	no, isLabel := strings.CutPrefix(query.Get("scanned"), labelsPath)
	if isLabel && !strings.ContainsAny(no, "./\\?#%") { // the address is anybody's: it must lead nowhere else
		data["Print"] = labelsPath + no
	}
	if r.Err == nil && strings.HasSuffix(v.Request.URL.Path, "/now") {
		return v.Fragment(http.StatusOK, "floor.html", "side", data)
	}
	return v.Show(r.Err, http.StatusOK, "floor.html", data)
}

// scanTones are those of where parcels go next.
var scanTones = map[string]string{NextPartner: "good", NextService: "good", NextReturn: "good", NextPrint: "warn", NextAside: "bad"}

// codeOf is the code of a scan: as it was typed, if that names an order and what was read does not, so that a code that was read wrongly is
// no unknown parcel.
func (pg *pages) codeOf(v *web.Visit) (string, error) {
	code, typed := v.ScannedCode(), v.TypedCode()
	if typed == "" {
		return code, nil
	}
	named, err := pg.orders.Store.OrdersOfCodes(v.Context(), []string{code, typed})
	if code == "" || len(named[code]) == 0 && len(named[typed]) > 0 {
		code = typed
	}
	return code, err
}

// scan records a scan at the station.
func (pg *pages) scan(v *web.Visit) (web.ScanReply, error) {
	query := v.Request.URL.Query()
	code, err := pg.codeOf(v)
	if code == "" || err != nil {
		return web.ScanReply{Tone: "bad", Text: v.Words().Say("", problem.HubCode)}, err
	}
	hub, _ := strconv.ParseInt(query.Get("hub"), 10, 64)
	scan := map[string]any{"scan": v.Request.PostForm.Get("scan"), "code": code}
	if scan["scan"] == "" { // the page without a script
		scan["scan"] = fmt.Sprintf("page %d %d", v.User.UserID, v.Console.Now().UnixMicro())
	}
	if id := v.ChosenOrder(); id > 0 {
		scan["order_id"] = id
	}
	addMeasures(v, scan)
	sent, err := web.Sent(&request.ScanInHub, map[string]any{"hub_id": hub, "activity": query.Get("activity"), "scans": []any{scan}})
	var results []Result
	if err == nil {
		ctx, done := v.Writing()
		defer done()
		results, err = pg.Scan(ctx, sent)
	}
	if refused, err := refusedScan(v, err); refused != "" || err != nil {
		return web.ScanReply{Tone: "bad", Text: refused}, err
	}
	r := results[0]
	reply := web.ScanReply{Tone: scanTones[r.Next], Text: v.Words().Say("", r.Message), Code: r.Order.TrackingNo}
	switch r.Outcome {
	case Unknown:
		return web.ScanReply{Tone: "bad", Text: reply.Text}, nil
	case Several:
		names, err := v.AccountNames()
		reply.Tone = "warn"
		reply.Choices = each.Of(r.Candidates, func(o shipment.Order) web.ScanChoice {
			return web.ScanChoice{Order: strconv.FormatInt(o.OrderID, 10), Text: o.TrackingNo + " · " + names[o.AccountID]}
		})
		return reply, err
	case Repeated:
		if r.Next != NextAside {
			reply.Tone = "warn"
		}
	}
	if reply.About = aboutMeasured(v, r.Order, &sent.Scans[0]); r.Next == NextPrint {
		reply.Path = labelsPath + r.Order.TrackingNo
	}
	return reply, nil
}

func (pg *pages) listHubs(v *web.Visit) error {
	hubs, err := pg.Stored.Hubs(v.Context())
	return v.Show(err, http.StatusOK, "hubs.html", map[string]any{"Hubs": hubs})
}

func hubForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("name", v.T("Name")).Label("country", v.T("Country")).Label("timezone", v.T("Time zone"))
}

func (pg *pages) newHub(v *web.Visit) error {
	return showHub(stored.Hub{})(v, http.StatusOK, hubForm(v, nil))
}

func (pg *pages) createHub(v *web.Visit) error {
	f := hubForm(v, v.Request.PostForm)
	sent, err := web.Sent(&request.CreateHub, f.Fields(request.CreateHub.Fields()))
	if err == nil {
		_, err = pg.CreateHub(v.Context(), v.Caller(), sent)
	}
	return v.Finish(v.FailWith(f, err), f, showHub(stored.Hub{}), v.T("The hub is created."), hubsPath)
}

// hub is the hub of the path. Returns store.ErrNotFound.
func (pg *pages) hub(v *web.Visit, id int64) (stored.Hub, error) {
	return pg.Stored.Hub(v.Context(), id)
}

func (pg *pages) viewHub(v *web.Visit, h stored.Hub) error {
	return showHub(h)(v, http.StatusOK, hubForm(v, url.Values{"name": {h.Name}, "country": {string(h.Country)}, "timezone": {h.Timezone}}))
}

func showHub(h stored.Hub) func(v *web.Visit, status int, f *web.Form) error {
	return func(v *web.Visit, status int, f *web.Form) error {
		return v.Render(status, "hub.html", map[string]any{"Form": f, "Countries": v.CountryOptions(), "Hub": h})
	}
}

func (pg *pages) changeHub(v *web.Visit, id int64) error {
	f := hubForm(v, v.Request.PostForm)
	change, err := web.Sent(&request.ChangeHub, f.Fields(request.ChangeHub.Fields()))
	if err == nil {
		_, err = pg.ChangeHub(v.Context(), id, change)
	}
	return v.Finish(v.FailWith(f, err), f, showHub(stored.Hub{HubID: id, Name: f.Value("name")}), v.T("The hub is saved."), hubsPath)
}

// switchHub takes scans in a hub again, or no more.
func (pg *pages) switchHub(v *web.Visit, h stored.Hub) error {
	_, err := pg.SwitchHub(v.Context(), h.HubID, !h.DisabledOn.IsZero())
	return v.Done(err, v.T("The hub is saved."), hubsPath)
}

// stopsOnPage is how many stops a page has.
const stopsOnPage = 50

func (pg *pages) listStops(v *web.Visit) error {
	return pg.showStops(v, http.StatusOK, stopForm(v, nil))
}

func stopForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("tracking_nos", v.T("Tracking numbers")).Label("reason", v.T("Reason"))
}

func (pg *pages) showStops(v *web.Visit, status int, f *web.Form) error {
	var after store.Stop
	_, _ = fmt.Sscanf(v.Request.URL.Query().Get("after"), "%d-%d", &after.AccountID, &after.OrderID) // else the first page
	var r web.Reading
	stops := web.Read3(&r, pg.orders.Store.Stops, v.Context(), after, stopsOnPage+1)
	names := web.Read1(&r, (*web.Visit).AccountNames, v)
	stops, next := web.Page(stops, stopsOnPage, func(last store.Stop) string {
		return fmt.Sprintf("%s?after=%d-%d", stopsPath, last.AccountID, last.OrderID)
	})
	return v.Show(r.Err, status, "stops.html", map[string]any{"Stops": stops, "Accounts": names, "Next": next, "Form": f})
}

// stop stops the parcels of a list of tracking numbers.
func (pg *pages) stop(v *web.Visit) error {
	f := stopForm(v, v.Request.PostForm)
	if chosen := v.Request.PostForm["selected"]; chosen != nil { // in a list
		f.Sent.Set("tracking_nos", strings.Join(chosen, "\n"))
	}
	sent, err := web.Sent(&request.StopParcels, map[string]any{
		"reason": f.Value("reason"), "tracking_nos": each.Of(strings.Fields(f.Value("tracking_nos")), func(no string) any { return no }),
	})
	var missing []string
	if err == nil {
		results, stopErr := pg.orders.Stop(v.Context(), sent)
		for _, result := range results {
			if result.Outcome == "refused" || result.Outcome == "not_found" {
				missing = append(missing, result.TrackingNo)
			}
		}
		err = stopErr
	}
	if missing != nil {
		f.Fail("tracking_nos", v.T("Not stopped: %s", strings.Join(missing, ", ")))
	}
	return v.Finish(v.FailWith(f, err), f, pg.showStops, v.T("The parcels are stopped."), stopsPath)
}

// lift lifts the stop of a parcel.
func (pg *pages) lift(v *web.Visit) error {
	_, err := pg.orders.LiftStops(v.Context(), request.HoldRequest{TrackingNos: []string{v.FormValue("tracking_no")}})
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return v.Done(err, v.T("The stop of %s is lifted.", v.FormValue("tracking_no")), stopsPath)
}

// newAdditions are what pages of the core show of hubs.
func newAdditions(c feature.Core) web.Additions {
	pg := &pages{New(c.Orders)}
	return web.Additions{
		Timeline: []func(*web.Visit, int64) ([]web.TimelineEntry, error){pg.timeline},
		Overview: []func(*web.Visit) (web.OverviewPart, error){newOverview(c)},
	}
}

// timeline says what was measured of the parcel of an order, beside what its shipper states. Other scans are tracking events.
func (pg *pages) timeline(v *web.Visit, orderID int64) (entries []web.TimelineEntry, err error) {
	scans, err := pg.Stored.ScansOf(v.Context(), v.Account.AccountID, orderID)
	for _, scan := range scans {
		weight := ""
		if scan.Weight != 0 {
			weight = v.Weight(scan.Weight.String())
		}
		if note := strings.Trim(weight+" · "+v.Size(scan.Length, scan.Width, scan.Height), " ·"); note != "" {
			entries = append(entries, web.TimelineEntry{Text: v.T("Measured in a hub"), Note: note, On: scan.On, By: scan.Actor})
		}
	}
	return entries, err
}

func (pg *pages) listUnknown(v *web.Visit) error {
	return pg.showUnknown(v, http.StatusOK, web.NewForm(nil))
}

// showUnknown shows the last codes: others follow when they are closed.
func (pg *pages) showUnknown(v *web.Visit, status int, f *web.Form) error {
	var r web.Reading
	found, err := pg.Stored.UnknownScans(v.Context(), time.UnixMicro(math.MaxInt64), "", store.PageSize)
	hubs := each.By(web.Read1(&r, pg.Stored.Hubs, v.Context()), func(h stored.Hub) int64 { return h.HubID })
	return v.Show(errors.Join(err, r.Err), status, "unknown.html", map[string]any{
		"Unknown": found, "Hubs": hubs, "Activities": activityTexts, "Form": f,
	})
}

// closeUnknown closes the code of a row.
func (pg *pages) closeUnknown(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm).Label("tracking_no", v.T("Tracking number")).Label("reason", v.T("Reason"))
	sent, err := web.Sent(&request.CloseUnknown, f.Fields(request.CloseUnknown.Fields()))
	if err == nil {
		ctx, done := v.Writing()
		defer done()
		_, err = pg.CloseUnknown(ctx, f.Value("scan"), sent)
	}
	return v.Finish(v.FailWith(f, err), f, pg.showUnknown, v.T("The unknown parcel is closed."), unknownPath)
}

// printLabel sends the label of one parcel of any account that was scanned in a hub, and nothing else of the account. One that is sent by
// POST counts as printed.
func (pg *pages) printLabel(v *web.Visit) error {
	o, err := pg.orders.Store.OrderByTrackingNo(v.Context(), shipment.TrackingKey(v.Request.PathValue("tracking_no")))
	if err != nil {
		return err
	}
	if scans, err := pg.Stored.ScansOf(v.Context(), o.AccountID, o.OrderID); err != nil || len(scans) == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	by, options := orders.Caller{Caller: masterdata.Caller{AccountID: o.AccountID}}, label.Options{Document: label.Parcel, Format: label.PDF}
	if o.PartnerLabel == shipment.LabelZPL {
		options.Format = label.ZPL
	}
	made, err := v.Console.Printing.Document(v.Context(), by, o.TrackingNo, options)
	if err == nil && v.Request.Method == http.MethodPost {
		ctx, done := v.Writing()
		defer done()
		_, err = pg.orders.MarkPrinted(ctx, by, []string{o.TrackingNo})
	}
	return v.SendDocument(made, err)
}
