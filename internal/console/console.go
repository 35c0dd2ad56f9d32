package console

import (
	"slices"

	"waybill/internal/console/desk"
	"waybill/internal/console/imports"
	"waybill/internal/console/operator"
	"waybill/internal/console/orders"
	"waybill/internal/console/people"
	"waybill/internal/console/settings"
	"waybill/internal/console/web"
)

// New makes a console with the pages of all areas. Returns an error if its own files do not fit together.
func New(c web.Config) (*web.Console, error) {
	return web.New(c, slices.Concat(
		frameRoutes(c.Development), orders.Routes(), desk.Routes(), imports.Routes(), settings.Routes(), people.Routes(), operator.Routes(),
	))
}
