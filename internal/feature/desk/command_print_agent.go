package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/throttle"
)

// printRetry is the time until the agent asks a server again that did not answer.
const printRetry = 2 * time.Second

func newPrintAgent(p command.Process) *cobra.Command {
	var f command.ServerFlags
	var printers, scales command.Repeated
	cmd := commands.New("print-agent --printer NAME=ADDRESS...", func(cmd *cobra.Command, _ []string) error {
		a := printAgent{out: cmd.OutOrStdout()}
		for _, value := range printers {
			t, err := printTargetOf(value)
			if err != nil {
				return err
			}
			a.targets = append(a.targets, t)
		}
		if len(a.targets) == 0 {
			return command.Usagef(`--printer is missing: want one such as --printer "Bench 1=tcp://192.168.1.20:9100"`)
		}
		var err error
		if a.scales, err = scaleTargets(scales, a.targets); err != nil {
			return err
		}
		if a.server, err = f.Open(p.Environ); err == nil {
			a.run(cmd.Context())
		}
		return err
	})
	command.Flags(cmd, "printer", &printers, "scale", &scales)
	f.Bind(cmd)
	return cmd
}

// printTarget is a printer of the agent.
type printTarget struct {
	name, address string // HOST:PORT; "" for a queue
	queue         string // of CUPS
	dpi           int
}

func printTargetOf(value string) (t printTarget, err error) {
	name, address, _ := strings.Cut(value, "=")
	u, err := url.Parse(address)
	if err == nil && name != "" {
		t = printTarget{name: name, dpi: 203}
		dpi := u.Query().Get("dpi")
		if dpi != "" {
			t.dpi, err = strconv.Atoi(dpi)
		}
		switch {
		case u.Scheme == "tcp" && u.Port() != "" && u.Hostname() != "":
			t.address = u.Host
		case u.Scheme == "cups" && !strings.HasPrefix(u.Opaque, "-"):
			t.queue = u.Opaque
		}
	}
	if err != nil || t.address == "" && t.queue == "" {
		return t, command.Usagef("--printer is %q: want NAME=tcp://HOST:PORT or NAME=cups:QUEUE", value)
	}
	for program := range strings.FieldsSeq("lp cancel ipptool") {
		if _, err := exec.LookPath(program); err != nil && t.queue != "" {
			return t, fmt.Errorf("--printer is %q, and there is no %s: install CUPS and its tools (Debian: cups-client, cups-ipp-utils)",
				value, program)
		}
	}
	return t, nil
}

// printAgent prints the jobs of its printers, of each printer one at a time.
type printAgent struct {
	server  *client.Client
	targets []printTarget
	scales  []scaleTarget
	mu      sync.Mutex
	out     io.Writer
}

func (a *printAgent) say(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(a.out, time.Now().Format(time.TimeOnly)+"  "+format+"\n", args...)
}

// run prints until ctx ends, and then ends the jobs that it has.
func (a *printAgent) run(ctx context.Context) {
	var all sync.WaitGroup
	for i := range a.targets {
		all.Go(func() {
			for t := &a.targets[i]; ctx.Err() == nil; {
				jobs, err := a.server.TakePrints(ctx, t.name)
				if err != nil && ctx.Err() == nil {
					a.say("%s: %s", t.name, command.OneLine(err))
					pause(ctx)
				}
				for _, job := range jobs {
					a.print(context.WithoutCancel(ctx), t, job)
				}
			}
		})
	}
	for _, t := range a.scales {
		all.Go(func() { a.weigh(ctx, t) })
	}
	all.Wait()
}

func pause(ctx context.Context) { throttle.Sleep(ctx, printRetry) }

// print prints a job. A label that cannot be fetched because of the server is left to the end of its lease, after which it is taken again.
func (a *printAgent) print(ctx context.Context, t *printTarget, job client.PrintJob) {
	query := client.LabelQuery{TrackingNos: []string{job.TrackingNo}, Format: "zpl", DPI: t.dpi}
	if t.queue != "" {
		query.Format, query.DPI = "pdf", 0
	}
	file, err := a.server.Labels(ctx, query)
	var refused *client.ValidationError
	switch {
	case errors.Is(err, client.ErrNotFound), errors.As(err, &refused):
		a.report(ctx, job, client.PrintFailed, errNoLabel)
		return
	case err != nil:
		a.say("%s: %s: %s", t.name, job.TrackingNo, command.OneLine(err))
		return
	}
	start := func() error { return a.server.ReportPrint(ctx, job, client.PrintStarted, "") }
	state, err := t.send(ctx, file.Content, start)
	if errors.Is(err, errNotStarted) {
		a.say("%s: %s: %s", t.name, job.TrackingNo, command.OneLine(err))
		return
	}
	a.report(ctx, job, state, err)
}

// report repeats a report until the server has it or refuses it: a server that is started again gets it too. The server gets what people
// read of an error.
func (a *printAgent) report(ctx context.Context, job client.PrintJob, state string, cause error) {
	note, _ := errors.AsType[printerError](cause)
	said := ""
	if cause != nil {
		said = command.OneLine(cause)
	}
	a.say("%s: %s: %s %s", job.Printer, job.TrackingNo, state, said)
	for over := time.Now().Add(10 * time.Minute); time.Now().Before(over); pause(ctx) {
		var refused *client.Error
		err := a.server.ReportPrint(ctx, job, state, string(note))
		if err == nil {
			return
		}
		a.say("%s: %s: %s", job.Printer, job.TrackingNo, command.OneLine(err))
		if errors.As(err, &refused) && refused.StatusCode < 500 && refused.StatusCode != http.StatusTooManyRequests {
			return
		}
	}
}
