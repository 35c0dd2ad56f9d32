package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// TestAdministratorsSeeTheAuditOfTheirAccount has sentences with names, and no entry of another account.
func TestAdministratorsSeeTheAuditOfTheirAccount(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const audits, keys = "/console/accounts/1/settings/audit", "/console/accounts/1/settings/keys"
	a, o := c.as(shipment.RoleAdmin), c.as(shipment.RoleOperatorAdmin)
	a.post(keys, url.Values{"name": {"Shop"}, "scopes": {"orders:read"}})
	o.post(web.OperatorPath+"accounts/2", url.Values{"name": {"Renamed"}}).want(t, http.StatusSeeOther)
	a.post("/console/accounts/1/settings/users/member", url.Values{"email": {c.as(shipment.RoleViewer).user.Email}, "role": {"editor"}}).
		want(t, http.StatusSeeOther)
	made := c.create(nil)
	a.post(ordersPath+made+"/hold", url.Values{"reason": {"Wait"}}).want(t, http.StatusSeeOther)
	if _, err := c.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: new("https://shop.example/hook")}); err != nil {
		t.Fatal(err)
	}
	page := a.get(audits)
	page.want(t, http.StatusOK, "Ann admin created key Shop", "Ann admin changed the role of Ann viewer", "Ann admin held order "+made,
		"key demo created webhook endpoint https://shop.example/hook", `aria-current="page">Audit log`)
	if raw := regexp.MustCompile(`(?i)\b(user|key|account) \d|Renamed|%!`).FindString(page.words()); raw != "" {
		t.Errorf("%q stands in %s", raw, page.words())
	}
	for _, query := range []string{"?account=2", "?account=0", "?kind=account&subject=2", "?account=2&kind=account&subject=2"} {
		if list := a.get(audits + query); list.status != http.StatusOK || strings.Contains(list.text, "Renamed") {
			t.Errorf("%s: status %d, or it has an entry of another account", query, list.status)
		}
	}
	o.get(audits).want(t, http.StatusOK, "Ann admin created key Shop")
	o.get(web.OperatorPath+"audit?kind=account").want(t, http.StatusOK, "Ann operator-admin changed account Renamed")
	o.get(web.OperatorPath+"audit?kind=user").want(t, http.StatusOK, "Waybill created user Ann viewer")
	a.get(web.OperatorPath+"audit").want(t, http.StatusForbidden)
	c.as(shipment.RoleEditor).get(audits).want(t, http.StatusForbidden)
	a.get("/console/accounts/2/settings/audit").want(t, http.StatusNotFound)
}

func TestTheAuditLogIsInWords(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	record := func(kind, action, old, fresh string) {
		change := audit.Change{Action: action, SubjectKind: kind, Subject: "9"}
		if old != "" {
			change.Old = json.RawMessage(old)
		}
		if fresh != "" {
			change.New = json.RawMessage(fresh)
		}

		err := c.Store.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error { return c.Store.Audit.Record(ctx, q, change) })
		if err != nil {
			t.Fatal(err)
		}
	}
	record("order", "create", "", `{"upload_batch_no":"B1","orders":2,"tracking_nos":["WB1","WB2"],"replaces":"WB0"}`)
	record("order", "cancel", `{"tracker_status_code":"ORDER_CREATED"}`, `{"tracker_status_code":"CANCELLED","cancellation":"waiting"}`)
	record("order", "edit", "", `{"version":2,"changed_fields":"consignee_name,items,customs_signer"}`)
	record("order", "retry",
		`{"state":"failed","hawb_no":"H1"}`, `{"state":"pending","due_on":"2026-11-21T14:05:06.5Z","note":"true_story"}`)
	record("order", "hold", "", `{"reason":"a_b","rule_id":"meat"}`)
	record("order", "proof", "", `{"media_type":"image/png","bytes":9,"signed_on":"2026-11-21T14:05:06Z"}`)
	record("order", "unprint", `{"printed_on":"2026-11-21T14:05:06Z","printed_by":"ann"}`, "")
	record("order", "unpack", `{"packed_on":"2026-11-21T14:05:06Z","packed_by":"ann"}`, "")
	record("order", "erase", "", `{"erased_on":"2026-11-21T14:05:06Z"}`)
	record("import", "update", `{"state":"waiting","dry_run":false,"valid_only":false}`,
		`{"state":"creating","cancelling":true,"dry_run":true,"valid_only":true,"existing":"skip"}`)
	record("handover", "reopen", `{"state":"closed"}`, `{"state":"open","reason":"late","parcels":3,"given_by":"ann","taken_by":"bo"}`)
	record("service", "update", `{"cod":false,"origin":"SG","destination":"","partner":"","disabled":false}`,
		`{"cod":true,"origin":"","destination":"ID","partner":"x","disabled":true,"missing_customs":"refuse","customs_forms":"invoice"}`)
	record("service", "customs", `{}`, `{"contents_type":"gift","restriction_type":"none","origin_country":"CN","customs_certify":"yes"}`)
	record("service", "labels",
		`{"marks":[],"routes":0,"routing_hash":"1"}`, `{"marks":["battery","fragile"],"routes":4,"routing_hash":"2"}`)
	record("account", "labels", `{"hide_contents":false,"return_to":""}`,
		`{"hide_contents":true,"return_to":"A","size":"a4","logo":{"width":8,"height":1,"bits":"/w=="}}`)
	record("account", "update", `{"rate_limit":1,"rate_burst":1,"operator":false,"phones":0,"language":""}`,
		`{"rate_limit":2,"rate_burst":2,"operator":true,"phones":1,"language":"id","erase_after_days":9,"delete_after_days":9}`)
	record("key", "create", "",
		`{"account_id":1,"name":"a_b","created_by_key":2,"expires_on":"2027-01-02T03:04:05Z","scopes":"orders:write,labels"}`)
	record("partner", "update", `{"base_url":"a","concurrency":1,"private_network":false}`,
		`{"base_url":"b","concurrency":2,"timeout":"5s","private_network":true,"disabled_on":"2027-01-02T03:04:05Z"}`)
	record("endpoint", "update", `{"label_pdf":false,"events":null}`,

		`{"label_pdf":true,"label_webhook":true,"events":["order.created"],`+
			`"basic_username":"","has_password":true,"old_secret_until":"2027-01-02T03:04:05Z"}`)
	record("user", "update",
		`{"operator_role":"","password_set_on":null}`, `{"operator_role":"operator-admin","password_set_on":"2027-01-02T03:04:05Z"}`)
	record("user", "sign-in", "", `{"session_id":5,"method":"recovery code","address":"::1"}`)
	record("user", "refuse-passkey",
		`{"passkey_id":3,"relying_party":"x","sign_count":9}`, `{"passkey_id":4,"sign_count":2,"address":"::1"}`)
	record("user", "create-link", "", `{"email":"a@b.example","purpose":"invite","expires_on":"2027-01-02T03:04:05Z"}`)
	record("member", "set-role", `{"email":"a@b.example","role":"viewer"}`, `{"email":"a@b.example","role":"admin","invited":true}`)
	record("rule", "set",
		`{"severity":"warning"}`,
		`{"severity":"error","valid_from":"2026-01-01","messages":{"en":"No.","id":"T."},"destination":["ID"]}`)
	record("rates", "load", "", `{"source":"ECB","day":"2026-11-25","per_euro":{"USD":1.07}}`)
	record("customs", "retention", "7", "30")
	record("address", "set", "", `{"fields":3,"hash":"ab"}`)

	page := web.OperatorPath + "audit"
	u := c.as(shipment.RoleOperator)
	english := u.get(page)
	english.want(t, http.StatusOK, "true_story", "<del>Handed over</del> → Open", "Create and change orders, Print labels",
		"Name (Consignee), Contents, Signer", "<del>Created</del> → Cancelled", "A4, four on a sheet",
		"<del>Singapore</del>", "Indonesia", "Operator administrator", "Cash on delivery</span> <del>No</del> → Yes",
		"21 Nov 2026, 14:05", "Gift",
		"Contains batteries, Fragile", "Recovery code", "<del>Viewer</del> → Administrator", "Picture", "Refuses", "USD: 1.07",
		"Days kept</span> <del>7</del> → 30", "Waits for the submission", "Bahasa Indonesia")
	cells := regexp.MustCompile(`(?s)<td data-label="Changes">(.*?)</td>`).FindAllString(english.text, -1)
	raw := regexp.MustCompile(`\b(true|false|null)\b|\b[a-z]+_[a-z_]+\b|\b[A-Z]+_[A-Z_]+\b|[{}]|\d{4}-\d\d-\d\dT`)
	for _, cell := range cells {
		if found := raw.FindString(strings.NewReplacer("true_story", "", "a_b", "").Replace(cell)); found != "" {
			t.Errorf("%q stands in %s", found, cell)
		}
	}
	if len(cells) < 27 {
		t.Errorf("%d entries", len(cells))
	}
	c.as(shipment.RoleOperator).in("zh-Hans").get(page).want(t, http.StatusOK, "<del>已交接</del>", "简体中文", "新加坡", "名称 (收件人)")
}
