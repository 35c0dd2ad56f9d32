package desk

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// handoversPerPage is how many lists a page shows, shownParcels how many of the parcels of a list.
	handoversPerPage, shownParcels = 50, 20
	// mostExpected is up to how many parcels the page counts that a list may get.
	mostExpected = 10_000
	// maxName is how many characters a name, a place or a reason may have.
	maxName = 100
	// maxSignature is how many bytes a signature may have.
	maxSignature = 20_000
	// driverDays is how long the driver's page of a list that is closed is shown.
	driverDays = 30 * 24 * time.Hour
)

// signatureShape is the path of an SVG of 600 by 200, of straight lines.
var signatureShape = regexp.MustCompile(`^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$`)

// HandoverStates are the states of lists as badges.
var HandoverStates = map[store.HandoverState]web.StatusView{
	store.HandoverOpen:    {Tone: "active", Text: web.Key("Open")},
	store.HandoverClosing: {Tone: "warn", Text: web.Key("Being closed")},
	store.HandoverClosed:  {Tone: "good", Text: web.Key("Handed over")},
}

// refusals say why a parcel is not taken.
var refusals = map[store.HandoverRefusal]string{
	store.HandoverRepeated:  web.Key("is on this list already."),
	store.HandoverNotOpen:   web.Key("was not taken: the list is closed."),
	store.HandoverCancelled: web.Key("was not taken: the order is cancelled. Put the parcel aside."),
	store.HandoverPickedUp:  web.Key("was not taken: the parcel was picked up before."),
	store.HandoverNoLabel:   web.Key("was not taken: the order has no label yet."),
	store.HandoverStale:     web.Key("was not taken: the label has changed. Print it again."),
}

// handoverPage is the page of a list, for people of the account and for the driver.
type handoverPage struct {
	store.Handover
	Path, Service string
	Status        web.StatusView
	Expected      int64 // parcels that the list may get, with those on it
	Parcels       int64
	Latest        []store.HandoverParcel
	Trouble       []store.HandoverParcel
	Form          *web.Form
	Driver        string // the URL of the driver's page; "" on this page
	Account       string // on the driver's page
}

// Kilograms is the weight of the list.
func (p *handoverPage) Kilograms() string { return p.Weight.String() + " kg" }

// Missing is how many parcels may come still.
func (p *handoverPage) Missing() string {
	if p.Expected >= mostExpected {
		return "> " + strconv.FormatInt(max(0, p.Expected-p.Parcels-1), 10)
	}
	return strconv.FormatInt(p.Expected-p.Parcels, 10)
}

func listHandovers(v *web.Visit) error { return showHandovers(v, http.StatusOK, web.NewForm(nil)) }

func showHandovers(v *web.Visit, status int, f *web.Form) error {
	before, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64)
	lists, err := v.Console.Store.Handovers(v.Context(), v.Account.AccountID, max(0, before), handoversPerPage+1)
	if err != nil {
		return err
	}
	next := ""
	if len(lists) > handoversPerPage {
		lists = lists[:handoversPerPage]
		next = v.URL("handovers?before=" + strconv.FormatInt(lists[handoversPerPage-1].HandoverID, 10))
	}
	services, err := v.Console.Store.MasterData.Services(v.Context())
	if err != nil {
		return err
	}
	names, options := map[int64]string{}, []web.Option{{Value: "", Text: v.T("Choose a service")}}
	for _, s := range services {
		names[s.ServiceID] = s.Name
		options = append(options, web.Option{Value: strconv.FormatInt(s.ServiceID, 10), Text: s.Name})
	}
	rows := make([]handoverPage, len(lists))
	for i, h := range lists {
		rows[i] = handoverPage{Handover: h, Service: names[h.ServiceID], Status: HandoverStates[h.State], Parcels: h.Parcels}
	}
	places, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, shipment.Addresses, listedPlaces)
	if err != nil {
		return err
	}
	return v.Render(status, "handovers.html", map[string]any{
		"Lists": rows, "Next": next, "Services": options, "Places": places,
		"Form": f.Label("service_id", v.T("Service")).Label("place", v.T("Place")),
	})
}

func openHandover(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	place := text(v, f, "place", v.T("Name the place where the parcels are handed over."))
	id, err := strconv.ParseInt(f.Value("service_id"), 10, 64)
	if err == nil {
		_, err = serviceName(v, id)
	}
	if err != nil {
		f.Fail("service_id", v.T("Choose the service of the parcels."))
	}
	if f.Failed() {
		return showHandovers(v, http.StatusUnprocessableEntity, f)
	}
	h, err := v.Console.Store.OpenHandover(v.Context(), v.Account.AccountID, id, place)
	if err != nil {
		return err
	}
	return v.Redirect(handoverPath(v, h.HandoverID))
}

// text is a short text of a form; a problem if there is none, or it is too long.
func text(v *web.Visit, f *web.Form, field, missing string) string {
	value := strings.Join(strings.Fields(f.Value(field)), " ")
	switch {
	case value == "":
		f.Fail(field, missing)
	case utf8.RuneCountInString(value) > maxName || !utf8.ValidString(value) || strings.ContainsRune(value, 0):
		f.Fail(field, v.T("Use at most %d characters.", maxName))
	}
	return value
}

// serviceName is the name of a service. Returns store.ErrNotFound.
func serviceName(v *web.Visit, id int64) (string, error) {
	services, err := v.Console.Store.MasterData.Services(v.Context())
	for _, s := range services {
		if s.ServiceID == id {
			return s.Name, nil
		}
	}
	return "", cmp.Or(err, store.ErrNotFound)
}

func handoverPath(v *web.Visit, id int64) string {
	return v.URL("handovers/" + strconv.FormatInt(id, 10))
}

// readHandover reads the list of the path.
func readHandover(v *web.Visit) (store.Handover, error) {
	id, err := v.PathID("handover")
	if err != nil {
		return store.Handover{}, err
	}
	return v.Console.Store.Handover(v.Context(), v.Account.AccountID, id)
}

// handoverView is the page of a list.
func handoverView(v *web.Visit, h store.Handover, f *web.Form) (*handoverPage, error) {
	p := &handoverPage{Handover: h, Path: handoverPath(v, h.HandoverID), Status: HandoverStates[h.State], Parcels: h.Parcels, Form: f}
	var err error
	if p.Service, err = serviceName(v, h.ServiceID); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	p.Driver = "/console/handover/" + driverToken(v, h.AccountID, h.HandoverID)
	f.Label("given_by", v.T("Handed over by")).Label("taken_by", v.T("Name of the driver")).Label("signature", v.T("Signature of the driver"))
	f.Label("reason", v.T("Reason"))
	if p.Latest, err = v.Console.Store.HandoverParcels(v.Context(), h.AccountID, h.HandoverID, shownParcels); err != nil {
		return nil, err
	}
	if h.State != store.HandoverOpen {
		return p, nil
	}
	p.Expected, err = v.Console.Store.HandoverExpected(v.Context(), h.AccountID, h.ServiceID, mostExpected)
	if p.Expected < p.Parcels {
		p.Expected = p.Parcels
	}
	if err == nil {
		p.Trouble, err = v.Console.Store.HandoverTrouble(v.Context(), h.AccountID, h.HandoverID, shownParcels)
	}
	return p, err
}

func viewHandover(v *web.Visit) error {
	return showHandover(v, http.StatusOK, web.NewForm(url.Values{"given_by": {v.User.Name}}))
}

func showHandover(v *web.Visit, status int, f *web.Form) error {
	h, err := readHandover(v)
	if err != nil {
		return err
	}
	p, err := handoverView(v, h, f)
	if err != nil {
		return err
	}
	return v.Render(status, "handover.html", p)
}

// handoverNow answers a script with what changes on the page of a list.
func handoverNow(v *web.Visit, h store.Handover) error {
	p, err := handoverView(v, h, web.NewForm(nil))
	if err != nil {
		return err
	}
	return v.Fragment(http.StatusOK, "handover.html", "now", p)
}

// scanOnHandover puts the parcel that was scanned on a list, or says why not.
func scanOnHandover(v *web.Visit, h store.Handover) error {
	o, refused, err := oneOrder(v, scannedCode(v))
	if err != nil {
		return err
	}
	if o == nil {
		return send(v, refused)
	}
	result, err := v.Console.Store.AddToHandover(v.Context(), v.Account.AccountID, h.HandoverID, o, v.Request.PostForm.Get("scan"))
	if err != nil {
		return err
	}
	a := answer{"bad", v.T(refusals[result.Refusal]), v.URL("orders/" + url.PathEscape(o.TrackingNo))}
	switch result.Refusal {
	case store.HandoverTaken:
		a.Tone, a.Text = "good", v.T("is on the list.")
	case store.HandoverRepeated:
		a.Tone = "warn"
	case store.HandoverHeld:
		a.Text = v.T("was not taken: the order is held. %s", result.Reason)
	case store.HandoverService:
		service, err := serviceName(v, o.ServiceID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		a.Text = v.T("was not taken: it is of another service, %s.", service)
	case store.HandoverOnOtherList:
		a.Text, a.Path = v.T("was not taken: it is on the list %s.", result.Other.Number()), handoverPath(v, result.Other.HandoverID)
	default:
	}
	return send(v, a)
}

func removeFromHandover(v *web.Visit) error {
	id, err := v.PathID("handover")
	if err != nil {
		return err
	}
	order, err := strconv.ParseInt(v.FormValue("order"), 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	if err := v.Console.Store.RemoveFromHandover(v.Context(), v.Account.AccountID, id, order); err != nil {
		return err
	}
	return v.Redirect(handoverPath(v, id))
}

// closing reads the form that closes a list.
func closing(v *web.Visit, h *store.Handover) *web.Form {
	f := web.NewForm(v.Request.PostForm)
	h.GivenBy = text(v, f, "given_by", v.T("Enter the name of who hands the parcels over."))
	h.TakenBy = text(v, f, "taken_by", v.T("Enter the name of the driver."))
	h.Signature = f.Value("signature")
	signed := signatureShape.MatchString(h.Signature) && len(h.Signature) <= maxSignature
	switch {
	case f.Value("paper") != "":
		h.Signature = ""
	case !signed:
		f.Fail("signature", v.T("Let the driver sign in the box, or on paper."))
	}
	h.Parcels, _ = strconv.ParseInt(f.Value("parcels"), 10, 64)
	if h.Parcels < 1 {
		f.Fail("", v.T("Scan at least one parcel."))
	}
	return f
}

// closeList closes a list and goes to a page, or shows the form with its problems: also if parcels cannot be handed over any more.
func closeList(v *web.Visit, h store.Handover, then string, show func(*web.Visit, int, *web.Form) error) error {
	f := closing(v, &h)
	if v.User.UserID == 0 {
		v.User.Email = "driver " + h.TakenBy // in the audit log, and as who closed it
	}
	trouble, err := v.Console.Store.HandoverTrouble(v.Context(), h.AccountID, h.HandoverID, 1)
	if err != nil {
		return err
	}
	if len(trouble) > 0 {
		f.Fail("", v.T("Take the parcels off the list that cannot be handed over any more."))
	}
	if !f.Failed() {
		err = v.Console.Store.CloseHandover(v.Context(), h)
	}
	switch {
	case errors.Is(err, store.ErrChanged):
		f.Fail("", v.T("The list has changed meanwhile. Look at the number of parcels, and close it again."))
	case err != nil:
		return err
	}
	if f.Failed() {
		return show(v, http.StatusUnprocessableEntity, f)
	}
	return v.Redirect(then)
}

func closeHandover(v *web.Visit, h store.Handover) error {
	return closeList(v, h, handoverPath(v, h.HandoverID), showHandover)
}

func reopenHandover(v *web.Visit, h store.Handover) error {
	f := web.NewForm(v.Request.PostForm)
	reason := text(v, f, "reason", v.T("Say why the list is opened again."))
	if !f.Failed() {
		err := v.Console.Store.ReopenHandover(v.Context(), h.AccountID, h.HandoverID, reason)
		if errors.Is(err, store.ErrChanged) {
			f.Fail("", v.T("The list is not closed."))
		} else if err != nil {
			return err
		}
	}
	if f.Failed() {
		return showHandover(v, http.StatusUnprocessableEntity, f)
	}
	return v.Redirect(handoverPath(v, h.HandoverID))
}

// driverToken names a list in the URL of the driver's page, which is secret.
func driverToken(v *web.Visit, accountID, handoverID int64) string {
	mac := hmac.New(sha256.New, v.Console.Secret)
	fmt.Fprintf(mac, "handover %d %d", accountID, handoverID)
	return fmt.Sprintf("%d-%d-%s", accountID, handoverID, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]))
}

// ofDriver reads the list of a driver's page, and makes its account that of the visit.
func ofDriver(v *web.Visit) (h store.Handover, err error) {
	token := v.Request.PathValue("token")
	var accountID, handoverID int64
	if n, _ := fmt.Sscanf(token, "%d-%d-", &accountID, &handoverID); n != 2 ||
		!hmac.Equal([]byte(token), []byte(driverToken(v, accountID, handoverID))) {
		return h, store.ErrNotFound
	}
	if h, err = v.Console.Store.Handover(v.Context(), accountID, handoverID); err != nil {
		return h, err
	}
	if h.State == store.HandoverClosed && v.Console.Now().Sub(h.ClosedOn) > driverDays {
		return h, store.ErrNotFound
	}
	if v.User.UserID == 0 {
		v.User.Email = "driver" // in the audit log
	}
	v.NoStore()
	return h, nil
}

func viewAsDriver(v *web.Visit) error { return showDriver(v, http.StatusOK, web.NewForm(nil)) }

func showDriver(v *web.Visit, status int, f *web.Form) error {
	h, err := ofDriver(v)
	if err != nil {
		return err
	}
	p, err := handoverView(v, h, f)
	if err != nil {
		return err
	}
	account, err := v.Console.Store.MasterData.Account(v.Context(), h.AccountID)
	if err != nil {
		return err
	}
	p.Path, p.Driver, p.Account = v.Request.URL.Path, "", account.Name
	return v.Render(status, "handover_driver.html", p)
}

// signByDriver closes a list on the driver's page.
func signByDriver(v *web.Visit) error {
	h, err := ofDriver(v)
	if err != nil {
		return err
	}
	return closeList(v, h, v.Request.URL.Path, showDriver)
}
