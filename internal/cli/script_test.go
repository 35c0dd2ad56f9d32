package cli_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"waybill/internal/cli"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestMain lets the scripts run waybill as a program: the test's own binary, called by
// that name.
func TestMain(m *testing.M) {
	if sandbox.IsProcess(os.Args[1:]) { // which one of the scripts' commands started
		cli.Run(context.Background(), cli.Process{Args: os.Args[1:], Stdout: os.Stdout, Stderr: os.Stderr})
		return
	}
	testscript.Main(m, map[string]func(){"waybill": func() {
		os.Exit(cli.Run(context.Background(), cli.Process{
			Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr,
		}))
	}})
}

// TestScripts runs testdata/script, which is the commands' documentation by example.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			// A program built with -race waits a second at its end for late reports.
			env.Setenv("GORACE", "atexit_sleep_ms=10")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"usage": usage, "order": order, "cancel": cancel, "demo": demo},
	})
}

// usage runs a command that must refuse its command line or a setting: exit code 2.
func usage(script *testscript.TestScript, _ bool, command []string) {
	err := script.Exec(command[0], command[1:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 2 {
		script.Fatalf("%q: %v, want exit status 2", command, err)
	}
}

// demo makes the migrated data folder that of a development server.
func demo(script *testscript.TestScript, _ bool, _ []string) {
	s := openData(script)
	defer func() { script.Check(s.Close()) }()
	_, _, err := s.SeedDemo(context.Background(), "")
	script.Check(err)
}

// order TRACKING-NO PARTNER [STATE]: stores an order in the migrated data folder. With a
// state, one attempt to submit it has ended so.
func order(script *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s := openData(script)
	defer func() { script.Check(s.Close()) }()
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
				Message: "The partner is busy.", Request: "POST /submissions", Answer: "503 Service Unavailable",
			}},
		}
		script.Check(s.StartAttempt(ctx, &batch.Submissions[0], time.Minute))
	}
	script.Check(s.RecordOutcome(ctx, batch.Submissions[0], outcome))
}

// cancel TRACKING-NO [STATE]: cancels an order for its shipper. With a state, its partner
// was asked once, and that ended so.
func cancel(script *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s := openData(script)
	defer func() { script.Check(s.Close()) }()
	results, err := s.CancelOrders(ctx, 1, args[:1])
	script.Check(err)
	if len(args) < 2 {
		return
	}
	claimed, err := s.ClaimCancellations(ctx, "script", results[0].Partner, 1, time.Minute)
	script.Check(err)
	script.Check(s.FinishCancellation(ctx, claimed[0], store.CancellationOutcome{
		State: store.CancellationState(args[1]), ErrorClass: "refused", Message: "It is on the truck.", Attempt: store.Attempt{
			Kind: store.AttemptCancel, StartedOn: time.Now(), EndedOn: time.Now(), Outcome: "refused",
			Message: "It is on the truck.", Request: "POST /cancel", Answer: "422 Unprocessable Entity",
		},
	}))
}

// openData opens the migrated data folder.
func openData(script *testscript.TestScript) *store.Store {
	s, err := store.Open(context.Background(), store.Options{URL: "sqlite:" + filepath.Join(script.MkAbs("waybill-data"), "waybill.db")})
	script.Check(err)
	return s
}
