package console

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/test/harness"
)

const (
	// demoKey is the secret key of the demo account, which has id 1.
	demoKey = "console-demo-key-0123456789"
	// patience is how long a test waits for an event: many times what it takes, because other tests need the processors too.
	patience = 3 * time.Minute
)

// site is a running Waybill in development, and its store, which makes users.
type site struct {
	t     *testing.T
	base  string // http://localhost:port
	sdk   *client.Client
	store *store.Store
}

// newSite starts the binary until the test ends. It skips short tests, and those without a browser.
func newSite(t *testing.T, environ ...string) *site {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	harness.Tool(t, harness.Browser)
	folder, output := t.TempDir(), new(harness.Log)
	p, err := harness.Start(harness.Program{
		Argv:    []string{binary, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "off", "--data", folder, "--log-level", "warn"},
		Environ: append([]string{"PATH=" + os.Getenv("PATH"), "WAYBILL_DEMO_KEY=" + demoKey}, environ...),
		Output:  output,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.End(os.Kill)
		if text := output.String(); strings.Contains(text, "DATA RACE") || strings.Contains(text, "panic:") || t.Failed() {
			t.Errorf("the end of the server's log:\n%s", output.Tail())
		}
	})
	_, address, found := strings.Cut(strings.TrimSpace(p.FirstLine()), "http://127.0.0.1:")
	if !found {
		t.Fatal("the server does not start")
	}
	s := &site{t: t, base: "http://localhost:" + address}
	if err := p.AwaitReady(t.Context(), s.base+"/readyz"); err != nil {
		t.Fatal(err)
	}
	if s.sdk, err = client.New(s.base+"/api", demoKey); err != nil {
		t.Fatal(err)
	}
	if s.store, err = store.Open(t.Context(), store.Options{URL: "sqlite:" + filepath.Join(folder, "waybill.db")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.store.DB.Close() })
	return s
}

// user makes a user with a role: an operator's, or one in the demo account.
func (s *site) user(role string) people.User {
	s.t.Helper()
	u := people.User{Email: fmt.Sprintf("%s-%d@example.com", role, time.Now().UnixNano()), Name: "Ann Tan", Timezone: "Asia/Singapore"}
	if strings.HasPrefix(role, "operator") {
		u.OperatorRole = people.OperatorRole(role)
	}
	var roles []people.Membership
	if u.OperatorRole == "" {
		roles = []people.Membership{{AccountID: 1, Role: people.AccountRole(role)}}
	}
	made, err := s.store.People.CreateUser(s.t.Context(), u, 0, roles...)
	if err != nil {
		s.t.Fatal(err)
	}
	return made.User
}

// emptyAccount makes an account without orders, and returns its id.
func (s *site) emptyAccount() string {
	s.t.Helper()
	made, err := s.store.MasterData.CreateAccount(s.t.Context(), masterdata.Account{Name: "New shipper"})
	if err != nil {
		s.t.Fatal(err)
	}
	return strconv.FormatInt(made.AccountID, 10)
}
