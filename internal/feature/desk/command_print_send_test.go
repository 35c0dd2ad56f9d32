package desk

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"waybill/client"
)

// TestTheEndOfAJobOfCUPS has programs in the place of those of CUPS 2.4, which print what these printed.
func TestTheEndOfAJobOfCUPS(t *testing.T) {
	t.Setenv("CUPS_SERVER", "printhost:8631/version=1.1") // which lp asks too
	for state, want := range map[string]string{
		"completed": client.PrintPrinted, "canceled": client.PrintUnknown, "aborted": client.PrintUnknown,
	} {
		programs := t.TempDir()
		for name, script := range map[string]string{
			"lp": `cat > "$0.label"; echo "request id is bench-1-7 (0 file(s))"`,
			"ipptool": `[ "$2" = ipp://printhost:8631/jobs/7 ] && echo "        job-state (enum) = ` + state + `
        job-state-reasons (keyword) = processing-to-stop-point"`,
		} {
			if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", programs+":"+os.Getenv("PATH"))
		target, started := printTarget{queue: "bench-1"}, false
		got, err := target.send(t.Context(), []byte("%PDF"), func() error { started = true; return nil })
		label, readErr := os.ReadFile(filepath.Join(programs, "lp.label"))
		if got != want || (err == nil) != (want == client.PrintPrinted) || !started || readErr != nil || string(label) != "%PDF" {
			t.Errorf("%s: %s, %v; the label was %q, %v", state, got, err, label, readErr)
		}
	}
}

// TestAQueueThatDoesNotExist asks the lp of CUPS for a queue that nobody has set up.
func TestAQueueThatDoesNotExist(t *testing.T) {
	if _, err := exec.LookPath("lp"); err != nil {
		programs := t.TempDir() // prints what the lp of CUPS 2.4 does
		script := "#!/bin/sh\n[ \"$LC_ALL\" = C ] && echo 'lp: Error - The printer or class does not exist.' >&2; exit 1\n"
		if err := os.WriteFile(filepath.Join(programs, "lp"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", programs+":"+os.Getenv("PATH"))
	}
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	target := printTarget{queue: "no-such-queue"}
	got, err := target.send(t.Context(), []byte("%PDF"), func() error { return nil })
	if got != client.PrintFailed || err == nil {
		t.Errorf("the job is %s, %v; want that it failed: nothing came out", got, err)
	}
}

// late is a context in which the time of a queue is over.
type late struct{ context.Context } //nolint:containedctx // it is one

func (late) Err() error { return context.DeadlineExceeded }

// TestAJobOfCUPSThatDoesNotEndIsCancelled: nothing came out only of a job that waited and that CUPS says it cancelled: it may have begun
// meanwhile.
func TestAJobOfCUPSThatDoesNotEndIsCancelled(t *testing.T) {
	for _, c := range []struct{ before, cancel, after, want string }{
		{"pending", "0", "canceled", client.PrintFailed},
		{"pending-held", "0", "canceled", client.PrintFailed},
		{"pending", "0", "processing", client.PrintUnknown},
		{"pending", "0", "completed", client.PrintUnknown},
		{"pending", "1", "canceled", client.PrintUnknown},
		{"processing", "0", "canceled", client.PrintUnknown},
		{"", "0", "canceled", client.PrintUnknown},
	} {
		programs := t.TempDir()
		for name, script := range map[string]string{
			"cancel": `[ "$1" = bench-1-7 ] && touch "$0.led"; exit ` + c.cancel,
			"ipptool": `state='` + c.before + `'; [ -e "${0%ipptool}cancel.led" ] && state=` + c.after + `
echo "        job-state (enum) = $state"`,
		} {
			if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", programs+":"+os.Getenv("PATH"))
		if got, err := endOfJob(late{t.Context()}, "bench-1-7"); got != c.want || err == nil {
			t.Errorf("%s, then %s: %s, %v, want %s", c.before, c.after, got, err, c.want)
		}
	}
}
