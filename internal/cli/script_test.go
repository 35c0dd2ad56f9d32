package cli_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"waybill/internal/cli"
)

// TestMain lets the scripts run waybill as a program: the test's own binary, called by
// that name.
func TestMain(m *testing.M) {
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"usage": usage},
	})
}

// usage runs a command that must refuse its command line or a setting: exit code 2.
func usage(script *testscript.TestScript, _ bool, command []string) {
	err := script.Exec(command[0], command[1:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 2 {
		script.Fatalf("%q: %v, want exit status 2", command, err)
	}
}
