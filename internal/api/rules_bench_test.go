package api

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/test/backend"
)

// applying are the ten rules of the benchmarks that apply to the example order, which fulfils them. Two are expressions.
var applying = []string{
	`"service_id":1,"kind":"required","field":"consignee_state"`,
	`"service_id":1,"kind":"max_weight","kg":30`,
	`"service_id":1,"kind":"max_girth","cm":300`,
	`"destination":"Indonesia","kind":"pattern","field":"consignee_postal","pattern":"[0-9]{5}"`,
	`"origin":"Singapore","destination":"Indonesia","kind":"max_value","amount":1000000,"currency":"IDR"`,
	`"kind":"postal_code","party":"consignee"`,
	`"kind":"forbidden_words","field":"item_desc","words":["knife","gun","lithium battery","ammunition","explosive","perfume"]`,
	`"kind":"forbidden_categories","categories":["Weapons","Tobacco"]`,
	`"destination":"Indonesia","kind":"cel","field":"order_weight",
		"expression":"order.weight <= 20 || order.consignee.country in ['MY', 'SG']"`,
	`"kind":"cel","field":"item_quantity","expression":"item.quantity <= 50 && item.price_value < 10000"`,
}

// setOf compiles the applying rules and others of other services and countries, 100 in all. All are errors, which every
// create checks.
func setOf(b *testing.B) []rules.Rule {
	b.Helper()
	var texts []string
	for i := range 100 {
		members := fmt.Sprintf(`"service_id":%d,"kind":"max_weight","kg":1`, 2+i%7)
		switch {
		case i < len(applying):
			members = applying[i]
		case i%3 == 0:
			members = `"origin":"Malaysia","destination":"Japan","kind":"required","field":"incoterm"`
		case i%3 == 1:
			members = `"destination":"South Korea","kind":"cel","field":"items","expression":"order.items.size() < 3"`
		}
		texts = append(texts, fmt.Sprintf(`{"id":"r-%d","severity":"error",%s}`, i, members))
	}
	all, err := rules.Parse([]byte("[" + strings.Join(texts, ",") + "]"))
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// rulesOrders is how many orders the benchmarked requests have.
const rulesOrders = 100

// BenchmarkRules is decoding and validation with and without rules.
func BenchmarkRules(b *testing.B) {
	set, err := rules.Compile(setOf(b))
	if err != nil {
		b.Fatal(err)
	}
	at := time.Now()
	for name, check := range map[string]func(int, *shipment.Order) []request.FieldProblem{
		"without": nil,
		"with": func(_ int, o *shipment.Order) []request.FieldProblem {
			if found := set.Check(o, at, rules.SeverityError); found != nil {
				b.Fatal(found[0].Rule.ID, found[0].Message(), found[0].Fault)
			}
			return nil
		},
	} {
		b.Run(name, func(b *testing.B) {
			body, lookups := requesttest.ExampleCreate(b, rulesOrders), requesttest.NewDecoder().Lookups()
			lookups.Rules = check
			b.ReportAllocs()
			stop := processorTime(b)
			for b.Loop() {
				sent, err := requesttest.Create.Decode(body)
				if err != nil {
					b.Fatal(err)
				}
				if _, problems, err := request.ReadCreate(b.Context(), sent, lookups); err != nil || problems != nil {
					b.Fatal(err, string(problems.AppendJSON(nil)))
				}
			}
			stop()
		})
	}
}

// BenchmarkCreateWithRules is the whole create, from the request to the response, on SQLite.
func BenchmarkCreateWithRules(b *testing.B) {
	for _, name := range []string{"without", "with"} {
		b.Run(name, func(b *testing.B) {
			log := slog.New(slog.DiscardHandler)
			s := storetest.Open(b, store.Options{URL: "sqlite://" + b.TempDir() + "/waybill.db", Log: log})
			if _, _, err := s.MasterData.SeedDemo(b.Context(), testKey); err != nil {
				b.Fatal(err)
			}
			if name == "with" {
				if _, err := inforce.Set(b.Context(), s.MasterData, setOf(b)); err != nil {
					b.Fatal(err)
				}
			}
			spooled, err := spool.Open(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			inForce := inforce.New(s, log, func(string) {})
			a, err := New(b.Context(), shell.New(shell.Config{
				Store: s, Spool: spooled, Now: time.Now, Log: log, Metrics: backend.NoMetrics{},
				Budget: admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, DrawingNeeds(2))),
			}), Config{
				Orders: benchOrders(s, inForce),
			})
			if err != nil {
				b.Fatal(err)
			}
			handler, body := a.Handler(), bytes.ReplaceAll(requesttest.ExampleCreate(b, rulesOrders), []byte("test-key"), []byte(testKey))
			stop := processorTime(b)
			for b.Loop() {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/order/orders/", bytes.NewReader(body)))
				if w.Code != http.StatusCreated {
					b.Fatal(w.Code, w.Body.String())
				}
			}
			stop()
		})
	}
}

// processorTime reports the processor time for each order from now until the function is called. On a busy machine it
// says more than the elapsed time.
func processorTime(b *testing.B) (stop func()) {
	b.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start := used()
	return func() {
		b.Helper()
		b.ReportMetric(float64(used()-start)/1e3/float64(b.N*rulesOrders), "cpu-µs/order")
	}
}
