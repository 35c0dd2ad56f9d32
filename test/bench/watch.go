package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// watchEvery is the time between two samples.
const watchEvery = 2 * time.Second

// sample is what a server held at a time.
type sample struct {
	part                                                  int
	memory, goroutines, files, backlog, journal, database float64
}

// watch samples the server until ctx ends.
func (k *soak) watch(ctx context.Context) {
	for wait(ctx, watchEvery) {
		s, err := k.sample(ctx)
		if err == nil {
			k.samples = append(k.samples, s)
		} else if ctx.Err() == nil {
			k.watchErr = err
		}
	}
}

// sample asks the server for its metrics.
func (k *soak) sample(ctx context.Context) (s sample, err error) {
	s.part = min(int(time.Since(k.began)*soakParts/k.b.soak), soakParts-1)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+k.metrics+"/metrics", http.NoBody)
	if err != nil {
		return s, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return s, fmt.Errorf("read the metrics: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // it has been read
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		name, _, _ = strings.Cut(name, "{")
		if to := map[string]*float64{
			"process_resident_memory_bytes": &s.memory, "go_goroutines": &s.goroutines, "process_open_fds": &s.files,
			"waybill_backlog": &s.backlog, "waybill_database_size_bytes": &s.database,
		}[name]; to != nil {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return s, fmt.Errorf("the metric %s: %w", name, err)
			}
			*to += value
		}
	}
	if file, err := os.Stat(filepath.Join(k.database.folder, sqliteFile+"-wal")); err == nil { // PostgreSQL has none
		s.journal = float64(file.Size())
	}
	return s, nil
}

// mean is the mean of the samples of a part.
func (k *soak) mean(part int, of func(sample) float64) float64 {
	sum, n := 0.0, 0.0
	for _, s := range k.samples {
		if s.part == part {
			sum, n = sum+of(s), n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
