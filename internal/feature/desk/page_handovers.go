package desk

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/users"
)

const (
	// handoversPerPage is how many lists a page shows, shownParcels how many of the parcels of a list, and parcelsPerPage when it is finished.
	handoversPerPage, shownParcels, parcelsPerPage = 50, 20, 500
	// driverReceipt is how long the driver's page of a list that is closed is shown.
	driverReceipt = 24 * time.Hour
)

// listedPlaces are the addresses of the book that are proposed as places.
var listedPlaces = masterdata.EntryFilter{Limit: 200}

// handoverStates are the states of lists as badges.
var handoverStates = map[parcels.State]web.StatusView{
	parcels.Open:    {Tone: "active", Text: web.Key("Open")},
	parcels.Counted: {Tone: "warn", Text: web.Key("Counted")},
	parcels.Closing: {Tone: "warn", Text: web.Key("Being closed")},
	parcels.Closed:  {Tone: "good", Text: web.Key("Handed over")},
}

// handoverPage is the page of a list, for people of the account and for the driver.
type handoverPage struct {
	web.Bench
	parcels.Handover
	Path, Service string
	Kilograms     string // the weight of the list
	Status        web.StatusView
	Expected      int64 // parcels that the list may get, with those on it
	Latest        []parcels.Listed
	Next          string // the path of the next parcels, "" if there are none
	Trouble       []parcels.Listed
	Form          *web.Form
	Driver        string // the path of the driver's page; "" on this page
	Origin        string // before paths, in the addresses of phones
	Account       string // on the driver's page
	TakenOff      string // the number of the parcel that was taken off last, "" if none was
	Notice        string
}

// DriverCode is the address of the driver's page, as a QR code.
func (p *handoverPage) DriverCode() (template.HTML, error) {
	image, err := label.QRSVG(p.Origin + p.Driver)
	return template.HTML(image), err //nolint:gosec // it is made here
}

// Missing is how many parcels may come still.
func (p *handoverPage) Missing() string {
	if p.Expected >= parcels.MostExpected {
		return "> " + strconv.FormatInt(max(0, p.Expected-p.Parcels-1), 10)
	}
	return strconv.FormatInt(p.Expected-p.Parcels, 10)
}

// showHandovers lists the lists, with the form of a new one.
func (pg *pages) showHandovers(v *web.Visit, status int, f *web.Form) error {
	before, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64)
	lists, err := pg.Parcels.Handovers(v.Context(), v.Account.AccountID, max(0, before), handoversPerPage+1)
	r := web.Reading{Err: err}
	lists, next := web.Page(lists, handoversPerPage, func(last parcels.Handover) string {
		return v.URL("handovers?before=" + strconv.FormatInt(last.HandoverID, 10))
	})
	services := web.Read1(&r, v.Console.Store.MasterData.Services, v.Context())
	byID := each.By(services, func(s shipment.Service) int64 { return s.ServiceID })
	rows := each.Of(lists, func(h parcels.Handover) handoverPage {
		return handoverPage{Handover: h, Service: byID[h.ServiceID].Name, Status: handoverStates[h.State]}
	})
	places, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, shipment.Addresses, listedPlaces)
	return v.Show(cmp.Or(r.Err, err), status, "handovers.html", map[string]any{
		"Lists": rows, "Next": next, "Services": web.ServiceOptions(v.T("Choose a service"), services), "Places": places,
		"Form": f.Label("service_id", v.T("Service")).Label("place", v.T("Place")),
	})
}

func (pg *pages) openHandover(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	opened, err := web.WriteSent(v, &request.OpenHandover, sent(f, "service_id", "place"), pg.OpenHandover)
	return v.Finish(v.FailWith(f, err), f, pg.showHandovers, "", handoverPath(v, opened.HandoverID))
}

// sent are the fields of a form that have a value.
func sent(f *web.Form, names ...string) map[string]any {
	fields := map[string]any{}
	for _, name := range names {
		if value := f.Value(name); value != "" {
			fields[name] = value
		}
	}
	return fields
}

func handoverPath(v *web.Visit, id int64) string {
	return v.URL("handovers/" + strconv.FormatInt(id, 10))
}

// readHandover reads the list of the path.
func (pg *pages) readHandover(v *web.Visit) (h parcels.Handover, err error) {
	id, err := web.ID("handover")(v)
	if err == nil {
		h, err = pg.Parcels.Handover(v.Context(), v.Account.AccountID, id)
	}
	return h, err
}

// handoverView is the page of a list.
func (pg *pages) handoverView(v *web.Visit, h parcels.Handover, f *web.Form) (*handoverPage, error) {
	h.ClosedBy = nameOf(v, h.ClosedBy)
	services, errServices := v.Console.Store.MasterData.ServicesByID(v.Context())
	latest, errLatest := pg.Parcels.ListedParcels(v.Context(), h.AccountID, h.HandoverID, store.Cursor{}, shownParcels)
	expected, trouble, errTrouble := pg.Parcels.Ahead(v.Context(), &h, shownParcels)
	p := &handoverPage{
		Handover: h, Path: handoverPath(v, h.HandoverID), Service: services[h.ServiceID].Name, Kilograms: v.Weight(h.Weight.String()),
		Status: handoverStates[h.State], Expected: expected, Latest: latest, Trouble: trouble, Form: f,
		Driver: "/console/handover/" + driverToken(v, &h), Origin: v.Base(),
	}
	f.Label("given_by", v.T("Handed over by")).Label("taken_by", v.T("Name of the driver")).Label("signature", v.T("Signature of the driver"))
	f.Label("parcels", v.T("Parcels")).Label("reason", v.T("Reason"))
	for i := range p.Latest {
		p.Latest[i].ScannedBy = nameOf(v, p.Latest[i].ScannedBy)
	}
	off := v.Request.URL.Query().Get("off")
	isBack := slices.ContainsFunc(p.Latest, func(l parcels.Listed) bool { return l.TrackingNo == off })
	if h.State == parcels.Open && !isBack && utf8.ValidString(off) && len(off) <= web.MaxScan {
		p.TakenOff = off
	}
	return p, cmp.Or(errServices, errLatest, errTrouble)
}

// toSign serves a page whose form has the name of the user as who hands over.
func toSign(show func(*web.Visit, int, *web.Form) error) func(*web.Visit) error {
	return func(v *web.Visit) error {
		return show(v, http.StatusOK, web.NewForm(url.Values{"given_by": {v.User.Name}}))
	}
}

func (pg *pages) showHandover(v *web.Visit, status int, f *web.Form) error {
	var r web.Reading
	h := web.Read1(&r, pg.readHandover, v)
	p := web.Read3(&r, pg.handoverView, v, h, f)
	return v.Show(r.Err, status, "handover.html", p)
}

// showFinish shows all parcels of an open list, and the form that closes it.
func (pg *pages) showFinish(v *web.Visit, status int, f *web.Form) error {
	h, err := pg.readHandover(v)
	if err != nil {
		return err
	}
	if h.State != parcels.Open {
		return v.Redirect(handoverPath(v, h.HandoverID))
	}
	p, err := pg.handoverView(v, h, f)
	after, _ := store.OrderFilter{}.ReadCursor(v.Request.URL.Query().Get("after"))
	listed, errListed := pg.Parcels.ListedParcels(v.Context(), h.AccountID, h.HandoverID, after, parcelsPerPage+1)
	p.Latest, p.Next = web.Page(listed, parcelsPerPage, func(last parcels.Listed) string {
		return p.Path + "/finish?after=" + cursorOf(last).String()
	})
	for i := range p.Latest {
		p.Latest[i].ScannedBy = nameOf(v, p.Latest[i].ScannedBy)
	}
	return v.Show(cmp.Or(err, errListed), status, "handover_finish.html", p)
}

// handoverNow answers a script with what changes on the page of a list.
func (pg *pages) handoverNow(v *web.Visit, h parcels.Handover) error { return pg.showNow(v, h, "", "") }

func (pg *pages) showNow(v *web.Visit, h parcels.Handover, takenOff, notice string) error {
	p, err := pg.handoverView(v, h, web.NewForm(nil))
	if err != nil {
		return err
	}
	p.TakenOff, p.Notice = takenOff, notice
	return v.Fragment(http.StatusOK, "handover.html", "now", p)
}

// scanOnHandover puts the parcel that was scanned on a list, or says why not.
func (pg *pages) scanOnHandover(v *web.Visit, id int64) (reply, error) {
	o, refused, err := oneOrder(v, v.ScannedCode())
	if o == nil || err != nil {
		return refused, err
	}
	fields := map[string]any{"code": o.TrackingNo, "scan": v.Request.PostForm.Get("scan")}
	scan, err := web.WriteSent(v, &request.AddToHandover, fields,
		func(ctx context.Context, by masterdata.Caller, sent request.HandoverRequest) (parcels.Scan, error) {
			return pg.Parcels.AddToHandover(ctx, by.AccountID, id, o, sent.Scan)
		})
	if text, err := v.Refused(err); text != "" || err != nil {
		return reply{Tone: "bad", Text: text}, err
	}
	a := reply{
		Tone: web.ScanTones[scan.Outcome], Text: v.Words().Say("", scan.Message), Path: v.URL("orders/" + url.PathEscape(scan.TrackingNo)),
		About: v.AboutParcel(o, 0),
	}
	if scan.OtherList != 0 {
		a.Path = handoverPath(v, scan.OtherList)
	}
	return a, nil
}

// removeFromHandover takes a parcel off a list, or puts back the one that was taken off last.
func (pg *pages) removeFromHandover(v *web.Visit, id int64) error {
	form := v.Request.PostForm
	off, notice := form.Get("parcel"), ""
	var err error
	if undo := form.Get("undo"); undo != "" {
		var a reply
		form.Set("code", undo)
		a, err = pg.scanOnHandover(v, id)
		off, notice = "", undo+" "+a.Text
	} else {
		err = v.Write(func(ctx context.Context, by masterdata.Caller) error { return pg.RemoveFromHandover(ctx, by, id, off) })
	}
	if err != nil {
		return err
	}
	if form.Get("now") != "" {
		h, err := pg.Parcels.Handover(v.Context(), v.Account.AccountID, id)
		if err != nil {
			return err
		}
		return pg.showNow(v, h, off, notice)
	}
	back := handoverPath(v, id)
	if form.Get("back") == "finish" {
		back += "/finish"
	}
	return v.Done(nil, notice, back+"?"+url.Values{"off": {off}}.Encode())
}

// withdrawAddress makes the address of the driver's page another one: who has the old one sees nothing any more.
func (pg *pages) withdrawAddress(v *web.Visit, id int64) error {
	err := v.Write(func(ctx context.Context, by masterdata.Caller) error {
		return pg.Parcels.WithdrawAddress(ctx, by.AccountID, id)
	})
	said := v.T("The earlier code does not work any more.")
	if errors.Is(err, store.ErrChanged) { // the page of a list that is not open leads to the list
		err, said = nil, ""
	}
	return v.Done(err, said, handoverPath(v, id)+"/finish")
}

// written is an operation on a list or a run, as web.WriteSent takes it.
type written[T any] = func(context.Context, masterdata.Caller, request.HandoverRequest) (T, error)

// on makes an operation on a list or a run with an id.
func on[T any](id int64, do func(context.Context, masterdata.Caller, int64, request.HandoverRequest) (T, error)) written[T] {
	return func(ctx context.Context, by masterdata.Caller, sent request.HandoverRequest) (T, error) {
		return do(ctx, by, id, sent)
	}
}

// sign carries out the operation of the form that a driver signs on the screen, or on paper, and goes to a page.
func sign[T any](v *web.Visit, do written[T], show func(*web.Visit, int, *web.Form) error, then string) error {
	f := web.NewForm(v.Request.PostForm)
	fields := sent(f, "given_by", "taken_by", "parcels", "signature")
	if f.Value("paper") != "" {
		delete(fields, "signature")
	} else if f.Value("signature") == "" {
		f.Fail("signature", v.T("Let the driver sign in the box, or on paper."))
	}
	var err error
	if !f.Failed() {
		_, err = web.WriteSent(v, &request.CloseHandover, fields, do)
	}
	return v.Finish(v.FailWith(f, err), f, show, "", then)
}

func (pg *pages) closeHandover(v *web.Visit, id int64) error {
	return sign(v, on(id, pg.CloseHandover), pg.showFinish, handoverPath(v, id))
}

func (pg *pages) reopenHandover(v *web.Visit, id int64) error {
	f := web.NewForm(v.Request.PostForm)
	_, err := web.WriteSent(v, &request.ReopenHandover, sent(f, "reason"), on(id, pg.ReopenHandover))
	return v.Finish(v.FailWith(f, err), f, pg.showHandover, "", handoverPath(v, id))
}

// printHandover sends a list as PDF.
func (pg *pages) printHandover(v *web.Visit, id int64) error {
	by, err := v.By()
	if err != nil {
		return err
	}
	return v.SendDocument(pg.document(v.Context(), v.Console.Printing, by, id))
}

// driverToken names a list in the URL of the driver's page, which is secret.
func driverToken(v *web.Visit, h *parcels.Handover) string {
	mac := hmac.New(sha256.New, v.Console.Secret)
	fmt.Fprintf(mac, "handover %d %d %d", h.AccountID, h.HandoverID, h.AddressNo)
	return fmt.Sprintf("%d-%d-%s", h.AccountID, h.HandoverID, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]))
}

// driverHandover reads the list of a driver's page, and its account.
func (pg *pages) driverHandover(v *web.Visit) (h parcels.Handover, account masterdata.Account, err error) {
	token := v.Request.PathValue("token")
	var accountID, handoverID int64
	if n, _ := fmt.Sscanf(token, "%d-%d-", &accountID, &handoverID); n != 2 {
		return h, account, store.ErrNotFound
	}
	if h, err = pg.Parcels.Handover(v.Context(), accountID, handoverID); err != nil {
		return h, account, err
	}
	ended := h.State == parcels.Closed && v.Console.Now().Sub(h.ClosedOn) > driverReceipt
	if ended || !hmac.Equal([]byte(token), []byte(driverToken(v, &h))) {
		return parcels.Handover{}, account, store.ErrNotFound
	}
	if v.User.UserID == 0 {
		v.User.Email = "driver" // in the audit log
	}
	v.NoStore()
	account, err = v.Console.Store.MasterData.Account(v.Context(), accountID)
	return h, account, err
}

// showDriver shows a list to its driver.
func (pg *pages) showDriver(v *web.Visit, status int, f *web.Form) error {
	h, account, err := pg.driverHandover(v)
	if err != nil {
		return err
	}
	p, err := pg.handoverView(v, h, f)
	p.Path, p.Driver, p.Account = v.Request.URL.Path, "", account.Name
	v.Members = nil // the page is of no account, so that it takes no scans for one, and loads each file once
	return v.Show(err, status, "handover_driver.html", p)
}

// signByDriver closes a list on the driver's page, whose forms count as those of a user do.
func (pg *pages) signByDriver(v *web.Visit) error {
	h, account, err := pg.driverHandover(v)
	if err != nil {
		return err
	}
	if err := v.Console.SignIns.Spend(users.Forms, v.Request.URL.Path); err != nil {
		return err
	}
	ctx, err := v.Console.Admit(v.Request.Context(), account.Caller())
	if err != nil {
		return err
	}
	v.Request = v.Request.WithContext(ctx)
	if v.User.UserID == 0 {
		v.User.Email = "driver " + v.Request.PostForm.Get("taken_by") // in the audit log, and as who closed it
	}
	there := *v
	there.Account = account
	again := func(_ *web.Visit, status int, f *web.Form) error { return pg.showDriver(v, status, f) }
	return sign(&there, on(h.HandoverID, pg.CloseHandover), again, v.Request.URL.Path)
}
