package consolidation

import (
	"context"

	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
)

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	return feature.Feature{
		Name: "consolidation", Part: stored.Part(), Routes: newRoutes, Work: func(ctx context.Context) { carry(ctx, p) },
	}
}
