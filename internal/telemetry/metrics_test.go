package telemetry_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
)

func scrape(t *testing.T, m *telemetry.Metrics, log *slog.Logger) string {
	t.Helper()
	response := httptest.NewRecorder()
	m.Handler(log).ServeHTTP(response, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	if response.Code != http.StatusOK {
		t.Fatalf("status %d: %s", response.Code, response.Body)
	}
	return response.Body.String()
}

func TestMetricsPage(t *testing.T) {
	m := telemetry.NewMetrics(telemetry.Build{Version: "v1.2.3", Revision: "abc", GoVersion: "go1"})
	due := time.Now().Add(-90 * time.Second)
	m.Request("create", 201, 3*time.Millisecond)
	m.Request("create", 400, 40*time.Second)
	m.OrdersCreated("forward", 100)
	m.OrdersCreated("return", 1)
	m.PartnerCall("simulated", "timeout", 10*time.Second)
	m.Delivery("delivered", time.Second)
	m.EndpointDisabled()
	m.Commits("sqlite")(64)
	m.WatchQueues(func(context.Context) ([]store.PartnerQueue, error) {
		return []store.PartnerQueue{{Partner: "simulated", Depth: 7, OldestDue: due, FailedLabels: 3}}, nil
	})
	m.WatchAdmission(func() []telemetry.Pool {
		return []telemetry.Pool{{Name: "callers", Stats: admission.Stats{Size: 100, Held: 7, Waits: 3, Refusals: 2}}}
	}, func() admission.ConnectionStats {
		return admission.ConnectionStats{Open: 5, Limit: 9, Closed: 4, Refused: 1}
	})
	m.SignInFailed(http.StatusTooManyRequests)
	m.WatchData(telemetry.Data{
		Backlogs: func(context.Context) ([]report.QueueFact, error) {
			return []report.QueueFact{{Kind: "deliveries", Waiting: 12, OldestDue: due}, {Kind: "search"}}, nil
		},
		Orders: func(context.Context) ([]report.StatsRow, error) {
			return []report.StatsRow{{ServiceID: 7, State: "DELIVERED", Orders: 3}, {ServiceID: 7, State: "LOST", Orders: 1}}, nil
		},
		DatabaseBytes: func(context.Context) (int64, error) { return 4096, nil },
		FreeBytes:     func(context.Context) (uint64, error) { return 8192, nil },
		LastBackup:    func(context.Context) (time.Time, error) { return time.Unix(1792, 0), nil },
	})
	m.HubScan("inbound", "unknown")
	m.WatchReplica(func() (engine.ReplicaState, bool) {
		return engine.ReplicaState{Used: true, Lag: 250 * time.Millisecond, Answered: 9, Missed: 8, Failed: 7, Primary: 6}, true
	})

	page := scrape(t, m, slog.New(slog.DiscardHandler))
	for _, line := range []string{
		`waybill_replica_used 1`,
		`waybill_replica_lag_seconds 0.25`,
		`waybill_replica_reads_total{result="answered"} 9`,
		`waybill_replica_reads_total{result="missed"} 8`,
		`waybill_replica_reads_total{result="failed"} 7`,
		`waybill_replica_reads_total{result="primary"} 6`,
		`waybill_build_info{go_version="go1",revision="abc",version="v1.2.3"} 1`,
		`waybill_http_requests_total{operation="create",status="201"} 1`,
		`waybill_http_requests_total{operation="create",status="400"} 1`,
		`waybill_http_request_duration_seconds_bucket{operation="create",le="0.003125"} 1`,
		`waybill_http_request_duration_seconds_count{operation="create"} 2`,
		`waybill_orders_created_total{kind="forward"} 100`,
		`waybill_orders_created_total{kind="return"} 1`,
		`waybill_partner_calls_total{outcome="timeout",partner="simulated"} 1`,
		`waybill_partner_call_duration_seconds_sum{partner="simulated"} 10`,
		`waybill_webhook_deliveries_total{outcome="delivered"} 1`,
		`waybill_webhook_delivery_duration_seconds_sum 1`,
		`waybill_webhook_endpoints_disabled_total 1`,
		`waybill_commit_group_orders_bucket{engine="sqlite",le="32"} 0`,
		`waybill_commit_group_orders_bucket{engine="sqlite",le="64"} 1`,
		`waybill_submission_queue_depth{partner="simulated"} 7`,
		`waybill_partner_labels_failed{partner="simulated"} 3`,
		`waybill_admission_size_bytes{pool="callers"} 100`,
		`waybill_admission_held_bytes{pool="callers"} 7`,
		`waybill_admission_waits_total{pool="callers"} 3`,
		`waybill_admission_refusals_total{pool="callers"} 2`,
		`waybill_sign_ins_failed_total{status="429"} 1`,
		`waybill_hub_scans_total{activity="inbound",result="unknown"} 1`,
		`waybill_backlog{kind="deliveries"} 12`,
		`waybill_backlog{kind="search"} 0`,
		`waybill_backlog_overdue_seconds{kind="search"} 0`,
		`waybill_recent_orders{service="7",state="DELIVERED"} 3`,
		`waybill_recent_orders{service="7",state="LOST"} 1`,
		`waybill_database_size_bytes 4096`,
		`waybill_data_free_bytes 8192`,
		`waybill_last_backup_timestamp_seconds 1792`,
		`waybill_connections 5`,
		`waybill_connections_limit 9`,
		`waybill_connections_closed_total 4`,
		`waybill_connections_refused_total 1`,
	} {
		if !strings.Contains(page, "\n"+line+"\n") {
			t.Errorf("not on the page: %s", line)
		}
	}
	for _, series := range []string{
		`waybill_backlog_overdue_seconds{kind="deliveries"}`, `waybill_submission_queue_oldest_seconds{partner="simulated"}`,
	} {
		_, rest, _ := strings.Cut(page, "\n"+series+" ")
		text, _, _ := strings.Cut(rest, "\n")
		if seconds, err := strconv.ParseFloat(text, 64); err != nil || seconds < 90 || seconds > time.Since(due).Seconds() {
			t.Errorf("%s is %s", series, text)
		}
	}
	for _, name := range []string{"\ngo_goroutines ", "\nprocess_open_fds "} {
		if !strings.Contains(page, name) {
			t.Errorf("not on the page: %s", name)
		}
	}
}

func TestUnreadableQueuesLeaveTheRestOfThePage(t *testing.T) {
	var log strings.Builder
	m := telemetry.NewMetrics(telemetry.Build{})
	m.WatchQueues(func(context.Context) ([]store.PartnerQueue, error) { return nil, errors.New("database is down") })

	page := scrape(t, m, telemetry.NewLogger(&log, telemetry.LogOptions{}))
	if strings.Contains(page, "queue_depth{") || !strings.Contains(page, "waybill_build_info") {
		t.Error(page)
	}
	if !strings.Contains(log.String(), "database is down") {
		t.Errorf("log: %s", &log)
	}
}
