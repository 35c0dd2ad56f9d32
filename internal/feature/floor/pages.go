package floor

import (
	"waybill/internal/console/web"
	"waybill/internal/feature"
)

func newPages(feature.Core) []web.Route { return nil }
