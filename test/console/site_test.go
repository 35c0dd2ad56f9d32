package console

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/test/harness"
)

// demoKey is the secret key of the demo account, which has id 1.
const demoKey = "console-demo-key-0123456789"

// server is a Waybill in development.
type server struct {
	folder  string
	process *harness.Process // nil: it does not run
	log     *harness.Log
	base    string // http://localhost:port
	store   *store.Store
	later   *store.Store // by a clock that is an hour ahead
}

// start starts the binary, and opens its store.
func (s *server) start(ctx context.Context, environ ...string) (err error) {
	s.log = new(harness.Log)
	s.process, err = harness.Start(harness.Program{
		Argv:    []string{binary, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "off", "--data", s.folder, "--log-level", "warn"},
		Environ: append([]string{"PATH=" + os.Getenv("PATH"), "WAYBILL_DEMO_KEY=" + demoKey}, environ...),
		Output:  s.log,
	})
	if err != nil {
		return err
	}
	_, port, found := strings.Cut(strings.TrimSpace(s.process.FirstLine()), "http://127.0.0.1:")
	if !found {
		return fmt.Errorf("the server does not start: %s", s.log.Tail())
	}
	s.base = "http://localhost:" + port
	if err := s.process.AwaitReady(ctx, s.base+"/readyz"); err != nil {
		return err
	}
	options := store.Options{URL: "sqlite:" + filepath.Join(s.folder, "waybill.db")}
	if s.store, err = store.Open(ctx, options); err != nil {
		return err
	}
	options.Now = func() time.Time { return time.Now().Add(time.Hour) }
	s.later, err = store.Open(ctx, options)
	return err
}

// stop ends the server, if it runs.
func (s *server) stop() {
	if s.process == nil {
		return
	}
	s.process.End(os.Kill)
	for _, opened := range []*store.Store{s.store, s.later} {
		if opened != nil {
			_ = opened.DB.Close()
		}
	}
}

// site is a server with the account of a test.
type site struct {
	*server
	t       *testing.T
	account int64
	home    string // path of the account's pages
	key     string // secret key of the account
	sdk     *client.Client
}

// newSite makes an account on the server that tests share. It skips short tests.
func newSite(t *testing.T) *site {
	t.Helper()
	begin(t)
	startShared()
	if errShared != nil {
		t.Fatal(errShared)
	}
	made, err := shared.store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := shared.store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: made.AccountID, Name: "Test"})
	if err != nil {
		t.Fatal(err)
	}
	return siteOf(t, &shared, made.AccountID, key)
}

// newServer starts a server for one test: for settings, rules, and pages that show all accounts. Its account is the demo account. It
// skips short tests.
func newServer(t *testing.T, environ ...string) *site {
	t.Helper()
	begin(t)
	own := &server{folder: t.TempDir()}
	t.Cleanup(own.stop)
	if err := own.start(t.Context(), environ...); err != nil {
		t.Fatal(err)
	}
	return siteOf(t, own, 1, demoKey)
}

// begin lets a test run beside others. It skips short tests.
func begin(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
}

func siteOf(t *testing.T, of *server, account int64, key string) *site {
	t.Helper()
	t.Cleanup(func() {
		if text := of.log.String(); strings.Contains(text, "DATA RACE") || strings.Contains(text, "panic:") || t.Failed() {
			t.Errorf("the end of the server's log:\n%s", of.log.Tail())
		}
	})
	sdk, err := client.New(of.base+"/api", key)
	if err != nil {
		t.Fatal(err)
	}
	return &site{of, t, account, fmt.Sprintf("/console/accounts/%d/", account), key, sdk}
}

// user makes a user with a role: an operator's, or one in the account.
func (s *site) user(role string) people.User {
	s.t.Helper()
	u := people.User{Email: s.email(role), Name: "Ann Tan", Timezone: "Asia/Singapore"}
	if role == string(shipment.RoleHub) || strings.HasPrefix(role, "operator") {
		u.OperatorRole = shipment.Role(role)
	}
	var roles []people.Membership
	if u.OperatorRole == "" {
		roles = []people.Membership{{AccountID: s.account, Role: shipment.Role(role)}}
	}
	made, err := s.store.People.CreateUser(s.t.Context(), u, 0, roles...)
	if err != nil {
		s.t.Fatal(err)
	}
	return made.User
}

// email is an address that no user has.
func (s *site) email(name string) string {
	return fmt.Sprintf("%s-%d-%d@example.com", name, s.account, time.Now().UnixNano())
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
