// Package prometheus_test checks the alerts of Waybill, and the dashboard of Grafana beside them.
package prometheus_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	rulesFile  = "rules.yml"
	dashboard  = "../grafana/waybill.json"
	metricsDoc = "../../docs/operations/metrics.csv"
	runbook    = "../../docs/runbook.md"
)

var (
	alertName  = regexp.MustCompile(`(?m)^ +- alert: (\w+)$`)
	tested     = regexp.MustCompile(`(?m)^ +- alertname: (\w+)$`)
	metricName = regexp.MustCompile(`\bwaybill_\w+`)
	suffix     = regexp.MustCompile(`_(bucket|sum|count)$`)
	operation  = regexp.MustCompile(`\boperation!?=\\?"([a-z_]+)\\?"`)
)

// TestAlertsFire runs the tests of the alerts.
func TestAlertsFire(t *testing.T) {
	promtool(t, "test", "rules", "rules_test.yml")
}

// TestEachAlertIsTestedAndExplained compares the alerts with their tests, and with the headings of the runbook.
func TestEachAlertIsTestedAndExplained(t *testing.T) {
	rules := read(t, rulesFile)
	alerts := names(alertName, rules)
	if len(alerts) < 15 {
		t.Fatalf("alerts: %v", alerts)
	}
	if got := names(tested, read(t, "rules_test.yml")); !slices.Equal(got, alerts) {
		t.Errorf("tested are %v, want %v", got, alerts)
	}
	if got := names(regexp.MustCompile(`(?m)^## (Waybill\w+)$`), read(t, runbook)); !slices.Equal(got, alerts) {
		t.Errorf("the runbook has %v, want %v", got, alerts)
	}
	for _, alert := range alerts {
		if !strings.Contains(rules, "runbook: docs/runbook.md#"+strings.ToLower(alert)+"\n") {
			t.Errorf("%s does not link to its section", alert)
		}
	}
}

// TestMetricsExist looks up the metrics of alerts and panels in the list of metrics, which has all those of the product:
// another test compares it.
func TestMetricsExist(t *testing.T) {
	list := read(t, metricsDoc)
	for _, file := range []string{rulesFile, dashboard, runbook} {
		used := names(metricName, read(t, file))
		if len(used) == 0 {
			t.Errorf("%s uses no metric: does the pattern still fit?", file)
		}
		for _, name := range used {
			if !strings.Contains(list, "\n"+name+",") && !strings.Contains(list, "\n"+suffix.ReplaceAllString(name, "")+",histogram,") {
				t.Errorf("%s uses %s, which is no metric of Waybill", file, name)
			}
		}
	}
}

// TestOperationsExist looks up the operations in the table of routes.
func TestOperationsExist(t *testing.T) {
	routes := read(t, "../../internal/api/api.go")
	for _, file := range []string{rulesFile, dashboard} {
		used := names(operation, read(t, file))
		for _, name := range used {
			if !strings.Contains(routes, ` "`+name+`", `) {
				t.Errorf("%s uses the operation %s, which no route has", file, name)
			}
		}
		if len(used) == 0 {
			t.Errorf("%s uses no operation: does the pattern still fit?", file)
		}
	}
}

// TestDashboard checks the dashboard: its panels have ids of their own and expressions that Prometheus can parse.
func TestDashboard(t *testing.T) {
	var board struct {
		Panels []struct {
			ID          int
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, dashboard)), &board); err != nil {
		t.Fatal(err)
	}
	var rules strings.Builder
	rules.WriteString("groups:\n  - name: dashboard\n    rules:\n")
	ids := map[int]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || (len(p.Targets) == 0) != (p.Type == "row") {
			t.Errorf("panel %+v", p)
		}
		ids[p.ID] = true
		for i, target := range p.Targets {
			fmt.Fprintf(&rules, "      - {record: 'panel_%d_%d', expr: '%s'}\n", p.ID, i, strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
		}
	}
	if len(ids) < 20 {
		t.Fatalf("only %d panels", len(ids))
	}
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	if err := os.WriteFile(file, []byte(rules.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "check", "rules", file)
}

func promtool(t *testing.T, args ...string) {
	t.Helper()
	program, err := exec.LookPath("promtool")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("promtool is not installed, and CI=true does not allow to skip the test")
		}
		t.Skip("SKIPPED: promtool is not installed (package prometheus)")
	}
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Errorf("promtool %v: %v\n%s", args, err, out)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// names returns what an expression, or its group, finds: sorted, and each once.
func names(expression *regexp.Regexp, text string) []string {
	var found []string
	for _, match := range expression.FindAllStringSubmatch(text, -1) {
		found = append(found, match[len(match)-1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}
