package inforce_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// parse reads rules, with the keys that all of them need.
func parse(t *testing.T, texts ...string) []rules.Rule {
	t.Helper()
	all, err := rules.Parse([]byte("[" + strings.Join(texts, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// maxWeight is a rule that refuses orders of more than some kg.
func maxWeight(id string, kg int) string {
	return fmt.Sprintf(`{"id":%q,"severity":"error","kind":"max_weight","kg":%d}`, id, kg)
}

func set(t *testing.T, s *store.Store, texts ...string) string {
	t.Helper()
	results, err := inforce.Set(t.Context(), s.MasterData, parse(t, texts...))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(results)
}

// builtIn is a rule that the program brings.
func builtIn(t *testing.T) rules.Rule {
	t.Helper()
	return rules.Default()[0]
}

func encode(t *testing.T, r rules.Rule) string {
	t.Helper()
	text, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// find is how a rule is in force: its origin, and whether it is disabled.
func find(t *testing.T, s *store.Store, id string) string {
	t.Helper()
	e, err := inforce.Find(t.Context(), s.MasterData, id)
	if errors.Is(err, store.ErrNotFound) {
		return "none"
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s disabled=%v", e.Origin, e.Rule.Disabled)
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
}

func TestSetAndDelete(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		want(t, "new rules", set(t, s, maxWeight("heavy", 30), maxWeight("heavier", 40)), "[{heavy added} {heavier added}]")
		want(t, "again", set(t, s, maxWeight("heavy", 30), maxWeight("heavier", 50)), "[{heavy unchanged} {heavier changed}]")
		want(t, "rule", find(t, s, "heavy"), "operator disabled=false")

		base := builtIn(t)
		off := base
		off.Disabled = true
		want(t, "built-in rule", find(t, s, base.ID), "built-in disabled=false")
		want(t, "the built-in rule itself", set(t, s, encode(t, base)), fmt.Sprintf("[{%s unchanged}]", base.ID))
		want(t, "built-in rule, disabled", set(t, s, encode(t, off)), fmt.Sprintf("[{%s changed}]", base.ID))
		want(t, "disabled", find(t, s, base.ID), "replaced disabled=true")
		want(t, "back", set(t, s, encode(t, base)), fmt.Sprintf("[{%s restored}]", base.ID))
		want(t, "restored", find(t, s, base.ID), "built-in disabled=false")

		set(t, s, encode(t, off))
		for id, outcome := range map[string]inforce.Outcome{base.ID: inforce.Restored, "heavy": inforce.Deleted} {
			result, err := inforce.Delete(t.Context(), s.MasterData, id)
			if err != nil || result.Outcome != outcome {
				t.Errorf("delete %s: %v, %v", id, result, err)
			}
		}
		for id, refusal := range map[string]error{base.ID: inforce.ErrBuiltIn, "heavy": store.ErrNotFound} {
			if _, err := inforce.Delete(t.Context(), s.MasterData, id); !errors.Is(err, refusal) {
				t.Errorf("delete %s again: %v", id, err)
			}
		}
		entries, _, err := s.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectRule, Subject: base.ID}, "", 9)
		if err != nil || len(entries) != 4 || entries[0].New != encode(t, base) || entries[0].Old != encode(t, off) {
			t.Errorf("audit log of a built-in rule: %+v, %v", entries, err)
		}
	})
}

func TestReplace(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		base := builtIn(t)
		base.Disabled = true
		set(t, s, maxWeight("a", 1), maxWeight("b", 2), maxWeight("c", 3), encode(t, base))
		wanted := parse(t, maxWeight("b", 20), maxWeight("c", 3), maxWeight("d", 4))
		outcome := fmt.Sprintf("[{b changed} {c unchanged} {d added} {a deleted} {%s restored}]", base.ID)
		for _, dryRun := range []bool{true, false} {
			results, err := inforce.Replace(t.Context(), s.MasterData, wanted, dryRun)
			if err != nil {
				t.Fatal(err)
			}
			want(t, "results", fmt.Sprint(results), outcome)
			left := map[bool]string{true: "operator disabled=false", false: "none"}
			want(t, fmt.Sprintf("rule a with dryRun %v", dryRun), find(t, s, "a"), left[dryRun])
		}
	})
}

// TestWrongRules: a change with a wrong rule changes nothing, and a stored rule that cannot be read refuses no change.
func TestWrongRules(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	_, err := s.MasterData.ChangeRules(t.Context(), func([]masterdata.StoredRule) ([]masterdata.RuleChange, error) {
		return []masterdata.RuleChange{{RuleID: "tomorrow", Rule: `{"id":"tomorrow","severity":"error","kind":"quantum"}`}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	many := make([]string, rules.MaxRules-1)
	for i := range many {
		many[i] = maxWeight(fmt.Sprintf("rule-%d", i), 1+i)
	}
	for text, problem := range map[string]string{
		`{"id":"a","severity":"error","kind":"max_weight","kg":1,"service_id":9}`:         "a: service_id: is 9, which is not a service",
		`{"id":"a","severity":"error","kind":"max_weight","kg":1,"account_id":9}`:         "a: account_id: is 9, which is not an account",
		`{"id":"a","severity":"error","kind":"pattern","field":"item_sku","pattern":"("}`: "a: pattern: ",
		strings.Join(many, ","): "at most 1000",
	} {
		_, err := inforce.Set(t.Context(), s.MasterData, parse(t, maxWeight("right", 30), text))
		if invalid, ok := errors.AsType[*rules.InvalidError](err); !ok || !strings.Contains(invalid.Error(), problem) {
			t.Errorf("got %v, want %s", err, problem)
		}
	}
	want(t, "the right one", find(t, s, "right"), "none")
	want(t, "after the wrong ones", set(t, s, maxWeight("right", 30)), "[{right added}]")
	e, err := inforce.Find(t.Context(), s.MasterData, "tomorrow")
	if err != nil || len(e.Problems) == 0 || e.Problems[0].Key != "kind" {
		t.Errorf("the rule that this version cannot read: %+v, %v", e, err)
	}
}

// refused reports whether the rules in force refuse an order of 20 kg.
func refused(t *testing.T, source *inforce.Source) string {
	t.Helper()
	current, err := source.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	order := shipment.Order{Weight: 20_000}
	return fmt.Sprint(len(current.Check(&order, time.Now(), rules.SeverityError)) > 0)
}

// TestSource: a change shows at once in the process that makes it, and elsewhere after a second.
func TestSource(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		var elapsed time.Duration
		var log bytes.Buffer
		options := store.Options{URL: url, Elapsed: func() time.Duration { return elapsed }}
		here, there := storetest.Open(t, options), storetest.Open(t, options)
		logger := slog.New(slog.NewTextHandler(&log, nil))
		mine, other := inforce.New(here, logger, nil), inforce.New(there, logger, nil)
		want(t, "before", refused(t, mine)+refused(t, other), "falsefalse")
		set(t, here, maxWeight("heavy", 10))
		want(t, "at once", refused(t, mine)+refused(t, other), "truefalse")
		elapsed = time.Second
		want(t, "after a second", refused(t, mine)+refused(t, other), "truetrue")
		lane := shipment.Service{Name: "Lane", Category: shipment.CategoryPickup} // also in the operator's log
		if _, err := there.MasterData.CreateService(t.Context(), lane); err != nil {
			t.Fatal(err)
		}
		elapsed += time.Second
		want(t, "after another change", refused(t, mine)+refused(t, other), "truetrue")
		if _, err := inforce.Delete(t.Context(), here.MasterData, "heavy"); err != nil {
			t.Fatal(err)
		}
		elapsed += time.Second
		want(t, "deleted", refused(t, mine)+refused(t, other), "falsefalse")
		if log.Len() > 0 {
			t.Errorf("log: %s", log.String())
		}

		_, err := here.MasterData.ChangeRules(t.Context(), func([]masterdata.StoredRule) ([]masterdata.RuleChange, error) {
			return []masterdata.RuleChange{
				{RuleID: "tomorrow", Rule: `{"id":"tomorrow","severity":"error","kind":"quantum"}`}, {RuleID: "heavy", Rule: maxWeight("heavy", 10)},
			}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "beside a rule that cannot be read", refused(t, mine), "true")
		if !strings.Contains(log.String(), "rule=tomorrow") {
			t.Errorf("the log does not name the rule: %s", log.String())
		}
	})
}

func TestCheckNewest(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		a, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"})
		if err != nil {
			t.Fatal(err)
		}
		orders := make([]shipment.Order, 5)
		for i := range orders {
			orders[i] = storetest.Order(i)
			orders[i].Weight = shipment.Thousandths(1000 * (i + 1))
		}
		if _, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: a.AccountID, KeyID: 1, Orders: orders}); err != nil {
			t.Fatal(err)
		}
		tried := parse(t,
			`{"id":"off","severity":"error","kind":"max_weight","kg":4,"disabled":true,"valid_from":"2999-01-01"}`,
			`{"id":"told","severity":"warning","kind":"max_weight","kg":2}`)
		var weights []string
		trial, err := inforce.CheckNewest(t.Context(), s.MasterData, s, tried, 0, 4, func(o *shipment.Order, _ []rules.Finding) {
			weights = append(weights, o.Weight.String())
		})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "trial", fmt.Sprintf("%+v", trial), "{Orders:4 Refused:1 Warned:2 Failed:0 ByRule:map[off:1 told:3]}")
		want(t, "orders", strings.Join(weights, " "), "5 4 3")
		if trial, err := inforce.CheckNewest(t.Context(), s.MasterData, s, tried, a.AccountID+1, 9, nil); err != nil || trial.Orders != 0 {
			t.Errorf("another account: %+v, %v", trial, err)
		}
	})
}

// TestRates: rates are used at once in the process that loads them, and elsewhere after a second; also to try rules.
func TestRates(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		var elapsed time.Duration
		options := store.Options{URL: url, Elapsed: func() time.Duration { return elapsed }}
		here, there := storetest.Open(t, options), storetest.Open(t, options)
		mine, other := inforce.New(here, slog.New(slog.DiscardHandler), nil), inforce.New(there, slog.New(slog.DiscardHandler), nil)
		const text = `{"id":"dear","severity":"error","kind":"cel","field":"items","expression":"order.value(\"USD\") <= 20.0"}`
		set(t, here, text)
		elapsed += time.Second
		o := storetest.Order(0)
		o.Items = []shipment.Item{{Quantity: 2, PriceValue: 10_00, PriceCurrency: "EUR"}}
		refused := func(source *inforce.Source) bool {
			current, err := source.Current(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(current.Check(&o, time.Now(), rules.SeverityError)) > 0
		}
		load := func(usd rules.Rate) {
			rates := rules.Rates{Day: "2026-11-25", PerEuro: map[string]rules.Rate{"EUR": 1e6, "USD": usd}}
			if err := inforce.SetRates(t.Context(), here.MasterData, &rates); err != nil {
				t.Fatal(err)
			}
		}
		want(t, "no rates", fmt.Sprint(refused(mine), refused(other)), "false false")
		load(1_010_000)
		want(t, "at once", fmt.Sprint(refused(mine), refused(other)), "true false")
		elapsed += time.Second
		want(t, "after a second", fmt.Sprint(refused(mine), refused(other)), "true true")
		load(1_000_000)
		elapsed += time.Second
		want(t, "other rates", fmt.Sprint(refused(mine), refused(other)), "false false")
		load(1_010_000)

		tried, err := inforce.Try(t.Context(), there.MasterData, nil)
		if err != nil || len(tried.Check(&o, time.Now(), rules.SeverityError)) != 1 {
			t.Errorf("tried: %v, %v", tried.Check(&o, time.Now(), rules.SeverityError), err)
		}
		a, err := there.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := there.CreateBatch(t.Context(), store.NewBatch{AccountID: a.AccountID, KeyID: 1, Orders: []shipment.Order{o}}); err != nil {
			t.Fatal(err)
		}
		trial, err := inforce.CheckNewest(t.Context(), there.MasterData, there, parse(t, text), 0, 9, func(*shipment.Order, []rules.Finding) {})
		if err != nil || trial.Refused != 1 {
			t.Errorf("stored orders: %+v, %v", trial, err)
		}
	})
}

// TestHSCodes: a nomenclature that is loaded is used as rates are, until that of the program is in force again.
func TestHSCodes(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		var elapsed time.Duration
		options := store.Options{URL: url, Elapsed: func() time.Duration { return elapsed }}
		here, there := storetest.Open(t, options), storetest.Open(t, options)
		other := inforce.New(there, slog.New(slog.DiscardHandler), nil)
		const text = `{"id":"known","severity":"error","kind":"known_hs_code"}`
		set(t, here, text)
		o := storetest.Order(0)
		o.Items = []shipment.Item{
			{Quantity: 1, Trade: &shipment.ItemTrade{HSCode: "9801000000"}},
			{Quantity: 1},
			{Quantity: 1, Trade: &shipment.ItemTrade{HSCode: "610910"}},
		}
		found := func(set *rules.Set, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, f := range set.Check(&o, time.Now(), rules.SeverityError) {
				texts = append(texts, fmt.Sprintf("%d: %s", f.Index, f.Message("en")))
			}
			return strings.Join(texts, "; ")
		}
		load := func(n *shipment.Nomenclature) {
			if err := inforce.SetHSCodes(t.Context(), here.MasterData, n); err != nil {
				t.Fatal(err)
			}
			elapsed += time.Second
		}
		const (
			of2022 = "0: Enter another HS code: 980100 is not in the Harmonized System of 2022. Search it by a description of the goods."
			of2028 = "2: Enter another HS code: 610910 is not in the Harmonized System of 2028. Search it by a description of the goods."
		)
		elapsed += time.Second
		want(t, "that of the program", found(other.Current(t.Context())), of2022)
		next, err := shipment.ReadHS(storetest.HSFile(), 2028, "UN")
		if err != nil {
			t.Fatal(err)
		}
		load(next)
		want(t, "loaded", found(other.Current(t.Context())), of2028)
		want(t, "tried", found(inforce.Try(t.Context(), there.MasterData, parse(t, text))), of2028)
		load(nil)
		want(t, "that of the program again", found(other.Current(t.Context())), of2022)
	})
}
