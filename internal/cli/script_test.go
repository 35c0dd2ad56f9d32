package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"waybill/internal/cli"
	"waybill/internal/config"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestMain lets the commands of the tests inspect labels: that is done in processes of this program.
func TestMain(m *testing.M) {
	if sandbox.IsProcess(os.Args[1:]) {
		cli.Run(context.Background(), cli.Process{Args: os.Args[1:], Stdout: os.Stdout, Stderr: os.Stderr})
		return
	}
	m.Run()
}

// TestScripts runs testdata/script, which is the commands' documentation by example. The commands run in
// this process: to start one for each takes twenty times as long with the race detector. The test is not
// parallel to others, because a command runs in the folder of its script.
func TestScripts(t *testing.T) {
	folder, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                folder,
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"waybill": command, "usage": usage, "order": order, "cancel": cancel, "demo": demo,
			"server": server, "exits": exits, "hsfile": hsFile,
		},
	})
}

// command runs a command, which must succeed, or after ! fail.
func command(script *testscript.TestScript, negated bool, args []string) {
	if code := run(script, args); (code != 0) != negated {
		script.Fatalf("exit code %d", code)
	}
}

// usage runs a command that must refuse its command line or a setting: exit code 2.
func usage(script *testscript.TestScript, _ bool, args []string) {
	if code := run(script, args[1:]); code != 2 {
		script.Fatalf("exit code %d, want 2", code)
	}
}

// workingFolder is locked while a command runs: the process has one working folder.
var workingFolder sync.Mutex

// run runs a command in the folder and the environment of its script, and returns its exit code.
func run(script *testscript.TestScript, args []string) int {
	workingFolder.Lock()
	defer workingFolder.Unlock()
	before, err := os.Getwd()
	script.Check(err)
	script.Check(os.Chdir(script.MkAbs(".")))
	defer func() { script.Check(os.Chdir(before)) }()
	return cli.Run(context.Background(), cli.Process{Args: args, Environ: environ(script), Stdout: script.Stdout(), Stderr: script.Stderr()})
}

// environ are the settings in the environment of a script, and a misspelt one.
func environ(script *testscript.TestScript) (variables []string) {
	names := []string{"WAYBILL_LISTN", "WAYBILL_URL", "WAYBILL_KEY", "WAYBILL_KEY_FILE", "SUDO_USER"}
	for _, s := range config.Settings() {
		names = append(names, s.Variable())
	}
	for _, name := range names {
		if value := script.Getenv(name); value != "" {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}

// demo makes the migrated data folder that of a development server.
func demo(script *testscript.TestScript, _ bool, _ []string) {
	s := openData(script)
	defer func() { script.Check(s.DB.Close()) }()
	_, _, err := s.MasterData.SeedDemo(context.Background(), "")
	script.Check(err)
}

// hsfile FILE: writes a nomenclature of HS codes.
func hsFile(script *testscript.TestScript, _ bool, args []string) {
	script.Check(os.WriteFile(script.MkAbs(args[0]), storetest.HSFile(), 0o600))
}

// order TRACKING-NO PARTNER [STATE]: stores an order in the migrated data folder. With a
// state, one attempt to submit it has ended so.
func order(script *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s := openData(script)
	defer func() { script.Check(s.DB.Close()) }()
	batch, err := s.CreateBatch(ctx, store.NewBatch{
		AccountID: 1, KeyID: 1, Partners: []string{args[1]}, Owner: "script", LeaseFor: time.Minute,
		Orders: []shipment.Order{{
			TrackingNo: args[0], ServiceID: 1, Items: []shipment.Item{{Quantity: 1}},
			Consignee: shipment.Party{Name: "Susan", Country: "ID"},
		}},
	})
	script.Check(err)
	outcome := store.Outcome{State: store.SubmissionPending}
	if len(args) > 2 {
		outcome = store.Outcome{
			State: store.SubmissionState(args[2]), ErrorClass: "temporary", Message: "The partner is busy.",
			RetryOn: time.Now().Add(time.Hour), Attempts: []store.Attempt{{
				Kind: store.AttemptSubmit, StartedOn: time.Now(), EndedOn: time.Now(), Outcome: "temporary",
				Message: "The partner is busy.", Request: "POST /submissions", Response: "503 Service Unavailable",
			}},
		}
		script.Check(s.Ledger.StartAttempt(ctx, &batch.Submissions[0], time.Minute))
	}
	script.Check(s.Ledger.RecordOutcome(ctx, batch.Submissions[0], outcome))
}

// cancel TRACKING-NO [STATE]: cancels an order for its shipper. With a state, its partner
// was asked once, and that ended so.
func cancel(script *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s := openData(script)
	defer func() { script.Check(s.DB.Close()) }()
	results, err := s.CancelOrders(ctx, 1, args[:1], false)
	script.Check(err)
	if len(args) < 2 {
		return
	}
	claimed, err := s.Ledger.ClaimCancellations(ctx, "script", results[0].Partner, 1, time.Minute)
	script.Check(err)
	script.Check(s.Ledger.FinishCancellation(ctx, claimed[0], store.CancellationOutcome{
		State: store.CancellationState(args[1]), ErrorClass: "refused", Message: "It is on the truck.", Attempt: store.Attempt{
			Kind: store.AttemptCancel, StartedOn: time.Now(), EndedOn: time.Now(), Outcome: "refused",
			Message: "It is on the truck.", Request: "POST /cancel", Response: "422 Unprocessable Entity",
		},
	}))
}

// openData opens the migrated data folder.
func openData(script *testscript.TestScript) *store.Store {
	s, err := store.Open(context.Background(), store.Options{URL: "sqlite:" + filepath.Join(script.MkAbs("waybill-data"), "waybill.db")})
	script.Check(err)
	return s
}
