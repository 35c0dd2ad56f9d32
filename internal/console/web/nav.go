package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// frame is the data of the layout around a page.
type frame struct {
	Lang               string
	Scan, Find         string // the paths that scans, and what Ctrl+K finds, are sent to; "" on pages of no account
	SignedIn           bool
	Paused             bool   // this server makes no outgoing calls
	Name               string // of the user
	Toast              string
	Account            string // its name; "" on pages of no account
	AccountHome        string
	Accounts           []NavLink // that the user can switch to
	AllAccounts        string    // path of the list of all; "" if the user may not see it
	Orders, NewOrder   string    // paths; "" on pages of no account, or if the user may not
	Me                 string    // path of the user's own page
	Links              []NavLink // of this page's account, or the operator
	OperatorLinks      []NavLink // on a page of an account: the way to the operator's pages
	Search             string    // what was searched
	IsOperatorsSection bool
}

// NavLink is a link of the navigation.
type NavLink struct {
	Path, Text string // Text is a key of texts, or the name of an account
	Icon       string
	Group      string // the title of its group, if it is the first of one
	Current    bool
}

// maxSwitches is how many accounts the navigation lists.
const maxSwitches = 50

// navItem is a page of the navigation. It is shown if there is a route with the path, and the user may use it.
type navItem struct{ path, text, icon, group string }

// AccountPath is the home of an account, and the begin of the paths of its pages.
const AccountPath = "/console/accounts/{account}/"

// AccountHome is the path of the home of an account.
func AccountHome(id int64) string { return fmt.Sprintf("/console/accounts/%d/", id) }

var accountNav = []navItem{
	{AccountPath, Key("Home"), "house", Key("Work")},
	{AccountPath + "orders", Key("Orders"), "package", Key("Work")},
	{AccountPath + "pack", Key("Pack"), "package-check", Key("Work")},
	{AccountPath + "handovers", Key("Hand-over lists"), "clipboard-check", Key("Work")},
	{AccountPath + "imports", Key("Imports"), "upload", Key("Data")},
	{AccountPath + "batches", Key("Batches"), "layers", Key("Data")},
	{AccountPath + "books", Key("Address book"), "book-user", Key("Data")},
	{AccountPath + "settings", Key("Settings"), "settings", Key("Account")},
}

// OperatorPath is the home of the operator, and the begin of the paths of its pages.
const OperatorPath = "/console/operator/"

var operatorNav = []navItem{
	{OperatorPath, Key("Overview"), "layout-dashboard", Key("Work")},
	{OperatorPath + "submissions", Key("Submissions"), "send", Key("Work")},
	{OperatorPath + "endpoints", Key("Webhook endpoints"), "webhook", Key("Work")},
	{OperatorPath + "requests", Key("Requests"), "activity", Key("Work")},
	{OperatorPath + "parcels", Key("Parcels"), "package", Key("Floor")},
	{OperatorPath + "floor", Key("Hub scans"), "package-check", Key("Floor")},
	{OperatorPath + "runs", Key("Pickup runs"), "truck", Key("Floor")},
	{OperatorPath + "bags", Key("Bags"), "layers", Key("Floor")},
	{OperatorPath + "consignments", Key("Consignments"), "plane", Key("Floor")},
	{OperatorPath + "stops", Key("Stopped parcels"), "ban", Key("Floor")},
	{OperatorPath + "accounts", Key("Accounts"), "building-2", Key("Data")},
	{OperatorPath + "users", Key("Users"), "users", Key("Data")},
	{OperatorPath + "hubs", Key("Hubs"), "map-pin", Key("Data")},
	{OperatorPath + "services", Key("Services"), "route", Key("Data")},
	{OperatorPath + "partners", Key("Partners"), "plug", Key("Data")},
	{OperatorPath + "rules", Key("Rules"), "scale", Key("Data")},
	{OperatorPath + "audit", Key("Audit log"), "history", Key("Server")},
	{OperatorPath + "system", Key("System"), "server", Key("Server")},
}

// frame returns the frame of the page.
func (v *Visit) frame() *frame {
	f := &frame{
		Lang: v.Language.Tag, SignedIn: v.User.UserID != 0, Paused: v.Console.Outgoing.Paused(), Name: v.User.Name, Toast: v.takeToast(),
		IsOperatorsSection: strings.HasPrefix(v.Request.URL.Path, OperatorPath),
	}
	if !f.SignedIn {
		return f
	}
	f.Name = cmp.Or(f.Name, v.User.Email)
	if v.Account.AccountID == 0 && len(v.Members) == 1 && !v.Can(shipment.Operate) {
		only := *v // a user's own page, and errors, keep the navigation of the only account
		only.Account, only.roles = v.Members[0].Account, append(slices.Clone(v.roles), v.Members[0].Role)
		v = &only
	}
	f.Me, f.AllAccounts = v.Allowed("/console/me"), v.Allowed(OperatorPath+"accounts")
	for _, m := range v.Members[:min(len(v.Members), maxSwitches)] {
		f.Accounts = append(f.Accounts, NavLink{Path: AccountHome(m.AccountID), Text: m.Name, Current: m.AccountID == v.Account.AccountID})
	}
	if v.Account.AccountID == 0 {
		if f.Links = v.navLinks(operatorNav); v.MayOpen(OperatorPath) {
			f.Find = OperatorPath + "find"
		}
		if v.Request.URL.Path == OperatorPath+"floor" {
			f.Scan = OperatorPath + "floor/scan"
		}
		if id := cmp.Or(v.Request.PathValue("run"), v.Request.PathValue("id")); id != "" && f.IsOperatorsSection {
			list, _, _ := strings.Cut(v.Request.URL.Path, "/"+id)
			f.Scan = list + "/" + id + "/scan"
		}
		return f
	}
	f.Account, f.AccountHome, f.Links = v.Account.Name, v.URL(""), v.navLinks(accountNav)
	f.OperatorLinks = v.navLinks(operatorNav[:1])
	if v.MayOpen(AccountPath + "orders") {
		f.Orders, f.Search = v.URL("orders"), v.Request.URL.Query().Get("q")
		f.Scan, f.Find = v.URL("scan"), v.URL("find")
	}
	f.NewOrder = v.Allowed(AccountPath + "orders/new")
	return f
}

// MayOpen reports whether there is a route with a path, and the user may use it.
func (v *Visit) MayOpen(path string) bool {
	needed, exists := v.Console.linked[path]
	return exists && v.Can(needed)
}

// Allowed is the path of the page of a route, "" if there is none or the user may not use it.
func (v *Visit) Allowed(path string) string {
	if !v.MayOpen(path) {
		return ""
	}
	return strings.Replace(path, AccountPath, v.URL(""), 1)
}

// navLinks are the links to the pages that exist and that the user may use. The current one is that with the longest
// path which the page's path begins with.
func (v *Visit) navLinks(items []navItem) []NavLink {
	var links []NavLink
	current, longest, group := -1, 0, ""
	for _, item := range items {
		path := v.Allowed(item.path)
		if path == "" {
			continue
		}
		if isBelow(v.Request.URL.Path, path) && len(path) > longest {
			current, longest = len(links), len(path)
		}
		link := NavLink{Path: path, Text: v.T(item.text), Icon: item.icon}
		if item.group != group {
			group = item.group
			link.Group = v.T(group)
		}
		links = append(links, link)
	}
	if current >= 0 {
		links[current].Current = true
	}
	return links
}

// isBelow reports whether a page has a path, or a path below it. A path that ends in a slash has none below.
func isBelow(page, path string) bool {
	return page == path || !strings.HasSuffix(path, "/") && strings.HasPrefix(page, path+"/")
}

// Pages are the pages of an account and of the operator that the user may open, and what can be begun; without an account those of the
// operator.
func (v *Visit) Pages() []NavLink {
	if v.Account.AccountID == 0 {
		return v.navLinks(append([]navItem{{"/console/me", Key("Your profile"), "", ""}}, operatorNav...))
	}
	begun := v.navLinks([]navItem{
		{AccountPath + "orders/new", Key("New order"), "", ""},
		{AccountPath + "returns/new", Key("New return"), "", ""},
		{AccountPath + "prints", Key("Print jobs"), "", ""},
		{"/console/me", Key("Your profile"), "", ""},
	})
	return slices.Concat(v.navLinks(accountNav), begun, v.SettingsTabs(), v.navLinks(operatorNav))
}

// SettingsTabs are the pages of the settings that the user may use.
func (v *Visit) SettingsTabs() []NavLink {
	return v.navLinks([]navItem{
		{AccountPath + "settings", Key("General"), "", ""},
		{AccountPath + "settings/keys", Key("Keys"), "", ""},
		{AccountPath + "settings/webhooks", Key("Webhooks"), "", ""},
		{AccountPath + "settings/requests", Key("Requests"), "", ""},
		{AccountPath + "settings/audit", Key("Audit log"), "", ""},
		{AccountPath + "settings/labels", Key("Labels"), "", ""},
		{AccountPath + "settings/customs", Key("Customs"), "", ""},
		{AccountPath + "settings/users", Key("Users"), "", ""},
	})
}
