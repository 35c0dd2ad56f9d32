package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/cli"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// running is a server in this process.
type running struct {
	base     string // address it greets with
	greeting string // up to the curl line
	stop     func() (code int, log string)
}

// serve starts a server on a free port and waits for its greeting.
func serve(t *testing.T, data string, environ ...string) running {
	t.Helper()
	return start(t, []string{"serve", "--listen", "127.0.0.1:0", "--data", data}, environ, func(line string) bool {
		return strings.HasPrefix(line, "curl ") || strings.Contains(line, "was shown at the first start") ||
			strings.HasPrefix(line, "Waybill serves production")
	})
}

// start runs a command that serves and waits until it prints the line that ends its
// greeting.
func start(t *testing.T, args, environ []string, ends func(line string) bool) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stdout, greeting := io.Pipe()
	var log bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- cli.Run(ctx, cli.Process{
			Args: args, Environ: append([]string{"WAYBILL_METRICS_LISTEN=off"}, environ...), Stdout: greeting, Stderr: &log,
		})
		_ = greeting.Close()
	}()
	r := running{stop: sync.OnceValues(func() (int, string) {
		cancel()
		_, _ = io.Copy(io.Discard, stdout)
		return <-code, log.String()
	})}
	t.Cleanup(func() { r.stop() })

	var text strings.Builder
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		fmt.Fprintln(&text, lines.Text())
		if ends(lines.Text()) {
			r.greeting = text.String()
			r.base = regexp.MustCompile(`http://\S+`).FindString(r.greeting)
			return r
		}
	}
	_, reason := r.stop()
	t.Fatalf("it does not start: %s%s", &text, reason)
	return r
}

// refuse runs serve where it must not start, and returns what it says.
func refuse(t *testing.T, data string, wantCode int, environ ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stderr bytes.Buffer
	code := cli.Run(ctx, cli.Process{
		Args: []string{"serve", "--listen", "127.0.0.1:0", "--data", data},
		// A greeting ends it, with exit code 0.
		Environ: append([]string{"WAYBILL_METRICS_LISTEN=off"}, environ...), Stdout: writerFunc(cancel), Stderr: &stderr,
	})
	if code != wantCode {
		t.Errorf("exit code %d, want %d", code, wantCode)
	}
	return stderr.String()
}

// writerFunc is called when something is written.
type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

// runs runs a command on the data and returns its exit code and all that it prints.
func runs(t *testing.T, data string, environ []string, args ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = cli.Run(t.Context(), cli.Process{Args: append(args, "--data", data), Environ: environ, Stdout: &out, Stderr: &out})
	return code, out.String()
}

// TestFirstStartMarksTheData has data that no server has marked, as every database was
// before there was a mark.
func TestFirstStartMarksTheData(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		data, production := t.TempDir(), []string{"WAYBILL_ENV=production"}
		if databaseURL = strings.TrimPrefix(databaseURL, "sqlite:"); strings.HasPrefix(databaseURL, "postgres") {
			production = append(production, "WAYBILL_DATABASE_URL="+databaseURL)
		} else {
			data = filepath.Dir(databaseURL)
		}
		runs(t, data, production, "migrate")
		runs(t, data, production, "account", "create", "Acme")
		const marks = "marked the data with its environment"
		server := serve(t, data, production...)
		if code, said := runs(t, data, production, "environment", "set", "development"); code != 1 || !strings.Contains(said, "stop") {
			t.Errorf("environment set while a server runs: exit code %d, %s", code, said)
		}
		if _, log := server.stop(); strings.Count(log, marks) != 1 {
			t.Errorf("log of the first start: %s", log)
		}
		if _, log := serve(t, data, production...).stop(); strings.Contains(log, marks) {
			t.Errorf("log of the second start: %s", log)
		}
		if code, said := runs(t, data, production, "environment", "set", "development"); code != 0 {
			t.Errorf("environment set: exit code %d, %s", code, said)
		}
		if said := refuse(t, data, 2, production...); !strings.Contains(said, "holds the data of development") {
			t.Errorf("serve said: %s", said)
		}
	})
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	serve(t, data).stop()
	database.Execute(t, "sqlite:"+filepath.Join(data, "waybill.db"),
		`INSERT INTO schema_migrations (version, name, applied_on) VALUES (9999, 'of tomorrow', 0)`)
	if said := refuse(t, data, 1); !strings.Contains(said, "start the newer version") {
		t.Errorf("serve said: %s", said)
	}
	for _, command := range []string{"migrate", "doctor", "key list"} {
		if code, said := runs(t, data, nil, strings.Fields(command)...); code != 1 || !strings.Contains(said, "start the newer version") {
			t.Errorf("%s: %d, %s", command, code, said)
		}
	}
}

func TestServeWarnsOfUnknownVariables(t *testing.T) {
	t.Parallel()
	_, log := serve(t, t.TempDir(), "WAYBILL_LISTN=:80").stop()
	if !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, "WAYBILL_LISTN is not a setting") {
		t.Errorf("log: %s", log)
	}
}

func TestSimulateJourneyWhileTheServerRuns(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	server := serve(t, data, "WAYBILL_DEMO_KEY=demo-key-1")
	demo, err := client.New(server.base+"/api", "demo-key-1")
	if err != nil {
		t.Fatal(err)
	}
	created, err := demo.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{{
		ServiceID: 1, OrderLength: "1", OrderWidth: "1", OrderHeight: "1", OrderWeight: "1", PaymentType: "prepaid",
		ConsigneeName: "Susan", ConsigneeNumber: "+6291234567891", ConsigneeCountry: "ID", ConsigneeAddress: "Jl. Berangin 5",
		ConsigneeState: "Jakarta", ConsigneeEmail: "susan@example.com", PickupContactName: "Jackson", PickupContactNumber: "+6591234567",
		PickupCountry: "SG", PickupAddress: "Jurong West Ave 1", PickupState: "Singapore",
		Items: []client.Item{{Desc: "Shirt", Category: "Fashion", Quantity: 1, PriceValue: "1", PriceCurrency: "IDR"}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	no := created.Orders[0].TrackingNo
	var stdout, stderr bytes.Buffer
	code := cli.Run(t.Context(), cli.Process{
		Args: []string{"simulate", "journey", no, "--pause", "0s", "--data", data}, Stdout: &stdout, Stderr: &stderr,
	})
	if code != 0 || !strings.HasPrefix(stdout.String(), no+` has the journey "normal": 8 steps`) {
		t.Fatalf("exit code %d: %s%s", code, &stdout, &stderr)
	}
	deadline := time.After(3 * time.Minute)
	for {
		order, err := demo.Order(t.Context(), no)
		if err != nil {
			t.Fatal(err)
		}
		if order.TrackerStatusCode == "SUCCESS" {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("the parcel is still %s", order.TrackerStatusCode)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// status is the status of the response to a GET.
func status(t *testing.T, url string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// TestProductionSaysWhatToCreate: a server of production names the commands that are still needed before it can
// take an order.
func TestProductionSaysWhatToCreate(t *testing.T) {
	t.Parallel()
	data, production := t.TempDir(), []string{"WAYBILL_ENV=production"}
	account, key, service := "  waybill account create NAME ", "  waybill key create --account 1 ", "  waybill service create NAME "
	for i, step := range []struct {
		run  []string // before the start
		want []string
	}{
		{[]string{"migrate"}, []string{account, key, service}},
		{[]string{"account", "create", "Acme"}, []string{key, service}},
		{[]string{"service", "create", "Lane"}, []string{key}},
		{[]string{"key", "create", "--account", "1"}, nil},
		{[]string{"key", "revoke", "1"}, []string{key}},
	} {
		if code, said := runs(t, data, production, step.run...); code != 0 {
			t.Fatal(said)
		}
		server := start(t, []string{"serve", "--listen", "127.0.0.1:0", "--data", data}, production, func(line string) bool {
			return len(step.want) == 0 || strings.HasPrefix(line, step.want[len(step.want)-1])
		})
		if code, log := server.stop(); code != 0 {
			t.Fatal(log)
		}
		for _, command := range []string{account, key, service} {
			if strings.Contains(server.greeting, command) != slices.Contains(step.want, command) {
				t.Errorf("step %d: %s", i, server.greeting)
			}
		}
	}
}
