package orders

import (
	"time"

	"waybill/internal/console/web"
	"waybill/internal/store"
)

// series is a part of the bars of a chart, from the bottom up.
type series int

const (
	seriesDelivered series = iota
	seriesUnderWay
	seriesWaiting
	seriesTrouble
	seriesCancelled
	seriesCount
)

// seriesOf has the series of tracker statuses by the tones of their badges.
var seriesOf = map[string]series{
	"good": seriesDelivered, "active": seriesUnderWay, "": seriesWaiting, "warn": seriesTrouble, "bad": seriesTrouble, "off": seriesCancelled,
}

// The size of a chart in its own units. The page stretches it.
const (
	chartHeight = 160
	chartStep   = 20 // from bar to bar
	chartBar    = 14
)

// chart shows orders by the day of their creation and by where they are, in stacked bars. The template draws it as SVG.
type chart struct {
	Width, Height, Max int64
	Bars               []chartBarView // oldest first
	Series             []chartSeries
}

// chartSeries is a line of the legend.
type chartSeries struct{ Class, Name string }

// chartBarView is a day.
type chartBarView struct {
	On     time.Time
	Orders [seriesCount]int64
	Total  int64
	Path   string // of the list of these orders
	Parts  []chartPart
	Marked bool // its day is written below it
}

// chartPart is a rectangle.
type chartPart struct {
	Class               string
	X, Y, Width, Height int64
}

var (
	chartClasses = [seriesCount]string{"delivered", "under-way", "waiting", "trouble", "cancelled"}
	chartNames   = [seriesCount]string{
		web.Key("Delivered"), web.Key("On their way"), web.Key("Not picked up yet"), web.Key("With a problem"), web.Key("Cancelled"),
	}
)

// newChart makes the chart of the days until today. It gets the begin of each day.
func newChart(counts []store.DayCount, days []time.Time) *chart {
	c := &chart{Width: web.GlanceDays * chartStep, Height: chartHeight, Max: 1, Bars: make([]chartBarView, web.GlanceDays)}
	for s := seriesCount - 1; s >= 0; s-- {
		c.Series = append(c.Series, chartSeries{chartClasses[s], chartNames[s]})
	}
	for _, count := range counts {
		c.Bars[count.Day].Orders[seriesOf[web.StatusOf(count.Status).Tone]] += count.Orders
		c.Bars[count.Day].Total += count.Orders
		c.Max = max(c.Max, c.Bars[count.Day].Total)
	}
	c.Max = roundUp(c.Max)
	for i := range c.Bars {
		bar, y := &c.Bars[i], int64(chartHeight)
		bar.On, bar.Marked = days[i], (web.GlanceDays-1-i)%7 == 0
		for s, n := range bar.Orders {
			if n == 0 {
				continue
			}
			height := max(1, n*chartHeight/c.Max)
			y -= height
			bar.Parts = append(bar.Parts, chartPart{
				Class: chartClasses[s], X: int64(i*chartStep + (chartStep-chartBar)/2), Y: y, Width: chartBar, Height: height,
			})
		}
	}
	return c
}

// roundUp is the next of 1, 2, 4, 6, 10, 20, 40, … which has a whole half from 2 on.
func roundUp(n int64) int64 {
	for size := int64(1); ; size *= 10 {
		for _, step := range []int64{1, 2, 4, 6} {
			if n <= step*size {
				return step * size
			}
		}
	}
}
