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
	days := make([]time.Time, web.GlanceDays)
	for i := range days {
		days[i] = time.Date(2026, 10, 24+i, 0, 0, 0, 0, time.UTC)
	}
	c := newChart([]store.DayCount{
		{Day: web.GlanceDays - 1, Status: shipment.Success, Orders: 5},
		{Day: web.GlanceDays - 1, Status: shipment.Exception, Orders: 2},
		{Day: web.GlanceDays - 1, Status: shipment.Cancelled, Orders: 3},
		{Day: 0, Status: shipment.CrossBorderTransit, Orders: 1},
	}, days)
	last := c.Bars[web.GlanceDays-1]
	if c.Max != 10 || last.Total != 10 || len(last.Parts) != 3 || !last.Marked {
		t.Errorf("max %d, last bar %+v", c.Max, last)
	}
	if top := last.Parts[2]; top.Class != "cancelled" || top.Y != 0 || top.Height != chartHeight*3/10 {
		t.Errorf("the part at the top: %+v", top)
	}
	if first := c.Bars[0]; first.Total != 1 || first.On.Format(time.DateOnly) != "2026-10-24" {
		t.Errorf("first bar %+v", first)
	}
	for _, status := range shipment.TrackerStatuses() {
		if _, known := seriesOf[web.StatusOf(status).Tone]; !known {
			t.Errorf("%s has no series", status)
		}
	}
}
