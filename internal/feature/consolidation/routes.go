package consolidation

import (
	"waybill/internal/api/shell"
	"waybill/internal/feature"
)

func newRoutes(feature.Core) []shell.Route { return nil }
