package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/cli"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
)

// TestUserListTellsInvitations: a role that the user has not accepted is not in force.
func TestUserListTellsInvitations(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := storetest.Open(t, store.Options{URL: "sqlite:" + filepath.Join(data, "waybill.db")})
	var failed error
	for _, name := range []string{"Acme", "Other"} {
		_, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name})
		failed = errors.Join(failed, err)
	}
	bob := people.User{Email: "bob@example.com", Name: "Bob"}
	_, err := s.People.Invite(t.Context(), 1, bob, shipment.RoleViewer, 0) // who has no user yet
	_, err2 := s.People.Invite(t.Context(), 2, bob, shipment.RoleAdmin, 0)
	if failed = errors.Join(failed, err, err2); failed != nil {
		t.Fatal(failed)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "viewer of 1, admin of 2 (invited) "},
		{[]string{"--json"}, `[{"account_id":1,"role":"viewer"},{"account_id":2,"role":"admin","invited":true}]`},
	} {
		var out bytes.Buffer
		code := cli.Run(t.Context(), cli.Process{Args: append([]string{"user", "list", "--data", data}, c.args...), Stdout: &out, Stderr: &out})
		got := out.String()
		if len(c.args) > 0 {
			got = strings.Join(strings.Fields(got), "")
		}
		if code != 0 || !strings.Contains(got, c.want) {
			t.Errorf("%q: exit code %d: %s", c.args, code, out.String())
		}
	}
}

// TestFullAccounts: a command says what is full, the limit, and how to make room.
func TestFullAccounts(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := storetest.Open(t, store.Options{URL: "sqlite:" + filepath.Join(data, "waybill.db")})
	_, failed := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Acme"})
	for n := range people.MaxMembers {
		person := people.User{Email: fmt.Sprintf("%d@example.com", n), Name: "Ann"}
		_, err := s.People.CreateUser(t.Context(), person, 0, people.Membership{AccountID: 1, Role: shipment.RoleViewer})
		failed = errors.Join(failed, err)
	}
	for n := range masterdata.MaxKeys {
		_, _, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: 1, Name: fmt.Sprint(n)})
		failed = errors.Join(failed, err)
	}
	_, err := s.People.CreateUser(t.Context(), people.User{Email: "bob@example.com", Name: "Bob"}, 0)
	if failed = errors.Join(failed, err); failed != nil {
		t.Fatal(failed)
	}
	const full = "waybill: account 1 has "
	const noUser = full + "500 users, and may have no more: remove one by `waybill user update EMAIL --account 1 --role none`\n"
	for line, want := range map[string]string{
		"key create --account 1":                                 full + "100 live keys, and may have no more: `waybill key revoke` makes room\n",
		"user create carl@example.com --account 1 --role viewer": noUser,
		"user update bob@example.com --account 1 --role viewer":  noUser,
	} {
		var out bytes.Buffer
		code := cli.Run(t.Context(), cli.Process{Args: append(strings.Fields(line), "--data", data), Stdout: &out, Stderr: &out})
		if code == 0 || out.String() != want {
			t.Errorf("%s: exit code %d: %s", line, code, out.String())
		}
	}
}
