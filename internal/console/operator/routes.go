package operator

import (
	"net/http"
	"slices"

	"waybill/internal/console/web"
)

// Routes are the pages of the operator: what is about all accounts.
func Routes() []web.Route {
	path := func(below string) string { return web.OperatorPath + below }
	return []web.Route{
		web.Get(web.OperatorPath, web.Operate, overview),
		web.Get(path("submissions"), web.Operate, submissions),
		web.Post(path("submissions"), web.Operate, decideSelected),
		web.Get(path("submissions/{tracking_no}"), web.Operate, submission),
		web.Post(path("submissions/{tracking_no}"), web.Operate, decideSubmission),
		web.Get(path("rules"), web.Operate, listRules),
		web.Get(path("rules/-/new"), web.Administer, newRule),
		web.Post(path("rules/-/new"), web.Administer, saveRule).LetsNobodyIn(),
		web.Get(path("rules/-/test"), web.Operate, ruleTester),
		web.Post(path("rules/-/test"), web.Operate, testRules),
		web.Get(path("rules/{rule}"), web.Operate, web.With(findRule, rule)),
		web.Post(path("rules/{rule}"), web.Administer, saveRule).LetsNobodyIn(),
		web.Post(path("rules/{rule}/delete"), web.Administer, deleteRule).LetsNobodyIn(),
		web.Post(path("rules/{rule}/switch"), web.Administer, web.With(findRule, switchRule)).LetsNobodyIn(),
		web.Get(path("endpoints"), web.Operate, failingEndpoints),
		web.Get(path("audit"), web.Operate, auditLog),
		web.Get(path("system"), web.Operate, system),
		web.Get(path("accounts"), web.Operate, accounts),
		web.Get(path("accounts/-/usage"), web.Operate, usage),
		web.Get(path("accounts/new"), web.Administer, newAccount),
		web.Post(path("accounts/new"), web.Administer, createAccount).Recent(),
		web.Get(path("accounts/{id}"), web.Operate, operatorAccount),
		web.Post(path("accounts/{id}"), web.Administer, web.With(pathID, updateAccount)).Recent(),
		web.Post(path("accounts/{id}/suspend"), web.Administer, web.With(pathID, suspendAccount)).LetsNobodyIn(),
		web.Post(path("accounts/{id}/resume"), web.Administer, web.With(pathID, resumeAccount)).Recent(),
		web.Get(path("person"), web.Administer, personPage),
		web.Post(path("person"), web.Administer, findPerson).LetsNobodyIn(),
		web.Get(path("services"), web.Operate, services),
		web.Get(path("services/new"), web.Administer, newService),
		web.Post(path("services/new"), web.Administer, createService).LetsNobodyIn(),
		web.Get(path("services/{id}"), web.Operate, service),
		web.Post(path("services/{id}"), web.Administer, web.With(pathID, updateService)).LetsNobodyIn(),
		web.Post(path("services/{id}/switch"), web.Administer, web.With(findService, switchService)).LetsNobodyIn(),
		web.Post(path("services/{id}/labels"), web.Administer, web.With(findService, setServiceLabels)).LetsNobodyIn(),
		web.Get(path("services/{id}/customs"), web.Operate, web.With(findService, serviceCustoms)),
		web.Post(path("services/{id}/customs"), web.Administer, web.With(findService, serviceCustoms)).LetsNobodyIn(),
		web.Get(path("partners"), web.Operate, partners),
		web.Get(path("partners/new"), web.Administer, newPartner),
		web.Post(path("partners/new"), web.Administer, createPartner).Recent(),
		web.Get(path("partners/{partner}"), web.Operate, partner),
		web.Post(path("partners/{partner}"), web.Administer, updatePartner).Recent(),
		web.Post(path("partners/{partner}/switch"), web.Administer, switchPartner).Recent(),
		web.Post(path("partners/{partner}/secret"), web.Administer, rotatePartner).Recent(),
	}
}

// pathIfAllowed is the rows of a page of the operator and the links to those beside it.
type operatorPage[T any] struct {
	Rows []T
	Next string // path; "": there are no more
}

// pageRows is how many rows a page of the operator has.
const pageRows = 50

// pathID is the id of an account or a service in the path.
func pathID(v *web.Visit) (int64, error) { return v.PathID("id") }

// chip is a filter of a list that can be removed.
type chip struct{ Path, Text string }

// chipsOf are the chips of filters, by pairs of a name and its text; a filter without a text is not set.
func chipsOf(v *web.Visit, pairs ...string) (chips []chip) {
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" {
			chips = append(chips, chip{link(v, pair[0], ""), pair[1]})
		}
	}
	return chips
}

// link is the path of the page with its query, without the named values and with others in their place: names and
// values by turns. An empty value is left out.
func link(v *web.Visit, changes ...string) string {
	query := v.Request.URL.Query()
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
		return v.Request.URL.Path
	}
	return v.Request.URL.Path + "?" + query.Encode()
}

// badQuery is the error for a value of a query that no form of the page sends.
func badQuery(v *web.Visit) error {
	return web.Notice(http.StatusBadRequest, v.T("The filter is not valid"),
		v.T("Remove the filter from the address, or choose one on the page."))
}
