package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// readTimeout is how long a scrape waits for figures.
const readTimeout = 2 * time.Second

// figure is a metric that is read at each scrape, so that it is current and costs nothing between scrapes.
type figure[T any] struct {
	name, help string
	kind       prometheus.ValueType
	value      func(T) float64
	desc       *prometheus.Desc
}

func gauge[T any](name, help string, value func(T) float64) figure[T] {
	return figure[T]{name: name, help: help, kind: prometheus.GaugeValue, value: value}
}

func counter[T any](name, help string, value func(T) uint64) figure[T] {
	return figure[T]{name: name, help: help, kind: prometheus.CounterValue, value: func(t T) float64 { return float64(value(t)) }}
}

// watch adds figures that read returns for each scrape, with a context that ends after readTimeout. labels are the
// labels that tell the elements apart, by the names that namesOf gives them; none: there is one element. It must be called
// once for the same figures.
func watch[T any](m *Metrics, read func(context.Context) ([]T, error), labels []string, namesOf func(T) []string, figures ...figure[T]) {
	for i := range figures {
		figures[i].desc = prometheus.NewDesc(figures[i].name, figures[i].help, labels, nil)
	}
	m.registry.MustRegister(watcher[T]{read, namesOf, figures})
}

// watchOne is watch for one element without a label.
func watchOne[T any](m *Metrics, read func(context.Context) (T, error), figures ...figure[T]) {
	watch(m, func(ctx context.Context) ([]T, error) {
		one, err := read(ctx)
		return []T{one}, err
	}, nil, func(T) []string { return nil }, figures...)
}

type watcher[T any] struct {
	read    func(context.Context) ([]T, error)
	namesOf func(T) []string
	figures []figure[T]
}

func (w watcher[T]) Describe(descs chan<- *prometheus.Desc) {
	for _, f := range w.figures {
		descs <- f.desc
	}
}

func (w watcher[T]) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	all, err := w.read(ctx)
	if err != nil {
		metrics <- prometheus.NewInvalidMetric(w.figures[0].desc, err)
		return
	}
	for _, element := range all {
		for _, f := range w.figures {
			metrics <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(element), w.namesOf(element)...)
		}
	}
}
