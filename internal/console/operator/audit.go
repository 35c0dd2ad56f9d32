package operator

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// auditRow is an entry of the audit log with what changed.
type auditRow struct {
	audit.Entry
	Account string // its name; "": the subject is the operator's own
	Text    string // who did what, as a sentence
	Changes []auditChange
}

// auditChange is a value before and after a change. A value that did not exist is "".
type auditChange struct{ Name, Old, New string }

// subjectCustoms is the kind of the subjects that say how long the data for customs of a country are kept.
const subjectCustoms = "customs"

// subjects are the kinds of subjects that one can filter by, each with its words.
var subjects = [][2]string{
	{audit.SubjectAccount, web.Key("Account")},
	{audit.SubjectKey, web.Key("Key")},
	{audit.SubjectOrder, web.Key("Order")},
	{audit.SubjectImport, web.Key("Import")},
	{audit.SubjectJob, web.Key("Change or export of many orders")},
	{audit.SubjectEndpoint, web.Key("Webhook endpoint")},
	{audit.SubjectService, web.Key("Service")},
	{audit.SubjectPartner, web.Key("Partner")},
	{audit.SubjectRule, web.Key("Rule")},
	{audit.SubjectRates, web.Key("Exchange rates")},
	{audit.SubjectHSCodes, web.Key("HS codes")},
	{audit.SubjectSanctions, web.Key("Lists of sanctions")},
	{audit.SubjectUser, web.Key("User")},
	{audit.SubjectMember, web.Key("Role of a user")},
	{audit.SubjectHandover, web.Key("Hand-over list")},
	{audit.SubjectHub, web.Key("Hub")},
	{audit.SubjectRun, web.Key("Pickup run")},
	{audit.SubjectBag, web.Key("Bag")},
	{audit.SubjectConsignment, web.Key("Consignment")},
	{audit.SubjectBroker, web.Key("Columns of manifests for a broker")},
	{subjectCustoms, web.Key("Customs data")},
	{shipment.Templates.Kind, web.Key("Template")},
	{shipment.Addresses.Kind, web.Key("Address")},
	{shipment.Goods.Kind, web.Key("Goods")},
	{shipment.Boxes.Kind, web.Key("Box")},
	{shipment.Drafts.Kind, web.Key("Draft")},
	{shipment.Views.Kind, web.Key("Saved view")},
}

// subjectTexts are the kinds of subjects in words.
var subjectTexts = each.With(each.Pairs(subjects, func(s [2]string) (kind, text string) { return s[0], s[1] }),
	audit.SubjectLabelKey, web.Key("Key of label addresses"))

// auditLog lists who changed what.
func auditLog(v *web.Visit) error { return showAudit(v, nil) }

// accountAudit is the audit log of the account for its administrators.
func accountAudit(v *web.Visit) error { return showAudit(v, v.SettingsTabs()) }

// showAudit shows the entries of the page's account alone, if it has one.
func showAudit(v *web.Visit, tabs []web.NavLink) error {
	filter, err := readAuditFilter(v)
	if err != nil {
		return err
	}
	if v.Account.AccountID != 0 {
		filter.AccountID = &v.Account.AccountID
	}
	entries, more, err := v.Console.Store.Audit.List(v.Context(), filter, v.FormValue("after"), pageRows)
	if errors.Is(err, store.ErrNotFound) {
		return badQuery(v)
	}
	r := web.Reading{Err: err}
	names := web.Read2(&r, readAuditNames, v, entries)
	next := web.Next(entries, more, func(last audit.Entry) string { return v.Link("after", last.ID()) })
	kinds := web.Options(v.T("Everything"), subjects, func(s [2]string) web.Option { return web.Option{Value: s[0], Text: v.T(s[1])} })
	if r.Err != nil {
		return r.Err
	}
	return v.Render(http.StatusOK, "operator_audit.html", map[string]any{
		"Rows": each.Of(entries, names.row), "Next": next, "Kinds": kinds, "Filters": web.NewForm(v.Request.URL.Query()),
		"Chips": auditChips(v, filter, names.accounts), "Tabs": tabs,
	})
}

// readAuditFilter reads the filter of the query. Days are those of the user's zone.
func readAuditFilter(v *web.Visit) (f audit.Filter, err error) {
	f.SubjectKind, f.Subject, f.Actor = v.FormValue("kind"), v.FormValue("subject"), v.FormValue("actor")
	if f.Subject != "" && f.SubjectKind == "" {
		return f, badQuery(v)
	}
	if text := v.FormValue("account"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 0 {
			return f, badQuery(v)
		}
		f.AccountID = &id
	}
	for name, at := range map[string]*time.Time{"from": &f.From, "until": &f.Until} {
		if text := v.FormValue(name); text != "" {
			if *at, err = time.ParseInLocation(time.DateOnly, text, v.Zone); err != nil {
				return f, badQuery(v)
			}
		}
	}
	if !f.Until.IsZero() {
		f.Until = f.Until.AddDate(0, 0, 1) // the day itself too
	}
	return f, nil
}

// auditChips are the filters that have no field.
func auditChips(v *web.Visit, f audit.Filter, names map[int64]string) []chip {
	account := ""
	if id := f.AccountID; id != nil && v.Account.AccountID == 0 {
		account = cmp.Or(names[*id], strconv.FormatInt(*id, 10))
		if *id == 0 {
			account = v.T("Operator")
		}
	}
	return chipsOf(v, "account", account, "subject", f.Subject)
}

// auditChanges are the members whose values differ, by name, in the words of the visit.
func auditChanges(v *web.Visit, e *audit.Entry) []auditChange {
	var old, fresh map[string]json.RawMessage
	_ = json.Unmarshal([]byte(e.Old), &old) // "" and what is no object has no members
	_ = json.Unmarshal([]byte(e.New), &fresh)
	if old == nil && fresh == nil {
		return []auditChange{newAuditChange(v, e.SubjectKind, "", json.RawMessage(e.Old), json.RawMessage(e.New))}
	}
	all := map[string]json.RawMessage{}
	maps.Copy(all, old)
	maps.Copy(all, fresh)
	var changes []auditChange
	for _, name := range slices.Sorted(maps.Keys(all)) {
		isEmpty := slices.Contains(emptyValues, string(fresh[name]))
		if old == nil && isEmpty || name == "updated_on" || name == "account_id" {
			continue // what a creation left as it is, and what the entry has itself
		}
		if !bytes.Equal(old[name], fresh[name]) && name == "created_by_key" {
			changes = append(changes, auditChange{auditName(v, e.SubjectKind, name), "", v.KeyNamed(string(fresh[name]))})
		} else if !bytes.Equal(old[name], fresh[name]) {
			changes = append(changes, newAuditChange(v, e.SubjectKind, name, old[name], fresh[name]))
		}
	}
	return changes
}

// emptyValues are the JSON values of members that were not set.
var emptyValues = []string{"null", `""`, "false", "0", "[]", "{}"}
