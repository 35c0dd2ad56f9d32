package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// changeRules makes changes that do not depend on the rules that are set.
func changeRules(ctx context.Context, s *store.Store, changes ...masterdata.RuleChange) error {
	_, err := s.MasterData.ChangeRules(ctx, func([]masterdata.StoredRule) ([]masterdata.RuleChange, error) { return changes, nil })
	return err
}

func TestRules(t *testing.T) { onEachEngine(t, testRules) }

func testRules(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	noError(t, changeRules(ctx, s,
		masterdata.RuleChange{RuleID: "b", Rule: `{"n":1}`}, masterdata.RuleChange{RuleID: "a", Rule: `{"t":"<ä>"}`, BuiltIn: `{"n":0}`}))
	first := f.clock.Now()
	f.clock.Advance(time.Second)
	noError(t, changeRules(t.Context(), s, masterdata.RuleChange{RuleID: "b", Rule: `{"n":2}`}))
	want := []masterdata.StoredRule{
		{RuleID: "a", Rule: `{"t":"<ä>"}`, UpdatedOn: first},
		{RuleID: "b", Rule: `{"n":2}`, UpdatedOn: f.clock.Now()},
	}
	same(t, "rules", must[[]masterdata.StoredRule](t)(s.MasterData.Rules(t.Context())), want)

	// All or none.
	err := changeRules(ctx, s, masterdata.RuleChange{RuleID: "c", Rule: `{}`}, masterdata.RuleChange{RuleID: "nothing"})
	wantError(t, err, store.ErrNotFound)
	refused := errors.New("refused")
	_, err = s.MasterData.ChangeRules(ctx, func(have []masterdata.StoredRule) ([]masterdata.RuleChange, error) {
		same(t, "rules of the plan", have, want)
		return nil, refused
	})
	wantError(t, err, refused)
	same(t, "rules after changes that failed", must[[]masterdata.StoredRule](t)(s.MasterData.Rules(t.Context())), want)

	f.clock.Advance(time.Second)
	noError(t, changeRules(ctx, s, masterdata.RuleChange{RuleID: "b"}, masterdata.RuleChange{RuleID: "a", BuiltIn: `{"n":0}`}))
	equal(t, "rules that are left", len(must[[]masterdata.StoredRule](t)(s.MasterData.Rules(t.Context()))), 0)
	equal(t, "audit log", auditText(t, s, audit.Filter{}), `0-5 command:ann@depot delete rule/a {"t":"<ä>"} -> {"n":0}
0-4 command:ann@depot delete rule/b {"n":2} -> 
0-3 server: set rule/b {"n":1} -> {"n":2}
0-2 command:ann@depot set rule/a {"n":0} -> {"t":"<ä>"}
0-1 command:ann@depot set rule/b  -> {"n":1}
`)
}

// TestRulesElsewhere: a change shows in the same process at once, and in others after a second.
func TestRulesElsewhere(t *testing.T) { onEachEngine(t, testRulesElsewhere) }

func testRulesElsewhere(t *testing.T, f *fixture) {
	here, there := f.open(t), f.open(t)
	version := func(s *store.Store) int64 {
		t.Helper()
		return must[int64](t)(s.MasterData.RulesVersion(t.Context()))
	}
	before := version(there)
	equal(t, "version of two processes", version(here), before)
	noError(t, changeRules(t.Context(), here, masterdata.RuleChange{RuleID: "a", Rule: `{}`}))
	after := version(here)
	equal(t, "the version changes", after != before, true)
	f.clock.Advance(time.Second - time.Microsecond)
	equal(t, "version elsewhere within the second", version(there), before)
	f.clock.Advance(time.Microsecond)
	equal(t, "version elsewhere after it", version(there), after)
}

// TestRulesAtOnce: changes that depend on the rules that are set do not overlap, and the log has them in their order.
func TestRulesAtOnce(t *testing.T) { onEachEngine(t, testRulesAtOnce) }

func testRulesAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	const each = 5
	var group sync.WaitGroup
	for n := range 2 * each {
		group.Go(func() {
			_, err := stores[n%2].MasterData.ChangeRules(t.Context(), func(have []masterdata.StoredRule) ([]masterdata.RuleChange, error) {
				return []masterdata.RuleChange{{RuleID: fmt.Sprintf("r%02d", len(have)), Rule: `{}`}}, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	equal(t, "rules", len(must[[]masterdata.StoredRule](t)(stores[0].MasterData.Rules(t.Context()))), 2*each)
	var want strings.Builder
	for n := 2*each - 1; n >= 0; n-- {
		fmt.Fprintf(&want, "0-%d server: set rule/r%02d  -> {}\n", n+1, n)
	}
	equal(t, "audit log", auditText(t, stores[1], audit.Filter{}), want.String())
}

// TestHSCodes: the audit log, and so the version of the rules, has their first line only.
func TestHSCodes(t *testing.T) { onEachEngine(t, testHSCodes) }

func testHSCodes(t *testing.T, f *fixture) {
	s := f.open(t)
	for _, codes := range []string{"{\"year\":2028}\n010121 Horses; live", "{\"year\":2033}\n010121 Horses", ""} {
		before := must[int64](t)(s.MasterData.RulesVersion(t.Context()))
		noError(t, s.MasterData.SetLoaded(t.Context(), masterdata.LoadedHSCodes, codes))
		equal(t, "the version stays", must[int64](t)(s.MasterData.RulesVersion(t.Context())) == before, false)
		equal(t, "codes", must[string](t)(s.MasterData.Loaded(t.Context(), masterdata.LoadedHSCodes)), codes)
		equal(t, "rates", must[string](t)(s.MasterData.Loaded(t.Context(), masterdata.LoadedRates)), "")
	}
	equal(t, "audit log", auditText(t, s, audit.Filter{}), `0-3 server: load hs_codes/HS {"year":2033} -> 
0-2 server: load hs_codes/HS {"year":2028} -> {"year":2033}
0-1 server: load hs_codes/HS  -> {"year":2028}
`)
}

// TestSanctionsLists: each list is by itself, and the audit log has no names.
func TestSanctionsLists(t *testing.T) { onEachEngine(t, testSanctionsLists) }

func testSanctionsLists(t *testing.T, f *fixture) {
	s := f.open(t)
	un, eu := masterdata.LoadedSanctions("un"), masterdata.LoadedSanctions("eu")
	for _, names := range []string{"{\"n\":1}\nQDi.901\tJane Doe\n", "{\"n\":2}\n" + strings.Repeat("EU.1\tÄ Б 王\n", 200_000), ""} {
		before := must[int64](t)(s.MasterData.RulesVersion(t.Context()))
		noError(t, s.MasterData.SetLoaded(t.Context(), un, names))
		equal(t, "the version stays", must[int64](t)(s.MasterData.RulesVersion(t.Context())) == before, false)
		equal(t, "names are as stored", must[string](t)(s.MasterData.Loaded(t.Context(), un)) == names, true)
		equal(t, "another list", must[string](t)(s.MasterData.Loaded(t.Context(), eu)), "")
	}
	equal(t, "audit log", auditText(t, s, audit.Filter{}), `0-3 server: load sanctions/un {"n":2} -> 
0-2 server: load sanctions/un {"n":1} -> {"n":2}
0-1 server: load sanctions/un  -> {"n":1}
`)
}

// TestRates: rates change the version of the rules, unless they are the same.
func TestRates(t *testing.T) { onEachEngine(t, testRates) }

func testRates(t *testing.T, f *fixture) {
	s := f.open(t)
	equal(t, "no rates", must[string](t)(s.MasterData.Loaded(t.Context(), masterdata.LoadedRates)), "")
	for _, rates := range []string{`{"n":1.10}`, `{"n":1.10}`, `{"n":2}`} {
		before := must[int64](t)(s.MasterData.RulesVersion(t.Context()))
		same := must[string](t)(s.MasterData.Loaded(t.Context(), masterdata.LoadedRates)) == rates
		noError(t, s.MasterData.SetLoaded(t.Context(), masterdata.LoadedRates, rates))
		equal(t, "the version stays", must[int64](t)(s.MasterData.RulesVersion(t.Context())) == before, same)
		equal(t, "rates", must[string](t)(s.MasterData.Loaded(t.Context(), masterdata.LoadedRates)), rates)
	}
	equal(t, "audit log", auditText(t, s, audit.Filter{}), `0-2 server: load rates/ECB {"n":1.10} -> {"n":2}
0-1 server: load rates/ECB  -> {"n":1.10}
`)
}

// TestAuditPages: pages follow each other without a gap, the newest entries first, also those of one moment.
func TestAuditPages(t *testing.T) { onEachEngine(t, testAuditPages) }

func testAuditPages(t *testing.T, f *fixture) {
	s := f.open(t)
	for n := range 3 {
		rule := fmt.Sprint(n)
		noError(t, changeRules(t.Context(), s, masterdata.RuleChange{RuleID: "a", Rule: rule}, masterdata.RuleChange{RuleID: "b", Rule: rule}))
		f.clock.Advance(time.Second)
	}
	var got []string
	after, more := "", true
	for more {
		var page []audit.Entry
		var err error
		page, more, err = s.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectRule}, after, 2)
		noError(t, err)
		for _, e := range page {
			got = append(got, e.ID())
		}
		after = page[len(page)-1].ID()
	}
	same(t, "entries", got, []string{"0-6", "0-5", "0-4", "0-3", "0-2", "0-1"})

	account, operator := int64(7), int64(0)
	for what, c := range map[string]struct {
		filter audit.Filter
		want   int
	}{
		"subject":        {audit.Filter{SubjectKind: audit.SubjectRule, Subject: "b"}, 3},
		"no subject":     {audit.Filter{SubjectKind: audit.SubjectRule, Subject: "c"}, 0},
		"another kind":   {audit.Filter{SubjectKind: "key"}, 0},
		"operator's own": {audit.Filter{AccountID: &operator}, 6},
		"an account":     {audit.Filter{AccountID: &account}, 0},
		"hostile":        {audit.Filter{SubjectKind: "\x00"}, 0},
	} {
		entries, _, err := s.Audit.List(t.Context(), c.filter, "", 10)
		noError(t, err)
		equal(t, what, len(entries), c.want)
	}
	for _, unknown := range []string{"0-7", "7-1", "x", "-", "0-"} {
		_, _, err := s.Audit.List(t.Context(), audit.Filter{}, unknown, 2)
		wantError(t, err, store.ErrNotFound)
	}
}
