// Package console holds the pages where people work: shippers on the orders of an account, and the operator's people
// on everything. The pages are rendered by the server and need no script for any task.
//
// A request enters at Console.Handler. The route table of its area (routes_AREA.go) names the permission that it
// needs; the router (router.go) finds the user by the session, the account by the path, and refuses who may not. The
// page itself gets a visit (visit.go), which has the user, the account, the language and the zone, and renders a
// template, redirects, or passes a file through. Each change goes through the JSON interface, called in this process
// (call.go), so that its rules, messages and limits hold here, too; pages read from the store directly.
//
// Templates are in templates/ with shared parts in templates/parts/, texts in texts/AREA.json in all languages, styles
// and scripts in static/. There is no SQL here, and no rule about a field. The pages for consignees are in package
// public.
package console
