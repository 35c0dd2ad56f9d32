package console

import (
	"fmt"
	"slices"
	"strings"
)

// frame is what the layout shows around a page.
type frame struct {
	Lang               string
	CSS, JS            string
	SignedIn           bool
	Paused             bool   // this server makes no outgoing calls
	Name               string // of the user
	Toast              string
	Account            string // its name; "" on pages of no account
	AccountHome        string
	Accounts           []navLink // that the user can switch to
	AllAccounts        string    // path of the list of all; "" if the user may not see it
	Orders, NewOrder   string    // paths; "" on pages of no account, or if the user may not
	Me                 string    // path of the user's own page
	Links              []navLink // of this page's account, or the operator
	OperatorLinks      []navLink // on a page of an account: the way to the operator's pages
	Search             string    // what was searched
	IsOperatorsSection bool
}

// navLink is a link of the navigation.
type navLink struct {
	Path, Text string // Text is a key of texts, or the name of an account
	Current    bool
	Suspended  bool
}

// maxSwitches is how many accounts the navigation lists.
const maxSwitches = 50

// navItem is a page of the navigation. It is shown if there is a route with the path, and the user may use it.
type navItem struct{ path, text string }

const accountPath = "/console/accounts/{account}/"

var accountNav = []navItem{
	{accountPath, key("Home")},
	{accountPath + "orders", key("Orders")},
	{accountPath + "imports", key("Imports")},
	{accountPath + "batches", key("Batches")},
	{accountPath + "manifests", key("Pickup lists")},
	{accountPath + "settings", key("Settings")},
}

const operatorPath = "/console/operator/"

var operatorNav = []navItem{
	{operatorPath, key("Overview")},
	{operatorPath + "accounts", key("Accounts")},
	{operatorPath + "users", key("Users")},
	{operatorPath + "services", key("Services")},
	{operatorPath + "rules", key("Rules")},
	{operatorPath + "partners", key("Partners")},
	{operatorPath + "submissions", key("Submissions")},
	{operatorPath + "endpoints", key("Webhook endpoints")},
	{operatorPath + "audit", key("Audit log")},
	{operatorPath + "system", key("System")},
}

// frame returns the frame of the page.
func (v *visit) frame() *frame {
	c := v.console
	f := &frame{
		Lang: v.lang.tag, CSS: c.assets["console.css"].path, JS: c.assets["console.js"].path,
		SignedIn: v.user.UserID != 0, Paused: c.Outgoing.Paused(), Name: v.user.Name, Toast: v.takeToast(),
		IsOperatorsSection: strings.HasPrefix(v.r.URL.Path, operatorPath),
	}
	if !f.SignedIn {
		return f
	}
	if f.Name == "" {
		f.Name = v.user.Email
	}
	if v.account.AccountID == 0 && len(v.members) == 1 && !v.can(operate) {
		only := *v // a user's own page, and errors, keep the navigation of the only account
		only.account, only.roles = v.members[0].Account, append(slices.Clone(v.roles), role(v.members[0].Role))
		v = &only
	}
	if v.mayOpen("/console/me") {
		f.Me = "/console/me"
	}
	for _, m := range v.members[:min(len(v.members), maxSwitches)] {
		f.Accounts = append(f.Accounts, navLink{
			Path: fmt.Sprintf("/console/accounts/%d/", m.AccountID), Text: m.Name,
			Current: m.AccountID == v.account.AccountID, Suspended: !m.SuspendedOn.IsZero(),
		})
	}
	if v.mayOpen(operatorPath + "accounts") {
		f.AllAccounts = operatorPath + "accounts"
	}
	if v.account.AccountID == 0 {
		f.Links = v.navLinks(operatorNav)
		return f
	}
	f.Account, f.AccountHome, f.Links = v.account.Name, v.url(""), v.navLinks(accountNav)
	f.OperatorLinks = v.navLinks(operatorNav[:1])
	if v.mayOpen(accountPath + "orders") {
		f.Orders, f.Search = v.url("orders"), v.r.URL.Query().Get("q")
	}
	if v.mayOpen(accountPath + "orders/new") {
		f.NewOrder = v.url("orders/new")
	}
	return f
}

// mayOpen reports whether there is a route with a path, and the user may use it.
func (v *visit) mayOpen(path string) bool {
	needed, exists := v.console.linked[path]
	return exists && v.can(needed)
}

// navLinks are the links to the pages that exist and that the user may use. The current one is that with the longest
// path which the page's path begins with.
func (v *visit) navLinks(items []navItem) []navLink {
	var links []navLink
	current, longest := -1, 0
	for _, item := range items {
		if !v.mayOpen(item.path) {
			continue
		}
		path := strings.Replace(item.path, accountPath, v.url(""), 1)
		if isBelow(v.r.URL.Path, path) && len(path) > longest {
			current, longest = len(links), len(path)
		}
		links = append(links, navLink{Path: path, Text: v.t(item.text)})
	}
	if current >= 0 {
		links[current].Current = true
	}
	return links
}

// isBelow reports whether a page is that of a path, or one below it. A path that ends in a slash has none below.
func isBelow(page, path string) bool {
	return page == path || !strings.HasSuffix(path, "/") && strings.HasPrefix(page, path+"/")
}
