package client_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/problem"
)

func TestRules(t *testing.T) {
	operator := newAdministrator(t)
	rule := map[string]any{"severity": "warning", "kind": "max_weight", "kg": 31.5, "messages": map[string]string{"en": "At most 31.5 kg."}}
	set, err := operator.SetRule(t.Context(), "sdk-heavy", rule)
	if err != nil || set.Origin != "operator" || set.State != "on" || set.UpdatedOn.IsZero() ||
		!strings.Contains(string(set.Rule), `"kg":31.5`) {
		t.Fatalf("set %s %+v, %v", set.Rule, set, err)
	}
	if got, err := operator.Rule(t.Context(), "sdk-heavy"); err != nil || string(got.Rule) != string(set.Rule) {
		t.Errorf("rule %s, %v", got.Rule, err)
	}
	all, err := operator.Rules(t.Context())
	if err != nil || len(all) < 2 {
		t.Fatalf("%d rules, %v", len(all), err)
	}
	var builtIn struct{ ID string }
	for _, entry := range all {
		if entry.Origin == "built-in" {
			if err := json.Unmarshal(entry.Rule, &builtIn); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := operator.DeleteRule(t.Context(), builtIn.ID); !invalid(err) {
		t.Errorf("delete a built-in rule: %v", err)
	}
	if err := operator.DeleteRule(t.Context(), "sdk-heavy"); err != nil {
		t.Error(err)
	}
	if err := operator.DeleteRule(t.Context(), "sdk-heavy"); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("delete it again: %v", err)
	}
	if _, err := operator.Rule(t.Context(), "sdk-heavy"); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("view it: %v", err)
	}
	if _, err := operator.SetRule(t.Context(), "sdk-heavy", map[string]any{"severity": "error", "kind": "max_weight"}); !invalid(err) ||
		!strings.Contains(err.Error(), "kg: "+problem.RuleKeyMissing.String()) {
		t.Errorf("a wrong rule: %v", err)
	}
}

func TestKeysDoNotReachRulesAndAuditLog(t *testing.T) {
	for _, key := range []string{secretKey, operatorKey} {
		c := newClient(t, key)
		_, listing := c.Rules(t.Context())
		_, viewing := c.Rule(t.Context(), "eu-hs-code")
		_, setting := c.SetRule(t.Context(), "sdk-key", map[string]any{"severity": "warning", "kind": "max_weight", "kg": 1})
		deleting := c.DeleteRule(t.Context(), "eu-hs-code")
		for _, err := range []error{listing, viewing, setting, deleting} {
			if !errors.Is(err, client.ErrForbidden) {
				t.Errorf("rules: %v", err)
			}
		}
		for _, err := range c.AuditLog(t.Context(), client.AuditFilter{}) {
			if !errors.Is(err, client.ErrForbidden) {
				t.Errorf("audit log: %v", err)
			}
		}
	}
}

// newAdministrator may do everything.
func newAdministrator(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.New(baseURL, administratorKey, client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAuditLog reads more than a page.
func TestAuditLog(t *testing.T) {
	operator := newAdministrator(t)
	for i := range 52 {
		rule := map[string]any{"severity": "warning", "kind": "max_weight", "kg": 1 + i}
		if _, err := operator.SetRule(t.Context(), "sdk-audited", rule); err != nil {
			t.Fatal(err)
		}
	}
	if err := operator.DeleteRule(t.Context(), "sdk-audited"); err != nil {
		t.Fatal(err)
	}
	ofOperator := int64(0)
	var entries []client.AuditEntry
	filter := client.AuditFilter{
		SubjectKind: "rule", Subject: "sdk-audited", AccountID: &ofOperator, ActorKind: "key",
		From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour),
	}
	for entry, err := range operator.AuditLog(t.Context(), filter) {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry)
	}
	if len(entries) < 53 || entries[0].Action != "delete" || entries[0].ActorKind != "key" || string(entries[0].After) != "null" ||
		!strings.Contains(string(entries[0].Before), `"kg":52`) || entries[1].Action != "set" {
		t.Fatalf("%d entries, the newest %+v", len(entries), entries[0])
	}
	filter.Until = filter.From
	for entry, err := range operator.AuditLog(t.Context(), filter) {
		t.Errorf("made in no time: %+v, %v", entry, err)
	}
	for _, err := range operator.AuditLog(t.Context(), client.AuditFilter{}) {
		if err != nil {
			t.Error(err)
		}
		break // a caller may stop
	}
}
