package console

import (
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// frameRoutes are the start page and the style guide.
func frameRoutes(development bool) []web.Route {
	routes := []web.Route{
		web.Get(web.Home, shipment.SignedIn, start),
	}
	if development {
		routes = append(routes, web.Get("/console/styleguide", shipment.Anyone, styleGuide))
	}
	return routes
}

// start leads to where the user works: the operator's overview, the first account, or the invitations to accounts.
func start(v *web.Visit) error {
	switch {
	case v.Can(shipment.Operate):
		return v.Redirect(web.OperatorPath)
	case v.MayOpen(web.OperatorPath + "floor"):
		return v.Redirect(web.OperatorPath + "floor")
	case len(v.Members) > 0:
		return v.Redirect(web.AccountHome(v.Members[0].AccountID))
	}
	invitations, err := v.Console.Store.People.InvitationsOf(v.Context(), v.User.UserID)
	if len(invitations) > 0 {
		return v.Redirect("/console/me")
	}
	return v.Show(err, http.StatusOK, "start.html", nil)
}
