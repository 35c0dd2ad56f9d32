package docs_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/config"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
)

// TestReferenceFiles compares the files for programs with what they list. `go test ./docs -update` writes them anew.
func TestReferenceFiles(t *testing.T) {
	for file, rows := range map[string][][]string{
		"operations/settings.csv": settings(),
		"operations/metrics.csv":  metrics(t),
	} {
		t.Run(file, func(t *testing.T) {
			var want bytes.Buffer
			if err := csv.NewWriter(&want).WriteAll(rows); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(file, want.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s is\n%s\nwant, as `go test ./docs -update` writes it,\n%s", file, got, want.Bytes())
			}
		})
	}
}

// settings are all settings of the server.
func settings() [][]string {
	rows := [][]string{{"flag", "variables", "default", "allowed", "what it decides"}}
	for _, s := range config.Settings() {
		rows = append(rows, []string{
			"--" + s.Name, strings.TrimSpace(s.Variable() + " " + s.FileVariable()), s.Default, s.Want, strings.ReplaceAll(s.Help, "`", ""),
		})
	}
	return rows
}

// series is a line of a page of metrics: its name and its labels.
var series = regexp.MustCompile(`(?m)^(waybill_\w+)(?:\{(.*)\})? `)

var labelName = regexp.MustCompile(`(\w+)="`)

// metrics reads the page that Prometheus would, after one event of each kind.
func metrics(t *testing.T) [][]string {
	page := scrape(t)
	labels := map[string][]string{}
	for _, line := range series.FindAllStringSubmatch(page, -1) {
		for _, suffix := range []string{"", "_bucket", "_sum", "_count"} {
			name := strings.TrimSuffix(line[1], suffix)
			for _, label := range labelName.FindAllStringSubmatch(line[2], -1) {
				if label[1] != "le" && !slices.Contains(labels[name], label[1]) {
					labels[name] = append(labels[name], label[1])
				}
			}
		}
	}
	rows := [][]string{{"metric", "type", "labels", "what it is"}}
	for _, help := range regexp.MustCompile(`(?m)^# HELP (waybill_\w+) (.*)\n# TYPE \w+ (\w+)$`).FindAllStringSubmatch(page, -1) {
		rows = append(rows, []string{help[1], help[3], strings.Join(labels[help[1]], " "), help[2]})
	}
	return rows
}

func scrape(t *testing.T) string {
	m := telemetry.NewMetrics(telemetry.Build{Version: "v", Revision: "r", GoVersion: "g"})
	m.Request("create_orders", http.StatusCreated, time.Second)
	m.OrdersCreated("forward", 1)
	m.PartnerCall("simulated", "accepted", time.Second)
	m.PartnerCircuit("simulated", false)
	m.Delivery("delivered", time.Second)
	m.EndpointDisabled()
	m.RuleFault("kr-pccc")
	m.Commits("sqlite")(1)
	m.SignInFailed(http.StatusUnprocessableEntity)
	m.WatchData(telemetry.Data{
		Backlogs: func(context.Context) ([]report.QueueFact, error) { return []report.QueueFact{{Kind: "search"}}, nil },
		Orders: func(context.Context) ([]report.StatsRow, error) {
			return []report.StatsRow{{ServiceID: 1, State: "DELIVERED"}}, nil
		},
		DatabaseBytes: func(context.Context) (int64, error) { return 0, nil },
		FreeBytes:     func(context.Context) (uint64, error) { return 0, nil },
		LastBackup:    func(context.Context) (time.Time, error) { return time.Time{}, nil },
	})
	m.WatchReplica(func() (engine.ReplicaState, bool) { return engine.ReplicaState{}, true })
	m.WatchAdmission(func() []telemetry.Pool { return []telemetry.Pool{{Name: "callers"}} },
		func() admission.ConnectionStats { return admission.ConnectionStats{} })
	m.WatchUnmoved(func(context.Context) (int64, error) { return 0, nil })
	m.WatchClock(func(context.Context) (time.Duration, error) { return 0, nil })
	m.WatchSearch(func(context.Context) (store.SearchLag, error) { return store.SearchLag{}, nil })
	m.HubScan("inbound", "recorded")
	m.WatchQueues(func(context.Context) ([]store.PartnerQueue, error) {
		return []store.PartnerQueue{{Partner: "simulated"}}, nil
	})
	server := httptest.NewServer(m.Handler(slog.New(slog.DiscardHandler)))
	defer server.Close()
	get, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(get)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
