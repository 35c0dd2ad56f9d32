package console

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// partnerView is a partner with its health.
type partnerView struct {
	Name     string
	Adapter  store.Partner // zero for one that needs no adapter
	BuiltIn  bool          // it needs no adapter
	Queue    store.PartnerQueue
	State    fulfil.PartnerState
	Services int // that name it
}

// OldestAge is for how long the oldest submission has been due.
func (p *partnerView) OldestAge(now time.Time) time.Duration {
	if p.Queue.OldestDue.IsZero() {
		return 0
	}
	return max(0, now.Sub(p.Queue.OldestDue))
}

// Health is the badge of the partner.
func (p *partnerView) Health() statusView {
	switch {
	case !p.Adapter.DisabledOn.IsZero():
		return statusView{"off", key("Disabled")}
	case p.State.CircuitOpen:
		return statusView{"bad", key("Does not answer")}
	case !p.State.Configured:
		return statusView{"warn", key("Not called by this server")}
	case p.State.Failures > 0:
		return statusView{"warn", key("Calls fail")}
	}
	return statusView{"good", key("Answers")}
}

// allPartners are the partners with an adapter, and those without one that services or this server use.
func (v *visit) allPartners() ([]partnerView, error) {
	s := v.console.Store
	adapters, err := s.Partners(v.ctx())
	if err != nil {
		return nil, err
	}
	services, err := s.Services(v.ctx())
	if err != nil {
		return nil, err
	}
	queues, err := s.SubmissionStats(v.ctx())
	if err != nil {
		return nil, err
	}
	var all []partnerView
	find := func(name string) *partnerView {
		at := slices.IndexFunc(all, func(p partnerView) bool { return p.Name == name })
		if at < 0 {
			all = append(all, partnerView{Name: name, BuiltIn: true, State: v.console.PartnerState(name)})
			at = len(all) - 1
		}
		return &all[at]
	}
	for _, a := range adapters {
		p := find(a.Name)
		p.Adapter, p.BuiltIn = a, false
	}
	for _, name := range append(shipment.BuiltInPartners(), shipment.PartnerSimulated) {
		if v.console.PartnerState(name).Configured {
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

// partnerNames are the names of all partners.
func (v *visit) partnerNames() ([]string, error) {
	all, err := v.allPartners()
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names, err
}

// partners lists the partners with their health.
func (v *visit) partners() error {
	all, err := v.allPartners()
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "operator_partners.html", map[string]any{"Partners": all, "Now": v.console.Now()})
}

// callView is a call of this server to a partner.
type callView struct {
	fulfil.Call
	What string // a key of texts
	How  statusView
}

func callViews(calls []fulfil.Call) []callView {
	views := make([]callView, len(calls))
	for i, c := range calls {
		views[i] = callView{c, attemptKinds[c.Kind], outcomeOf(c.Outcome)}
		views[i].Took = c.Took.Round(time.Millisecond)
	}
	return views
}

// partner shows a partner: its health, its last calls and its settings.
func (v *visit) partner() error { return v.showPartner(http.StatusOK, nil) }

func (v *visit) showPartner(status int, f *form) error {
	all, err := v.allPartners()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(p partnerView) bool { return p.Name == v.r.PathValue("partner") })
	if at < 0 {
		return store.ErrNotFound
	}
	p := &all[at]
	waiting, err := v.console.Store.Submissions(v.ctx(), store.SubmissionFilter{Partner: p.Name, Limit: 5})
	if err != nil {
		return err
	}
	if f == nil {
		f = v.partnerForm(partnerValues(p.Adapter))
	}
	return v.render(status, "operator_partner.html", map[string]any{
		"Partner": p, "Health": p.Health(), "Calls": callViews(p.State.Calls), "Form": f, "Now": v.console.Now(), "Waiting": waiting,
		"Overlaps": v.overlapOptions(),
	})
}

// partnerValues are the settings of a partner as its form has them.
func partnerValues(p store.Partner) url.Values {
	values := url.Values{
		"name": {p.Name}, "url": {p.BaseURL}, "concurrency": {strconv.Itoa(p.Concurrency)},
		"timeout": {strconv.FormatFloat(p.CallTimeout.Seconds(), 'f', -1, 64)},
	}
	if p.PrivateNetwork {
		values.Set("allow_private_network", "1")
	}
	return values
}

func (v *visit) partnerForm(values url.Values) *form {
	return newForm(values).label("name", v.t("Name")).label("url", v.t("URL of its adapter")).label("concurrency", v.t("Calls at once")).
		label("timeout", v.t("Seconds that one call may take")).label("allow_private_network", v.t("The adapter is in a private network"))
}

// readPartner reads the settings in a form into a partner.
func (v *visit) readPartner(f *form, p *store.Partner) {
	p.BaseURL, p.PrivateNetwork = strings.TrimSpace(f.Value("url")), f.Value("allow_private_network") != ""
	var err error
	if p.Concurrency, err = strconv.Atoi(strings.TrimSpace(f.Value("concurrency"))); err != nil {
		f.fail("concurrency", v.t(settingTexts["concurrency"]))
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(f.Value("timeout")), 64)
	if err != nil || !(seconds > 0 && seconds < 1e6) {
		f.fail("timeout", v.t(settingTexts["timeout"]))
		return
	}
	p.CallTimeout = time.Duration(seconds*1000) * time.Millisecond
}

// settingTexts say what a field of an account, a partner or a service must be.
var settingTexts = map[string]string{
	"name":                  key("Enter 1 to 100 characters."),
	"tracking_prefix":       key("Enter 2 to 4 capital letters, such as AX."),
	"rate_limit":            key("Enter a number of requests, 0 or more."),
	"rate_burst":            key("Enter a number of requests, 0 or more. It needs a rate."),
	"concurrency":           key("Enter a number from 1 to 1,000."),
	"timeout":               key("Enter a number of seconds from 0.1 to 300."),
	"url":                   key("Enter an address such as https://adapter.example.com/waybill."),
	"allow_private_network": key("Without https the network can read the orders. It is allowed in a private network only."),
	"partner":               key("Choose a partner that is not disabled."),
	"category":              key("Choose pickup or drop-off."),
	"id":                    key("Enter a positive number that no service has, or none."),
}

// failSetting puts the error of a setting in a form. It returns other errors.
func (v *visit) failSetting(f *form, err error) error {
	field, ok := errors.AsType[*store.FieldError](err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNameTaken):
		f.fail("name", v.t("This name is in use: choose another one."))
		return nil
	case !ok:
		return err
	}
	f.fail(field.Field, v.t(settingTexts[field.Field]))
	return nil
}

// newPartner shows the form of a new partner.
func (v *visit) newPartner() error {
	return v.showNewPartner(http.StatusOK, v.partnerForm(partnerValues(store.Partner{Concurrency: 8, CallTimeout: 10 * time.Second})))
}

func (v *visit) showNewPartner(status int, f *form) error {
	return v.render(status, "operator_partner_new.html", map[string]any{"Form": f})
}

// createPartner creates a partner, and shows its secret once.
func (v *visit) createPartner() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.partnerForm(v.r.PostForm)
	p := store.Partner{Name: strings.TrimSpace(f.Value("name"))}
	v.readPartner(f, &p)
	if !f.failed() {
		if err := v.failPartner(f, p.Check()); err != nil {
			return err
		}
	}
	var secret string
	if !f.failed() {
		var err error
		if p, secret, err = v.console.Store.CreatePartner(v.ctx(), p); err != nil {
			if err := v.failSetting(f, err); err != nil {
				return err
			}
		}
	}
	if f.failed() {
		return v.showNewPartner(http.StatusUnprocessableEntity, f)
	}
	return v.showSecret(p, secret)
}

// failPartner is failSetting with the text for the name of a partner.
func (v *visit) failPartner(f *form, err error) error {
	if field, ok := errors.AsType[*store.FieldError](err); ok && field.Field == "name" {
		f.fail("name", v.t("Enter a small letter, then up to 31 small letters, digits and -. Built-in partners have their own names."))
		return nil
	}
	return v.failSetting(f, err)
}

// showSecret shows the secret of a partner, which is not shown again.
func (v *visit) showSecret(p store.Partner, secret string) error {
	v.w.Header().Set("Cache-Control", "no-store")
	return v.render(http.StatusOK, "operator_secret.html", map[string]any{"Partner": p, "Secret": secret})
}

// updatePartner changes the settings of a partner.
func (v *visit) updatePartner() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.partnerForm(v.r.PostForm)
	v.readPartner(f, &store.Partner{})
	if f.failed() {
		return v.showPartner(http.StatusUnprocessableEntity, f)
	}
	_, err := v.console.Store.UpdatePartner(v.ctx(), v.r.PathValue("partner"), func(p *store.Partner) error {
		v.readPartner(f, p)
		return p.Check()
	})
	if err := v.failPartner(f, err); err != nil {
		return err
	}
	if f.failed() {
		return v.showPartner(http.StatusUnprocessableEntity, f)
	}
	v.toast(v.t("The settings are saved. Servers follow within ten seconds."))
	return v.redirect(v.partnerPath())
}

func (v *visit) partnerPath() string {
	return operatorPath + "partners/" + url.PathEscape(v.r.PathValue("partner"))
}

// switchPartner disables or enables a partner.
func (v *visit) switchPartner() error {
	name := v.r.PathValue("partner")
	if err := v.parse(); err != nil {
		return err
	}
	if v.form("on") != "" {
		if err := v.console.Store.EnablePartner(v.ctx(), name); err != nil {
			return err
		}
		v.toast(v.t("%s is called again within ten seconds.", name))
		return v.redirect(v.partnerPath())
	}
	confirmed, err := v.confirm(v.t("Disable %s? Its orders wait, and what it sends is refused.", name), v.t("Disable the partner"))
	if err != nil || !confirmed {
		return err
	}
	if err := v.console.Store.DisablePartner(v.ctx(), name); err != nil {
		return err
	}
	v.toast(v.t("%s is disabled.", name))
	return v.redirect(v.partnerPath())
}

// overlaps are for how long an old secret is valid too, in hours.
var overlaps = []int{0, 1, 24, 168, 720}

func (v *visit) overlapOptions() []option {
	options := make([]option, len(overlaps))
	for i, hours := range overlaps {
		options[i] = option{strconv.Itoa(hours), v.t("%d hours", hours)}
	}
	options[0].Text = v.t("Not at all: it was stolen")
	return options
}

// rotatePartner gives a partner a new secret, and shows it once.
func (v *visit) rotatePartner() error {
	confirmed, err := v.confirm(v.t("Make a new secret for %s?", v.r.PathValue("partner")), v.t("Make a new secret"))
	if err != nil || !confirmed {
		return err
	}
	hours, err := strconv.Atoi(v.form("overlap"))
	if err != nil || !slices.Contains(overlaps, hours) {
		return &badFormError{errors.New("overlap")}
	}
	p, secret, err := v.console.Store.RotatePartnerSecret(v.ctx(), v.r.PathValue("partner"), time.Duration(hours)*time.Hour)
	if err != nil {
		return err
	}
	return v.showSecret(p, secret)
}
