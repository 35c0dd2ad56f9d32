// Package web is the frame of the console: what all its pages share.
//
// Console.Handler receives a request. The router (router.go) finds the user by the session and the account by the path,
// and refuses users without the permission of the route (route.go). The page gets a Visit (visit.go) with the user, the
// account, the language and the time zone. It renders a template (render.go), redirects, or returns
// an error, which is shown as a page (errors.go).
//
// Templates are in templates/ with shared parts in templates/parts/, texts in texts/AREA.json in all languages, words for
// values of the data in words.csv (status.go), styles and scripts in static/.
package web
