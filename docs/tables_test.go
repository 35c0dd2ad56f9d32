package docs_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
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
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
	"waybill/internal/webhook"
)

var update = flag.Bool("update", false, "write the tables of the documentation anew")

// TestTables compares the tables of the documentation with what they document.
// `go test ./docs -update` writes them anew.
func TestTables(t *testing.T) {
	both, order, returned := orderTables(t)
	for _, table := range []struct {
		file, name string
		want       string
	}{
		{"operations/configure.md", "settings", settingsTable()},
		{"operations/monitor.md", "metrics", metricsTable(t)},
		{"fields.md", "fields of both", both},
		{"fields.md", "fields of orders", order},
		{"fields.md", "fields of returns", returned},
		{"fields.md", "item fields", briefTable(request.ItemFields())},
		{"fields.md", "tax id fields", briefTable(request.TaxIDFields())},
		{"interface.md", "added fields", addedFieldsTable(t)},
		{"customs.md", "tariffs", tariffsTable()},
		{"webhooks.md", "retries", retriesTable()},
	} {
		t.Run(table.name, func(t *testing.T) { checkTable(t, table.file, table.name, table.want) })
	}
}

// TestEveryEventIsDocumented looks up each type of event in the table for shippers.
func TestEveryEventIsDocumented(t *testing.T) {
	text, err := os.ReadFile("webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range shipment.EventTypes() {
		if !strings.Contains(string(text), "| "+code(string(kind))+" | ") {
			t.Errorf("webhooks.md has no row of %s", kind)
		}
	}
}

// tariffsTable has the countries by the digits of their tariff.
func tariffsTable() string {
	byDigits := make(map[string][]string)
	for _, c := range shipment.Countries() {
		tariff := shipment.Tariffs()[c]
		if tariff != nil && !slices.Contains(shipment.CountryGroup("EU"), c) {
			digits := strings.Join(tariff.Digits, ", ")
			byDigits[digits] = append(byDigits[digits], c.Name())
		}
	}
	union := strings.Join(shipment.Tariffs()["DE"].Digits, ", ")
	byDigits[union] = append(byDigits[union], "European Union")
	rows := [][]string{{"Digits", "Country"}}
	for _, digits := range slices.Sorted(maps.Keys(byDigits)) {
		slices.Sort(byDigits[digits])
		rows = append(rows, []string{digits, strings.Join(byDigits[digits], ", ")})
	}
	return markdown(rows)
}

// retriesTable has the waits before an event is sent again.
func retriesTable() string {
	var waits []string
	for attempts := 1; ; attempts++ {
		wait, more := webhook.Wait(attempts, 0, 0)
		if !more {
			return strings.Join(waits, ", ") + "\n"
		}
		waits = append(waits, short(wait))
	}
}

// short is a duration without the zeros at its end.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// checkTable compares what stands between a table's two marks in a file.
func checkTable(t *testing.T, file, name, want string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mark, end := "<!-- table: "+name+" -->\n", "<!-- end -->"
	before, rest, found := strings.Cut(string(text), mark)
	got, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no marks of the table %q", file, name)
	}
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("%s: the table %q is\n%s\nwant, as `go test ./docs -update` writes it,\n%s", file, name, got, want)
	}
	anew := before + mark + want + end + after
	if err := os.WriteFile(file, []byte(anew), 0o600); err != nil {
		t.Fatal(err)
	}
}

// markdown is a table of rows, the first of which is the heading.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return b.String()
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

func settingsTable() string {
	rows := [][]string{{"Flag", "Variable", "Default", "Allowed", "What it decides"}}
	for _, s := range config.Settings() {
		variable := code(s.Variable())
		if file := s.FileVariable(); file != "" {
			variable += ", " + code(file)
		}
		rows = append(rows, []string{
			code("--" + s.Name), variable, code(s.Default), s.Want, strings.ReplaceAll(s.Help, "`", ""),
		})
	}
	return markdown(rows)
}

// addedFieldsTable has the fields that the description of the interface does not have.
func addedFieldsTable(t *testing.T) string {
	text, err := os.ReadFile("../internal/api/testdata/openapi/described.json")
	if err != nil {
		t.Fatal(err)
	}
	var described map[string][]string
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	added := func(schema string, fields []request.Field) (names []string) {
		for _, f := range fields {
			if !slices.Contains(described[schema], f.Name) {
				names = append(names, code(f.Name))
			}
		}
		return names
	}
	orders, returns := added("CreateOrder", request.CreateFields()), added("ReturnOrder", request.ReturnFields())
	with := func(names, others []string, want bool) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(others, n) != want }), ", ")
	}
	return markdown([][]string{
		{"Of", "Fields"},
		{"orders and returns", with(orders, returns, true)},
		{"orders alone", with(orders, returns, false)},
		{"returns alone", with(returns, orders, false)},
		{"an item", strings.Join(added("Item", request.ItemFields()), ", ")},
	})
}

// allowed is what a field of a type may hold, in words.
func allowed(t request.Type) string {
	switch t.Name {
	case request.TypeText:
		return fmt.Sprintf("text, at most %d characters", t.MaxLength)
	case request.TypeEmail:
		return "e-mail address"
	case request.TypeDecimal:
		return fmt.Sprintf("number, at least %s, of at most %d digits, %d of them decimals", lowest(t), t.Digits, t.Places)
	case request.TypeInteger:
		return fmt.Sprintf("whole number from %d to %d", t.Min, t.Max)
	case request.TypeChoice:
		if last := len(t.Choices) - 1; last > 18 { // the OpenAPI document has all
			return code(t.Choices[0]) + " … " + code(t.Choices[last])
		}
		return code(strings.Join(t.Choices, "`, `"))
	case request.TypeDate:
		return "`YYYY-MM-DD`"
	case request.TypePhone:
		return "phone number: `+`, country code, 7 to 15 digits in all"
	case request.TypeLocalPhone:
		return "phone number: 6 to 15 digits, `+` or not"
	case request.TypeCountry:
		return "country: ISO 3166-1 code or name"
	case request.TypeCurrency:
		return "ISO 4217 code"
	case request.TypeTrackingNo:
		return "6 to 40 letters, digits or hyphens"
	case request.TypeService:
		return "id of a live service"
	case request.TypeURL:
		return fmt.Sprintf("http:// or https:// address, at most %d characters", t.MaxLength)
	case request.TypeHSCode:
		return "6 to 12 digits"
	case request.TypeTaxIDs:
		return fmt.Sprintf("list of at most %d tax ids", t.Max)
	case request.TypeMetadata:
		return fmt.Sprintf("object of at most %d texts: keys of at most %d characters, texts of at most %d",
			t.Max, shipment.MaxMetadataKey, shipment.MaxMetadataValue)
	case request.TypeItems:
		return fmt.Sprintf("list of %d to %d items", t.Min, t.Max)
	default:
		return string(t.Name)
	}
}

// lowest is a decimal's least value, with its places when it has any.
func lowest(t request.Type) string {
	if t.Min == 0 {
		return "0"
	}
	digits := fmt.Sprintf("%0*d", t.Places+1, t.Min)
	point := len(digits) - t.Places
	return digits[:point] + "." + digits[point:]
}

// series is a line of a page of metrics: its name and its labels.
var series = regexp.MustCompile(`(?m)^(waybill_\w+)(?:\{(.*)\})? `)

var labelName = regexp.MustCompile(`(\w+)="`)

// metricsTable reads the page that Prometheus would, after one event of each kind.
func metricsTable(t *testing.T) string {
	page := scrape(t)
	labels := map[string][]string{}
	for _, line := range series.FindAllStringSubmatch(page, -1) {
		for _, suffix := range []string{"", "_bucket", "_sum", "_count"} {
			name := strings.TrimSuffix(line[1], suffix)
			for _, label := range labelName.FindAllStringSubmatch(line[2], -1) {
				if label[1] != "le" && !slices.Contains(labels[name], code(label[1])) {
					labels[name] = append(labels[name], code(label[1]))
				}
			}
		}
	}
	rows := [][]string{{"Metric", "Type", "Labels", "What it is"}}
	for _, help := range regexp.MustCompile(`(?m)^# HELP (waybill_\w+) (.*)\n# TYPE \w+ (\w+)$`).FindAllStringSubmatch(page, -1) {
		rows = append(rows, []string{code(help[1]), help[3], strings.Join(labels[help[1]], ", "), help[2]})
	}
	return markdown(rows)
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
