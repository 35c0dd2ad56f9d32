package doctor

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"waybill/internal/config"
	"waybill/internal/jobs"
	"waybill/internal/openid/openidtest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
)

// wantFinding fails unless a finding has the result and a text, and a fix unless it is ok.
func wantFinding(t *testing.T, name string, got finding, result, text string) {
	t.Helper()
	if got.Result != result || !strings.Contains(got.Found, text) || (got.Fix == "") != (result == resultOK) ||
		strings.Contains(got.Found+got.Fix, "hunter2") {
		t.Errorf("%s: %+v, want %s: %s", name, got, result, text)
	}
}

func TestDoctorChecksTheMailServer(t *testing.T) {
	t.Parallel()
	if got := checkMail(t.Context(), target{}); got != (finding{}) {
		t.Errorf("without one: %+v", got)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mailServer := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return nil, smtp.ErrAuthRequired }))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = mailServer.Serve(listener)
	}()
	c := config.Config{SMTPFrom: "ship@example.com", SMTPURL: "smtp://" + listener.Addr().String()}
	wantFinding(t, "refuses", checkMail(t.Context(), target{config: c}), resultFailed, "connect to the mail server")
	_ = mailServer.Close()
	<-done
	c.SMTPURL = "smtp://waybill:hunter2@" + listener.Addr().String()
	wantFinding(t, "gone", checkMail(t.Context(), target{config: c}), resultFailed, "connection refused")
}

func TestDoctorChecksTheIdentityProvider(t *testing.T) {
	t.Parallel()
	if got := checkIdentityProvider(t.Context(), target{}); got != (finding{}) {
		t.Errorf("without one: %+v", got)
	}
	i := openidtest.New(t)
	c := config.Config{OIDCIssuer: i.URL, OIDCClientID: "waybill", OIDCClientSecret: "hunter2", OIDCName: "Example"}
	wantFinding(t, "sound", checkIdentityProvider(t.Context(), target{config: c}), resultOK, "Example answers at "+i.URL)
	c.OIDCIssuer += "/"
	wantFinding(t, "other issuer", checkIdentityProvider(t.Context(), target{config: c}), resultFailed, "did not match")
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	c.OIDCIssuer = down.URL
	wantFinding(t, "down", checkIdentityProvider(t.Context(), target{config: c}), resultFailed, "connection refused")
}

func TestDoctorWantsAnAdministrator(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	production, development := config.Config{Environment: config.Production}, config.Config{Environment: config.Development}
	look := func(c config.Config) finding {
		return checkAdministrators(t.Context(), target{config: c, store: s, have: 1, want: 1})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.People.CreateUser(t.Context(), people.User{Email: "a@example.com", OperatorRole: shipment.RoleOperator}, 0)
	must(err)
	wantFinding(t, "none", look(production), resultWarning, "no user with operator-admin")
	wantFinding(t, "development", look(development), resultOK, "none yet")
	boss, err := s.People.CreateUser(t.Context(), people.User{Email: "b@example.com", OperatorRole: shipment.RoleOperatorAdmin}, 0)
	must(err)
	wantFinding(t, "one", look(production), resultOK, "1 with operator-admin")
	must(s.People.DisableUser(t.Context(), boss.UserID))
	wantFinding(t, "disabled", look(production), resultWarning, "no user with operator-admin")
	if (target{config: production, store: s, have: 1, want: 2}).isCurrent() {
		t.Error("the users of another schema are asked for")
	}
}

// TestDoctorListsKeysThatLostRights: keys of operators' accounts from before scopes, as long as they are live.
func TestDoctorListsKeysThatLostRights(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	look := func() finding {
		return checkKeys(context.WithoutCancel(t.Context()), target{store: s, have: 1, want: 1})
	}
	wantFinding(t, "none", look(), resultOK, "no key of an operator's account lost rights")
	for _, operator := range []bool{false, true} {
		a, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: fmt.Sprint(operator), Operator: operator})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "new"}); err != nil {
			t.Fatal(err)
		}
		old, err := s.MasterData.ImportKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "old"}, fmt.Sprint("secret", operator))
		if err != nil {
			t.Fatal(err)
		}
		if !operator {
			wantFinding(t, "of a shipper", look(), resultOK, "")
			continue
		}
		wantFinding(t, "of an operator", look(), resultWarning, fmt.Sprintf(": %d (old)", old.KeyID))
		if err := s.MasterData.RevokeKey(t.Context(), old.KeyID); err != nil {
			t.Fatal(err)
		}
		wantFinding(t, "revoked", look(), resultOK, "")
	}
}

// TestDoctorFindsAJobThatStands: one that is due for long, and that nobody works on.
func TestDoctorFindsAJobThatStands(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t), Parts: []store.Part{jobs.Part()}})
	look := func() finding { return checkJobs(t.Context(), target{store: s, have: 1, want: 1}) }
	exec := func(statement string, args ...any) {
		if err := s.DB.Execute(t.Context(), "prepare", statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO jobs (account_id, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor, due_on,
		lease_owner, lease_token) VALUES (1, 1, 'hold', 'running', 0, '{}', '{}', '', 'user', 'ann', $1, '', 1)`, time.Now().UnixMicro())
	wantFinding(t, "due now", look(), resultOK, "none stands")
	exec(`UPDATE jobs SET due_on = $1`, time.Now().Add(-time.Hour).UnixMicro())
	wantFinding(t, "due for an hour", look(), resultWarning, "1 changes of many orders or exports wait")
	exec(`UPDATE jobs SET state = 'done'`)
	wantFinding(t, "done", look(), resultOK, "none stands")
}

// TestDoctorChecksTheReplica names servers that are no standby; a real one is in the tests of the binary.
func TestDoctorChecksTheReplica(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t)
	s := storetest.Open(t, store.Options{URL: url})
	look := func(replica string) finding {
		return checkReplica(context.WithoutCancel(t.Context()), target{
			config: config.Config{DatabaseURL: url, DatabaseReplicaURL: replica}, store: s, have: 1, want: 1,
		})
	}
	if got := look(""); got != (finding{}) {
		t.Errorf("without one: %+v", got)
	}
	wantFinding(t, "a primary", look(url), resultFailed, "it is no standby but a primary")
	wantFinding(t, "gone", look("postgres://waybill:hunter2@127.0.0.1:1/waybill"), resultFailed, "connection refused")
}
