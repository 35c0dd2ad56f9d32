package operator

import (
	"net/http"
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// Routes are the pages of the operator: what is about all accounts.
func Routes() []web.Route {
	path, id := func(below string) string { return web.OperatorPath + below }, web.ID("id") // of an account or a service
	return []web.Route{
		web.Get(web.OperatorPath, shipment.Operate, overview),
		web.Get(path("submissions"), shipment.Operate, web.Blank(listSubmissions)),
		web.Post(path("submissions"), shipment.Operate, decideSelected),
		web.Get(path("submissions/{tracking_no}"), shipment.Operate, web.Blank(showSubmission)),
		web.Post(path("submissions/{tracking_no}"), shipment.Operate, decideSubmission),
		web.Get(path("rules"), shipment.Operate, listRules),
		web.Get(path("rules/-/new"), shipment.Administer, newRule),
		web.Post(path("rules/-/new"), shipment.Administer, createRule).LetsNobodyIn(),
		web.Get(path("rules/-/test"), shipment.Operate, ruleTester),
		web.Post(path("rules/-/test"), shipment.Operate, testRules),
		web.Get(path("rules/{rule}"), shipment.Operate, web.With(findRule, rule)),
		web.Post(path("rules/{rule}"), shipment.Administer, web.With(findRule, changeRule)).LetsNobodyIn(),
		web.Post(path("rules/{rule}/delete"), shipment.Administer, deleteRule).LetsNobodyIn(),
		web.Post(path("rules/{rule}/switch"), shipment.Administer, web.With(findRule, switchRule)).LetsNobodyIn(),
		web.Get(path("endpoints"), shipment.Operate, failingEndpoints),
		web.Get(path("audit"), shipment.Operate, auditLog),
		web.Get(web.AccountPath+"settings/audit", shipment.SetAccount, accountAudit),
		web.Get(path("system"), shipment.Operate, system),
		web.Get(path("accounts"), shipment.Operate, accounts),
		web.Get(path("accounts/-/usage"), shipment.Operate, usage),
		web.Get(path("accounts/new"), shipment.Administer, newAccount),
		web.Post(path("accounts/new"), shipment.Administer, createAccount).Recent(),
		web.Get(path("accounts/{id}"), shipment.Operate, web.With(id, operatorAccount)),
		web.Post(path("accounts/{id}"), shipment.Administer, web.With(id, updateAccount)).Recent(),
		web.Post(path("accounts/{id}/suspend"), shipment.Administer, web.With(id, suspendAccount)).LetsNobodyIn(),
		web.Post(path("accounts/{id}/resume"), shipment.Administer, web.With(id, resumeAccount)).Recent(),
		web.Get(path("person"), shipment.Administer, personPage),
		web.Post(path("person"), shipment.Administer, findPerson).LetsNobodyIn(),
		web.Get(path("services"), shipment.Operate, services),
		web.Get(path("services/new"), shipment.Administer, newService),
		web.Post(path("services/new"), shipment.Administer, createService).LetsNobodyIn(),
		web.Get(path("services/{id}"), shipment.Operate, service),
		web.Post(path("services/{id}"), shipment.Administer, web.With(id, updateService)).LetsNobodyIn(),
		web.Post(path("services/{id}/switch"), shipment.Administer, web.With(findService, switchService)).LetsNobodyIn(),
		web.Post(path("services/{id}/labels"), shipment.Administer, web.With(findService, setServiceLabels)).LetsNobodyIn(),
		web.Get(path("services/{id}/customs"), shipment.Operate, web.With(findService, serviceCustoms)),
		web.Post(path("services/{id}/customs"), shipment.Administer, web.With(findService, serviceCustoms)).LetsNobodyIn(),
		web.Get(path("partners"), shipment.Operate, partners),
		web.Get(path("partners/new"), shipment.Administer, newPartner),
		web.Post(path("partners/new"), shipment.Administer, createPartner).Recent(),
		web.Get(path("partners/{partner}"), shipment.Operate, partner),
		web.Post(path("partners/{partner}"), shipment.Administer, updatePartner).Recent(),
		web.Post(path("partners/{partner}/switch"), shipment.Administer, switchPartner).Recent(),
		web.Post(path("partners/{partner}/secret"), shipment.Administer, rotatePartner).Recent(),
	}
}

// pageRows is how many rows a page of the operator has.
const pageRows = 50

// chip is a filter of a list that can be removed.
type chip struct{ Path, Text string }

// chipsOf are the chips of filters, by pairs of a name and its text; a filter without a text is not set.
func chipsOf(v *web.Visit, pairs ...string) (chips []chip) {
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" {
			chips = append(chips, chip{v.Link(pair[0], ""), pair[1]})
		}
	}
	return chips
}

// badQuery is the error for a value of a query that no form of the page sends.
func badQuery(v *web.Visit) error {
	return web.Notice(http.StatusBadRequest, v.T("The filter is not valid"),
		v.T("Remove the filter from the address, or choose one on the page."))
}
