package console

import (
	"io/fs"
	"maps"
	"slices"

	"waybill/internal/console/operator"
	"waybill/internal/console/orders"
	"waybill/internal/console/people"
	"waybill/internal/console/settings"
	"waybill/internal/console/web"
	"waybill/internal/feature"
)

// New makes a console with the pages of all areas and of the features. Returns an error if its own files do not fit together.
func New(c web.Config, core feature.Core, features []feature.Feature) (*web.Console, error) {
	routes := slices.Concat(
		frameRoutes(c.Development), orders.Routes(), settings.Routes(), people.Routes(), operator.Routes())
	var files []fs.FS
	c.States = map[string]map[string]string{}
	for _, f := range features {
		if f.Pages != nil {
			routes, files = append(routes, f.Pages(core)...), append(files, f.Files)
		}
		if f.Adds != nil {
			added := f.Adds(core)
			c.Home, c.Timeline = append(c.Home, added.Home...), append(c.Timeline, added.Timeline...)
			c.Overview = append(c.Overview, added.Overview...)
			c.Polls = append(c.Polls, added.Polls...)
		}
		maps.Copy(c.States, f.States)
	}
	return web.New(c, routes, files...)
}
