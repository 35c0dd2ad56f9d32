package console

import (
	"fmt"
	"net/http"
)

// frameRoutes are the start page, the homes, and the style guide.
func (c *Console) frameRoutes() []route {
	routes := []route{
		{"GET", home, signedIn, (*visit).start, 0},
		{"GET", accountPath, viewOrders, (*visit).accountHome, 0},
		{"GET", operatorPath, operate, (*visit).overview, 0},
	}
	if c.Development {
		routes = append(routes, route{"GET", "/console/styleguide", anyone, (*visit).styleGuide, 0})
	}
	return routes
}

// start leads to where the user works: the operator's overview, or the first account.
func (v *visit) start() error {
	switch {
	case v.can(operate):
		return v.redirect(operatorPath)
	case len(v.members) > 0:
		return v.redirect(fmt.Sprintf("/console/accounts/%d/", v.members[0].AccountID))
	}
	return v.render(http.StatusOK, "start.html", nil)
}
