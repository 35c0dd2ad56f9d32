package console

import (
	"net/http"
)

// operatorRoutes are the pages of the operator: what is about all accounts.
func (c *Console) operatorRoutes() []route {
	path := func(below string) string { return operatorPath + below }
	return []route{
		{"GET", path("submissions"), operate, (*visit).submissions, 0},
		{"POST", path("submissions"), operate, (*visit).decideSelected, 0},
		{"GET", path("submissions/{tracking_no}"), operate, (*visit).submission, 0},
		{"POST", path("submissions/{tracking_no}"), operate, (*visit).decideSubmission, 0},
		{"GET", path("rules"), operate, (*visit).rules, 0},
		{"GET", path("rules/-/new"), administer, (*visit).newRule, 0},
		{"POST", path("rules/-/new"), administer, (*visit).saveRule, 0},
		{"GET", path("rules/-/test"), operate, (*visit).ruleTester, 0},
		{"POST", path("rules/-/test"), operate, (*visit).testRules, 0},
		{"GET", path("rules/{rule}"), operate, (*visit).rule, 0},
		{"POST", path("rules/{rule}"), administer, (*visit).saveRule, 0},
		{"POST", path("rules/{rule}/delete"), administer, (*visit).deleteRule, 0},
		{"POST", path("rules/{rule}/switch"), administer, (*visit).switchRule, 0},
		{"GET", path("endpoints"), operate, (*visit).failingEndpoints, 0},
		{"GET", path("audit"), operate, (*visit).auditLog, 0},
		{"GET", path("system"), operate, (*visit).system, 0},
		{"GET", path("accounts"), operate, (*visit).accounts, 0},
		{"GET", path("accounts/new"), administer, (*visit).newAccount, 0},
		{"POST", path("accounts/new"), administer, (*visit).createAccount, 0},
		{"GET", path("accounts/{id}"), operate, (*visit).operatorAccount, 0},
		{"POST", path("accounts/{id}"), administer, (*visit).updateAccount, 0},
		{"POST", path("accounts/{id}/suspend"), administer, (*visit).suspendAccount, 0},
		{"POST", path("accounts/{id}/resume"), administer, (*visit).resumeAccount, 0},
		{"GET", path("services"), operate, (*visit).services, 0},
		{"GET", path("services/new"), administer, (*visit).newService, 0},
		{"POST", path("services/new"), administer, (*visit).createService, 0},
		{"GET", path("services/{id}"), operate, (*visit).service, 0},
		{"POST", path("services/{id}"), administer, (*visit).updateService, 0},
		{"POST", path("services/{id}/switch"), administer, (*visit).switchService, 0},
		{"POST", path("services/{id}/labels"), administer, (*visit).setServiceLabels, 0},
		{"GET", path("services/{id}/customs"), operate, (*visit).serviceCustoms, 0},
		{"POST", path("services/{id}/customs"), administer, (*visit).serviceCustoms, 0},
		{"GET", path("partners"), operate, (*visit).partners, 0},
		{"GET", path("partners/new"), administer, (*visit).newPartner, 0},
		{"POST", path("partners/new"), administer, (*visit).createPartner, 0},
		{"GET", path("partners/{partner}"), operate, (*visit).partner, 0},
		{"POST", path("partners/{partner}"), administer, (*visit).updatePartner, 0},
		{"POST", path("partners/{partner}/switch"), administer, (*visit).switchPartner, 0},
		{"POST", path("partners/{partner}/secret"), administer, (*visit).rotatePartner, 0},
	}
}

// operatorPage is the rows of a page of the operator and the links to those beside it.
type operatorPage[T any] struct {
	Rows []T
	Next string // path; "": there are no more
}

// pageRows is how many rows a page of the operator has.
const pageRows = 50

// accountNames are the names of all accounts by id.
func (v *visit) accountNames() (map[int64]string, error) {
	accounts, err := v.console.Store.Accounts(v.ctx())
	names := make(map[int64]string, len(accounts))
	for _, a := range accounts {
		names[a.AccountID] = a.Name
	}
	return names, err
}

// chip is a filter of a list that can be removed.
type chip struct{ Path, Text string }

// link is the path of the page with its query, without the named values and with others in their place: names and
// values by turns. An empty value is left out.
func (v *visit) link(changes ...string) string {
	query := v.r.URL.Query()
	query.Del("after")
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i+1] == "" {
			query.Del(changes[i])
		} else {
			query.Set(changes[i], changes[i+1])
		}
	}
	for name, values := range query {
		if len(values) == 0 || values[0] == "" {
			query.Del(name)
		}
	}
	if len(query) == 0 {
		return v.r.URL.Path
	}
	return v.r.URL.Path + "?" + query.Encode()
}

// badQuery is the error for a value of a query that no form of the page sends.
func (v *visit) badQuery() error {
	return &notice{
		http.StatusBadRequest, v.t("The filter is not valid"), v.t("Remove the filter from the address, or choose one on the page."),
	}
}
