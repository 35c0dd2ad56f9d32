package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// otherChanges are requests of the operations of an account that change something and are no POST, in an order in which each succeeds after
// posts. {g} is another order, {note} and {made} are the number of the last note and of the last key.
var otherChanges = []struct{ method, path, body string }{
	{"PUT", "/api/books/drafts/Box/", `{"order_weight":0.3}`},
	{"PUT", "/api/order/templates/Box/", `{"order_weight":0.3}`},
	{"PATCH", "/api/account/settings/", `{"timezone":"Asia/Jakarta"}`},
	{"PATCH", "/api/account/labels/", `{"default_size":"a6"}`},
	{"PATCH", "/api/order/order/{g}/", `{"order_weight":3}`},
	{"POST", "/api/packings/", `{"code":"{g}"}`},
	{"DELETE", "/api/packings/{g}/", ""},
	{"POST", "/api/handovers/{number}/parcels/", `{"code":"{g}"}`},
	{"PATCH", "/api/webhooks/endpoints/{endpoint}/", `{"description":"Other"}`},
	{"DELETE", "/api/order/order/{a}/notes/{note}/", ""},
	{"DELETE", "/api/account/keys/{made}/", ""},
	{"DELETE", "/api/books/boxes/S/", ""},
	{"DELETE", "/api/books/drafts/Box/", ""},
	{"DELETE", "/api/order/templates/Box/", ""},
	{"DELETE", "/api/webhooks/endpoints/{endpoint}/", ""},
}

// TestNoOperationChangesAnotherAccount: an account that has the same as another one, by the same names and numbers, sends each operation
// that changes something: with the other's numbers, and with its own. No row of the other account changes.
func TestNoOperationChangesAnotherAccount(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	bystander := s.newAccount("bystander", false)
	keys := []string{s.keyWith(bystander, shipment.DefaultScopes, ""), s.keyWith(s.newAccount("actor", true), shipment.AllScopes, "")}
	var known []func(string) string
	lastIDs, names := make([]*strings.Replacer, 2), make([][]string, 2)
	for i, key := range keys {
		known = append(known, s.fillForPosts(key))
		made, err := s.client(key).CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}})
		if err != nil {
			t.Fatal(err)
		}
		names[i] = []string{"{g}", made.Orders[0].TrackingNo}
		lastIDs[i] = strings.NewReplacer(names[i]...)
	}
	fill := func(names int, text string) string { return lastIDs[names].Replace(known[names](text)) }
	send := func(by, names int, method, path, body string) (reply, string) {
		media := map[bool]string{true: "application/json", false: "text/csv"}[body == "" || body[0] == '{']
		return s.send(method, fill(names, path), fill(names, body), "Authorization", "Bearer "+keys[by], "Content-Type", media)
	}
	// The numbers of imports and of hand-over lists are those of each account: with them an account names its own.
	isOwn := func(path, body string) bool { return fill(0, path+body) == fill(1, path+body) }
	done := func(by int, operation string, res reply, made string) {
		t.Helper()
		if res.StatusCode >= 300 {
			t.Fatalf("%s: %d %s", operation, res.StatusCode, made)
		}
		known[by]("learn " + operation + " " + made)
	}
	isOfAccount := func(path string) bool { return !strings.HasPrefix(path, "/api/operator/") }
	learn := func(by int, operation, text string) {
		var made struct {
			ID     int64
			NoteID int64 `json:"note_id"`
		}
		name, is := map[string]string{"add_note": "{note}", "create_key": "{made}"}[operation]
		if !is {
			return
		}
		if err := json.Unmarshal([]byte(text), &made); err != nil {
			t.Fatal(text, err)
		}
		names[by] = append(names[by], name, fmt.Sprint(max(made.ID, made.NoteID)))
		lastIDs[by] = strings.NewReplacer(names[by]...)
	}
	for _, post := range posts {
		if !isOfAccount(post.path) || post.operation == "simulate_journey" { // whose steps would change it later
			continue
		}
		res, made := send(0, 0, http.MethodPost, post.path, post.body)
		done(0, post.operation, res, made)
		learn(0, post.operation, made)
	}
	for _, c := range otherChanges {
		if c.method == http.MethodPut {
			send(0, 0, c.method, c.path, c.body)
		}
	}
	s.eventually("its file is checked again", func() bool {
		for i, err := range s.client(keys[0]).Imports(t.Context()) {
			if err != nil || i.State == client.ImportChecking {
				return false
			}
		}
		return true
	})
	read := database.RowsOf(t, s.api.Store.DB.Reads, "request_log", "request_log_sizes")
	before := read().OfAccounts(bystander)
	unchanged := func(what string) {
		t.Helper()
		now := read().OfAccounts(bystander)
		if changes := now.Changes(before); changes != "" {
			t.Errorf("%s changes %s of another account", what, changes)
		}
		before = now
	}
	for _, post := range posts {
		if isOfAccount(post.path) && !isOwn(post.path, post.body) {
			send(1, 0, http.MethodPost, post.path, post.body)
			unchanged(post.operation + " with the numbers of the other")
		}
		res, made := send(1, 1, http.MethodPost, post.path, post.body)
		done(1, post.operation, res, made)
		learn(1, post.operation, made)
		unchanged(post.operation)
	}
	for _, c := range otherChanges {
		for names := range 2 {
			if names == 0 && isOwn(c.path, c.body) {
				continue
			}
			res, text := send(1, names, c.method, c.path, c.body)
			if names == 1 && res.StatusCode >= 300 {
				t.Errorf("%s %s: %d %s", c.method, c.path, res.StatusCode, text)
			}
			unchanged(fmt.Sprintf("%s %s with the numbers of %d", c.method, c.path, names))
		}
	}
}
