package orders

import (
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func TestChartStacksTheOrdersOfADay(t *testing.T) {
	t.Parallel()
	c := newChart(store.Glance{Counts: []store.DayCount{
		{Day: web.GlanceDays - 1, Status: shipment.Success, Orders: 5},
		{Day: web.GlanceDays - 1, Status: shipment.Exception, Orders: 2},
		{Day: web.GlanceDays - 1, Status: shipment.Cancelled, Orders: 99},
		{Day: 0, Status: shipment.CrossBorderTransit, Orders: 1},
	}}, time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))
	last := c.Bars[web.GlanceDays-1]
	if c.Max != 10 || last.Total != 7 || len(last.Parts) != 2 || !last.Marked {
		t.Errorf("max %d, last bar %+v", c.Max, last)
	}
	if top := last.Parts[1]; top.Class != "trouble" || top.Y != chartHeight*3/10 || top.Height != chartHeight*2/10 {
		t.Errorf("the part at the top: %+v", top)
	}
	if first := c.Bars[0]; first.Total != 1 || first.On.Format(time.DateOnly) != "2026-10-24" {
		t.Errorf("first bar %+v", first)
	}
	for _, status := range shipment.TrackerStatuses() {
		if _, known := seriesOf[status]; !known {
			t.Errorf("%s has no series", status)
		}
	}
}
