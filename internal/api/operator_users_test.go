package api

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// TestOperatorManagesUsers: a person is let in, found, given roles, disabled and enabled, and each change is in the audit log.
func TestOperatorManagesUsers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, own, shipper := t.Context(), s.newAccount("operator", true), s.newAccount("shipper", false)
		operator := s.asKeyOf(own, shipment.AllScopes)
		made, err := operator.CreateUser(ctx, client.NewUser{
			Email: " Ann@example.com", Name: "Ann", AccountID: shipper, Role: client.RoleEditor,
		})
		if err != nil || made.Email != "ann@example.com" || !strings.HasPrefix(made.Link, s.url+"/console/link/wbl_") ||
			len(made.Accounts) != 1 || made.Accounts[0].Role != "editor" || made.Accounts[0].Invited || made.HasPassword {
			t.Fatalf("created %+v, %v", made, err)
		}
		for field, u := range map[string]client.NewUser{
			"email": {Email: "ann@example.com", Name: "Ann"}, "name": {Email: "b@example.com"},
			"role":          {Email: "b@example.com", Name: "B", AccountID: shipper},
			"account_id":    {Email: "b@example.com", Name: "B", AccountID: 999, Role: "admin"},
			"operator_role": {Email: "b@example.com", Name: "B", OperatorRole: "boss"},
		} {
			_, err := operator.CreateUser(ctx, u)
			if wrong, ok := errors.AsType[*client.ValidationError](err); !ok || !strings.Contains(wrong.Error(), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		changed, err := operator.ChangeUser(ctx, made.UserID, client.UserChange{OperatorRole: new(client.RoleOperator)})
		if err != nil || changed.OperatorRole != "operator" || changed.Name != "Ann" || changed.Link != "" {
			t.Errorf("changed %+v, %v", changed, err)
		}
		changed, err = operator.ChangeUser(ctx, made.UserID, client.UserChange{OperatorRole: new("")})
		if err != nil || changed.OperatorRole != "" {
			t.Errorf("changed back %+v, %v", changed, err)
		}
		if changed, err = operator.SetUserRole(ctx, made.UserID, own, client.RoleAdmin); err != nil || len(changed.Accounts) != 2 {
			t.Errorf("role %+v, %v", changed, err)
		}
		if err = operator.RemoveUserRole(ctx, made.UserID, own); err != nil {
			t.Error(err)
		}
		if err = operator.RemoveUserRole(ctx, made.UserID, own); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("removed again: %v", err)
		}
		if changed, err = operator.DisableUser(ctx, made.UserID); err != nil || changed.DisabledOn.IsZero() {
			t.Errorf("disabled %+v, %v", changed, err)
		}
		if changed, err = operator.EnableUser(ctx, made.UserID); err != nil || !changed.DisabledOn.IsZero() {
			t.Errorf("enabled %+v, %v", changed, err)
		}
		_, ended := operator.EndSessions(ctx, made.UserID)
		_, removed := operator.RemovePasskeys(ctx, made.UserID)
		if err := errors.Join(ended, removed); err != nil {
			t.Error(err)
		}
		_, unlinked := operator.RemoveIdentities(ctx, made.UserID)
		_, ended = operator.EndSessions(ctx, 999)
		_, missing := operator.User(ctx, 999)
		for _, err := range []error{unlinked, ended, missing} {
			if !errors.Is(err, client.ErrNotFound) {
				t.Errorf("what is not there: %v", err)
			}
		}
		entries, _, err := s.api.Store.Audit.List(ctx, audit.Filter{
			SubjectKind: "user", Subject: strconv.FormatInt(made.UserID, 10), ActorKind: audit.ActorKey,
		}, "", 10)
		if err != nil || len(entries) != 6 {
			t.Errorf("audit log %+v, %v", entries, err)
		}
	})
}

// TestOnlyAKeyWithUsersChangesUsers: a person can do what the key may not. Reading needs another scope, and goes on by cursor.
func TestOnlyAKeyWithUsersChangesUsers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, own := t.Context(), s.newAccount("operator", true)
		all, most := s.asKeyOf(own, shipment.ScopeUsers), s.asKeyOf(own, shipment.AllScopes&^shipment.ScopeUsers)
		var last client.User
		for i := range 51 {
			var err error
			if last, err = all.CreateUser(ctx, client.NewUser{Email: "u" + strconv.Itoa(i) + "@example.com", Name: "U"}); err != nil {
				t.Fatal(err)
			}
		}
		seen := map[string]bool{}
		for u, err := range s.asKeyOf(own, shipment.ScopeAdministration).Users(ctx) {
			if err != nil || u.Link != "" {
				t.Fatal(u, err)
			}
			seen[u.Email] = true
		}
		if len(seen) < 51 || !seen["u50@example.com"] {
			t.Errorf("%d users", len(seen))
		}
		_, created := most.CreateUser(ctx, client.NewUser{Email: "x@example.com", Name: "X"})
		_, changed := most.ChangeUser(ctx, last.UserID, client.UserChange{OperatorRole: new(client.RoleOperatorAdmin)})
		_, role := most.SetUserRole(ctx, last.UserID, own, client.RoleAdmin)
		_, enabled := most.EnableUser(ctx, last.UserID)
		for _, err := range []error{created, changed, role, enabled, most.RemoveUserRole(ctx, last.UserID, own)} {
			wantUsersScope(t, err)
		}
		s.as(s.keyWith(own, shipment.ScopeAdministration, ""), "GET", "/api/operator/users/?cursor=999999", "", 400, nil)
	})
}
