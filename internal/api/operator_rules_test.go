package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/rules"
)

const rulesPath = "/api/operator/rules/"

// ruleEntry is a rule in a response.
type ruleEntry struct {
	Rule      map[string]any
	Origin    string
	State     string
	UpdatedOn *string `json:"updated_on"`
	Problems  []string
}

func TestOperatorRules(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.allScopes()
		var set ruleEntry
		s.as(key, "PUT", rulesPath+"heavy/", `{"severity":"error","kind":"max_weight","kg":5,"when":"order.weight > 1.0 && true"}`, 200, &set)
		if set.Rule["id"] != "heavy" || set.Origin != "operator" || set.State != "on" || set.UpdatedOn == nil || len(set.Problems) > 0 {
			t.Errorf("set %+v", set)
		}
		off := `{"secret_key":"` + key + `","id":"heavy","severity":"error","kind":"max_weight","kg":6,"disabled":true}`
		s.as(key, "PUT", rulesPath+"heavy/", off, 200, &set)
		if set.Rule["kg"] != 6.0 || set.State != "off" {
			t.Errorf("replaced %+v", set)
		}
		var all struct{ Results []ruleEntry }
		s.as(key, "GET", rulesPath, "", 200, &all)
		if len(all.Results) != len(rules.Default())+1 {
			t.Errorf("%d rules", len(all.Results))
		}
		builtIn := rulesPath + rules.Default()[0].ID + "/"
		var one ruleEntry
		s.as(key, "GET", builtIn, "", 200, &one)
		if one.Origin != "built-in" || one.UpdatedOn != nil {
			t.Errorf("built-in %+v", one)
		}
		one.Rule["disabled"] = true
		body, err := json.Marshal(one.Rule)
		if err != nil {
			t.Fatal(err)
		}
		s.as(key, "PUT", builtIn, string(body), 200, &one)
		if one.Origin != "replaced" || one.State != "off" {
			t.Errorf("replaced %+v", one)
		}
		s.as(key, "DELETE", builtIn, "", 204, nil)
		s.as(key, "DELETE", builtIn, "", 400, nil)
		s.as(key, "DELETE", rulesPath+"heavy/", "", 204, nil)
		s.as(key, "DELETE", rulesPath+"heavy/", "", 404, nil)
		s.as(key, "GET", rulesPath+"heavy/", "", 404, nil)
	})
}

func TestOperatorRulesAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.allScopes()
		for body, want := range map[string]string{
			`{"severity":"error","kind":"max_weight","kilos":5}`: `{"kg":["is missing: a rule must have it"],` +
				`"kilos":["is no key of a rule: leave it out, or correct its spelling"]}`,
			`{"severty":"error","kind":"max_weight","kg":5}`: `{"severity":["is missing: a rule must have it"],` +
				`"severty":["Unknown field. Did you mean severity?"]}`,
			`{"id":"other","severity":"error","kind":"max_weight","kg":5}`:               `{"id":["The id is another one than that of the path`,
			`{"severity":"error","kind":"max_weight","kg":5,"service_id":99}`:            `{"service_id":["is 99, which is not a service`,
			`{"severity":"error","kind":"max_weight","kg":5,"kg":6}`:                     `{"kg":["is there twice`,
			`{"severity":"error","kind":"pattern","field":"item_sku","pattern":"("}`:     `{"pattern":["`,
			`{"severity":"error","kind":"cel","field":"items","expression":"order.nox"}`: `{"expression":["`,
			`[]`: `{"non_field_errors":["`,
			`{`:  `{"detail":"JSON parse error`,
		} {
			res, got := s.send("PUT", rulesPath+"heavy/", body, "Authorization", "Bearer "+key)
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, want) {
				t.Errorf("%s: %d\n got %s\nwant %s", body, res.StatusCode, got, want)
			}
		}
		s.as(key, "PUT", rulesPath+"UPPER/", `{"severity":"error","kind":"max_weight","kg":5}`, 400, nil)
	})
}

// TestKeysNeitherChangeRulesNorReadTheAuditLog: an administrator of an operator's account can create a key.
func TestKeysNeitherChangeRulesNorReadTheAuditLog(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		operator := s.operatorKey()
		rule := `{"severity":"error","kind":"max_weight","kg":0.1}`
		for _, key := range []string{operator, testKey} {
			for _, sent := range [][2]string{
				{"GET", rulesPath},
				{"GET", rulesPath + "heavy/"},
				{"PUT", rulesPath + "heavy/"},
				{"DELETE", rulesPath + rules.Default()[0].ID + "/"},
				{"GET", "/api/operator/audit-log/"},
				{"GET", "/api/operator/audit-log/?cursor=x"},
			} {
				body := map[bool]string{true: rule}[sent[0] == "PUT"]
				res, got := s.send(sent[0], sent[1], body, "Authorization", "Bearer "+key)
				if res.StatusCode != http.StatusForbidden || got != `{"detail":"You do not have permission to perform this action."}` {
					t.Errorf("%s %s: %d %s", sent[0], sent[1], res.StatusCode, got)
				}
			}
		}
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo // no rule refuses it
		s.as(operator, "POST", operatorPath, `{"events":[{"tracking_no":"`+trackingNo+`","status":"PICKED_UP"}]}`, 200, nil)
	})
}

func TestAuditLog(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.allScopes()
		for i := range 60 {
			s.as(key, "PUT", rulesPath+"heavy/", `{"severity":"error","kind":"max_weight","kg":`+string(rune('1'+i%2))+`}`, 200, nil)
		}
		s.as(key, "DELETE", rulesPath+"heavy/", "", 204, nil)
		type page struct {
			NextCursor *string `json:"next_cursor"`
			Results    []struct {
				ID            string
				ActorKind     string `json:"actor_kind"`
				Actor, Action string
				Before, After map[string]any
			}
		}
		var first, second page
		s.as(key, "GET", "/api/operator/audit-log/?subject_kind=rule&subject=heavy&account_id=0", "", 200, &first)
		if len(first.Results) != 50 || first.NextCursor == nil {
			t.Fatalf("first page: %d of %+v", len(first.Results), first.NextCursor)
		}
		e := first.Results[0]
		if e.Action != "delete" || e.ActorKind != "key" || e.Actor == "" || e.After != nil || e.Before["kg"] != 2.0 {
			t.Errorf("newest entry %+v", e)
		}
		s.as(key, "GET", "/api/operator/audit-log/?subject_kind=rule&subject=heavy&cursor="+*first.NextCursor, "", 200, &second)
		if len(second.Results) != 11 || second.NextCursor != nil || second.Results[10].Before != nil {
			t.Errorf("second page: %+v", second)
		}
		s.as(key, "GET", "/api/operator/audit-log/?account_id=1", "", 200, &second)
		if len(second.Results) != 0 {
			t.Errorf("of an account: %+v", second)
		}
		s.as(key, "GET", "/api/operator/audit-log/?actor_kind=key&actor="+e.Actor+"&from=2020-01-01T00:00:00Z", "", 200, &second)
		if len(second.Results) != 50 {
			t.Errorf("of an actor: %d", len(second.Results))
		}
		for _, query := range []string{"actor=3", "actor_kind=user", "until=2020-01-01T00:00:00Z", "from=2999-01-01T00:00:00Z"} {
			s.as(key, "GET", "/api/operator/audit-log/?"+query, "", 200, &second)
			if len(second.Results) != 0 {
				t.Errorf("%s: %+v", query, second)
			}
		}
		s.as(key, "GET", "/api/account/audit-log/", "", 200, &second)
		for _, e := range second.Results {
			if !strings.HasPrefix(e.ID, strings.Split(second.Results[0].ID, "-")[0]+"-") || strings.HasPrefix(e.ID, "0-") {
				t.Errorf("the log of the account has the entry %+v", e)
			}
		}
		if len(second.Results) == 0 {
			t.Error("the log of the account is empty")
		}
		for _, query := range []string{"cursor=x", "account_id=1", "acount_id=1"} {
			s.as(key, "GET", "/api/account/audit-log/?"+query, "", 400, nil)
		}
		s.as(testKey, "GET", "/api/account/audit-log/?subject_kind=rule", "", 200, &second)
		if len(second.Results) != 0 {
			t.Errorf("an account sees entries about rules: %+v", second)
		}
		for _, query := range []string{"cursor=x", "account_id=-1", "account_id=x", "subject=heavy", "until=2020-01-01", "acount_id=1"} {
			s.as(key, "GET", "/api/operator/audit-log/?"+query, "", 400, nil)
		}
	})
}
