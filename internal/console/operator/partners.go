package operator

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/fulfil"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// partnerView is a partner with its health.
type partnerView struct {
	Name     string
	Adapter  masterdata.Partner // zero for one that needs no adapter
	BuiltIn  bool               // it needs no adapter
	Queue    store.PartnerQueue
	State    fulfil.PartnerState
	Services int // that name it
}

// Health is the badge of the partner.
func (p *partnerView) Health() web.StatusView {
	switch {
	case !p.Adapter.DisabledOn.IsZero():
		return web.StatusView{Tone: "off", Text: web.Key("Disabled")}
	case p.State.CircuitOpen:
		return web.StatusView{Tone: "bad", Text: web.Key("Does not answer")}
	case !p.State.Configured:
		return web.StatusView{Tone: "warn", Text: web.Key("Not called by this server")}
	case p.State.Failures > 0:
		return web.StatusView{Tone: "warn", Text: web.Key("Calls fail")}
	}
	return web.StatusView{Tone: "good", Text: web.Key("Answers")}
}

// allPartners are the partners with an adapter, and those without one that services or this server use.
func allPartners(v *web.Visit) ([]partnerView, error) {
	var r web.Reading
	adapters := web.Read1(&r, v.Console.Store.MasterData.Partners, v.Context())
	services := web.Read1(&r, v.Console.Store.MasterData.Services, v.Context())
	queues := web.Read1(&r, v.Console.Store.Ledger.SubmissionStats, v.Context())
	if r.Err != nil {
		return nil, r.Err
	}
	var all []partnerView
	find := func(name string) *partnerView {
		at := slices.IndexFunc(all, func(p partnerView) bool { return p.Name == name })
		if at < 0 {
			all = append(all, partnerView{Name: name, BuiltIn: true, State: v.Console.PartnerState(name)})
			at = len(all) - 1
		}
		return &all[at]
	}
	for _, a := range adapters {
		p := find(a.Name)
		p.Adapter, p.BuiltIn = a, false
	}
	for _, name := range append(shipment.BuiltInPartners(), shipment.PartnerSimulated) {
		if v.Console.PartnerState(name).Configured {
			find(name)
		}
	}
	for _, sv := range services {
		if sv.Partner != "" {
			find(sv.Partner).Services++
		}
	}
	for _, q := range queues {
		find(q.Partner).Queue = q
	}
	slices.SortFunc(all, func(a, b partnerView) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

func partnerOption(p partnerView) web.Option { return web.Itself(p.Name) }

// partners lists the partners with their health.
func partners(v *web.Visit) error {
	all, err := allPartners(v)
	return v.Show(err, http.StatusOK, "operator_partners.html", map[string]any{"Partners": all})
}

// callView is a call of this server to a partner.
type callView struct {
	fulfil.Call
	What string // a key of texts
	How  web.StatusView
}

func callViews(calls []fulfil.Call) []callView {
	return each.Of(calls, func(c fulfil.Call) callView {
		c.Took = c.Took.Round(time.Millisecond)
		return callView{c, attemptKinds[c.Kind], outcomeOf(c.Outcome)}
	})
}

// partner shows a partner: its health, its last calls and its settings.
func partner(v *web.Visit) error { return showPartner(v, http.StatusOK, nil) }

func showPartner(v *web.Visit, status int, f *web.Form) error {
	all, err := allPartners(v)
	at := slices.IndexFunc(all, func(p partnerView) bool { return p.Name == v.Request.PathValue("partner") })
	if at < 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	p := &all[at]
	waiting, err := v.Console.Store.Ledger.Submissions(v.Context(), store.LedgerFilter{Partner: p.Name, Limit: 5})
	if f == nil {
		f = partnerForm(v, partnerValues(p.Adapter))
	}
	return v.Show(err, status, "operator_partner.html", map[string]any{
		"Partner": p, "Health": p.Health(), "Calls": callViews(p.State.Calls), "Form": f, "Now": v.Console.Now(), "Waiting": waiting,
		"Overlaps": overlapOptions(v),
	})
}

// partnerValues are the settings of a partner as its form has them.
func partnerValues(p masterdata.Partner) url.Values {
	return url.Values{
		"name": {p.Name}, "url": {p.BaseURL}, "concurrency": {strconv.Itoa(p.Concurrency)},
		"timeout":               {strconv.FormatFloat(p.CallTimeout.Seconds(), 'f', -1, 64)},
		"allow_private_network": web.Ticked(p.PrivateNetwork),
	}
}

func partnerForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("name", v.T("Name")).Label("url", v.T("URL of its adapter")).Label("concurrency", v.T("Calls at once")).
		Label("timeout", v.T("Seconds that one call may take")).Label("allow_private_network", v.T("The adapter is in a private network"))
}

// readPartner reads the settings in a form into a partner.
func readPartner(v *web.Visit, f *web.Form, p *masterdata.Partner) {
	p.BaseURL, p.PrivateNetwork = strings.TrimSpace(f.Value("url")), f.Value("allow_private_network") != ""
	var err error
	if p.Concurrency, err = strconv.Atoi(strings.TrimSpace(f.Value("concurrency"))); err != nil {
		v.Refuse(f, "concurrency", problem.NotInteger)
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(f.Value("timeout")), 64)
	if err != nil || math.IsNaN(seconds) {
		v.Refuse(f, "timeout", problem.NotNumber)
		return
	}
	p.CallTimeout = time.Duration(max(0, min(seconds, 1e6))*1000) * time.Millisecond
}

// newPartner shows the form of a new partner.
func newPartner(v *web.Visit) error {
	p := masterdata.Partner{Concurrency: shipment.PartnerConcurrency, CallTimeout: shipment.PartnerTimeout}
	return showNewPartner(v, http.StatusOK, partnerForm(v, partnerValues(p)))
}

func showNewPartner(v *web.Visit, status int, f *web.Form) error {
	return v.Render(status, "operator_partner_new.html", map[string]any{"Form": f})
}

// createPartner creates a partner, and shows its secret once.
func createPartner(v *web.Visit) error {
	f := partnerForm(v, v.Request.PostForm)
	p := masterdata.Partner{Name: strings.TrimSpace(f.Value("name"))}
	readPartner(v, f, &p)
	var secret string
	var err error
	if !f.Failed() {
		p, secret, err = v.Console.Store.MasterData.CreatePartner(v.Context(), p)
	}
	if err != nil || f.Failed() {
		return v.Again(f, err, showNewPartner)
	}
	return showSecret(v, p, secret)
}

// showSecret shows the secret of a partner, which is not shown again.
func showSecret(v *web.Visit, p masterdata.Partner, secret string) error {
	v.NoStore()
	return v.Render(http.StatusOK, "operator_secret.html", map[string]any{"Partner": p, "Secret": secret})
}

// updatePartner changes the settings of a partner.
func updatePartner(v *web.Visit) error {
	f := partnerForm(v, v.Request.PostForm)
	readPartner(v, f, &masterdata.Partner{})
	var err error
	if !f.Failed() {
		_, err = v.Console.Store.MasterData.UpdatePartner(v.Context(), v.Request.PathValue("partner"), func(p *masterdata.Partner) error {
			readPartner(v, f, p)
			return nil
		})
	}
	toast := v.T("The settings are saved. Servers follow within ten seconds.")
	return v.Finish(v.FailWith(f, err), f, showPartner, toast, partnerPath(v))
}

func partnerPath(v *web.Visit) string {
	return web.OperatorPath + "partners/" + url.PathEscape(v.Request.PathValue("partner"))
}

// switchPartner disables or enables a partner.
func switchPartner(v *web.Visit) error {
	name := v.Request.PathValue("partner")
	if v.FormValue("on") != "" {
		return v.Done(v.Console.Store.MasterData.EnablePartner(v.Context(), name),
			v.T("%s is called again within ten seconds.", name), partnerPath(v))
	}
	question := v.T("Disable %s? Its orders wait, and what it sends is refused.", name)
	if confirmed, err := v.Confirm(question, v.T("Disable the partner")); !confirmed {
		return err
	}
	return v.Done(v.Console.Store.MasterData.DisablePartner(v.Context(), name), v.T("%s is disabled.", name), partnerPath(v))
}

// overlaps are for how long an old secret is valid too, in hours.
var overlaps = []int{0, 1, 24, 168, 720}

func overlapOptions(v *web.Visit) []web.Option {
	options := each.Of(overlaps, func(hours int) web.Option {
		return web.Option{Value: strconv.Itoa(hours), Text: v.T("%d hours", hours)}
	})
	options[0].Text = v.T("Not at all: it was stolen")
	return options
}

// rotatePartner gives a partner a new secret, and shows it once.
func rotatePartner(v *web.Visit) error {
	if confirmed, err := v.Confirm(v.T("Make a new secret for %s?", v.Request.PathValue("partner")), v.T("Make a new secret")); !confirmed {
		return err
	}
	hours, err := strconv.Atoi(v.FormValue("overlap"))
	if err != nil || !slices.Contains(overlaps, hours) {
		return &web.BadFormError{Cause: errors.New("overlap")}
	}
	p, secret, err := v.Console.Store.MasterData.RotatePartnerSecret(v.Context(), v.Request.PathValue("partner"),
		time.Duration(hours)*time.Hour)
	if err != nil {
		return err
	}
	return showSecret(v, p, secret)
}
