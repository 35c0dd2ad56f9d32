package desk

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
)

const (
	// printConnect bounds the connection to a printer, printAnswer the answer to a question, and printSend the label and its end.
	printConnect = 5 * time.Second
	printAnswer  = 2 * time.Second
	printSend    = 30 * time.Second
	// queueEnd bounds the job of a queue. It is shorter than the lease of a job that started.
	queueEnd = 90 * time.Second
)

// printerError is what people read of a label that was not printed; the log of the agent has the cause.
type printerError string

func (f printerError) Error() string { return string(f) }

// The faults. Pages have them in each language.
var (
	errNoLabel     = printerError(web.Key("The order has no label that can be printed: see its page."))
	errUnreachable = printerError(web.Key("The printer cannot be reached. Look whether it is on and in the network."))
	errBroken      = printerError(web.Key("The connection to the printer broke while it printed."))
	errSilent      = printerError(web.Key("The printer does not answer any more."))
	errQueue       = printerError(web.Key("The print queue did not print it. Look at the queue."))
)

// errNotStarted: the server did not confirm that the job starts, so that nothing was sent.
var errNotStarted = errors.New("nothing is printed")

// send prints a label, and returns the state of the job. Start is called before the first byte.
func (t *printTarget) send(ctx context.Context, label []byte, start func() error) (state string, err error) {
	if t.queue != "" {
		return t.sendToQueue(ctx, label, start)
	}
	dialer := net.Dialer{Timeout: printConnect}
	conn, err := dialer.DialContext(ctx, "tcp", t.address)
	if err != nil {
		return client.PrintFailed, fmt.Errorf("%w: %w", errUnreachable, err)
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	answers, fault := askZebra(conn, r)
	if fault != "" {
		return client.PrintFailed, fault
	}
	if err := start(); err != nil {
		return "", fmt.Errorf("%w: %w", errNotStarted, err)
	}
	_ = conn.SetDeadline(time.Now().Add(printSend))
	if _, err := conn.Write(label); err != nil {
		return client.PrintUnknown, fmt.Errorf("%w: %w", errBroken, err)
	}
	if err := confirm(conn, r, answers); err != nil {
		return client.PrintUnknown, err
	}
	return client.PrintPrinted, nil
}

// confirm returns an error unless a printer has all of a label: it reports no fault if it answers, and closes its end.
func confirm(conn net.Conn, r *bufio.Reader, answers bool) (err error) {
	wait := printSend
	if answers {
		wait = printAnswer
		again, fault := askZebra(conn, r)
		if !again {
			return errSilent
		}
		if fault != "" {
			return fault
		}
	}
	_ = conn.SetDeadline(time.Now().Add(wait))
	if end, ok := conn.(*net.TCPConn); ok {
		err = end.CloseWrite()
	}
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	if timeout := net.Error(nil); answers && errors.As(err, &timeout) && timeout.Timeout() {
		return nil // it has answered after the label
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errBroken, err)
	}
	return err
}

// zebraFaults are the flags of the answer to ~HS: the line, the field, and what it means.
var zebraFaults = []struct {
	line, field int
	fault       printerError
}{
	{0, 1, printerError(web.Key("The printer is out of paper."))},
	{1, 2, printerError(web.Key("The head of the printer is open."))},
	{1, 3, printerError(web.Key("The printer is out of ribbon."))},
	{0, 2, printerError(web.Key("The printer is paused."))},
	{0, 10, printerError(web.Key("The head of the printer is too cold."))},
	{0, 11, printerError(web.Key("The head of the printer is too hot."))},
}

// askZebra asks a printer for its status. Printers that do not know the question do not answer.
func askZebra(conn net.Conn, r *bufio.Reader) (answers bool, fault printerError) {
	_ = conn.SetDeadline(time.Now().Add(printAnswer))
	if _, err := io.WriteString(conn, "~HS\r\n"); err != nil {
		return false, ""
	}
	var lines [3][]string
	for i := range lines {
		line, err := r.ReadString('\x03')
		if err != nil {
			return false, ""
		}
		_, line, _ = strings.Cut(strings.TrimSuffix(line, "\x03"), "\x02")
		lines[i] = strings.Split(line, ",")
	}
	for _, f := range zebraFaults {
		if line := lines[f.line]; f.field < len(line) && strings.TrimSpace(line[f.field]) == "1" {
			return true, f.fault
		}
	}
	return true, ""
}

var requestID = regexp.MustCompile(`request id is (\S+)`)

// sendToQueue prints a PDF by CUPS, and waits for the end of its job.
func (t *printTarget) sendToQueue(ctx context.Context, label []byte, start func() error) (state string, err error) {
	if err := start(); err != nil {
		return "", fmt.Errorf("%w: %w", errNotStarted, err)
	}
	ctx, cancel := context.WithTimeout(ctx, queueEnd)
	defer cancel()
	lp := exec.CommandContext(ctx, "lp", "-d", t.queue, "-t", "Waybill", "-") //nolint:gosec // the queue is a flag of this command
	lp.Stdin = bytes.NewReader(label)
	lp.Env = append(os.Environ(), "LC_ALL=C") //nolint:forbidigo // lp needs its own settings, and what it says is read
	said, err := lp.CombinedOutput()
	m := requestID.FindSubmatch(said)
	if err != nil && bytes.Contains(said, []byte("does not exist")) { // lp looks for the queue before it sends a byte
		return client.PrintFailed, fmt.Errorf("%w lp: there is no queue %q, or no CUPS: %s", errQueue, t.queue, bytes.TrimSpace(said))
	}
	if err != nil || m == nil {
		return client.PrintUnknown, fmt.Errorf("%w lp: %v, %s", errQueue, err, bytes.TrimSpace(said)) //nolint:errorlint // it may be nil
	}
	return endOfJob(ctx, string(m[1]))
}

// jobState finds the state of a job in what ipptool says of it.
var jobState = regexp.MustCompile(`(?m)^ *job-state \(enum\) = (\S+)$`)

// endOfJob waits for the end of a job of CUPS, such as Office-7. A job that has not ended in time is cancelled, so that it is not printed
// later; nothing came out of one that CUPS has not begun.
func endOfJob(ctx context.Context, job string) (state string, err error) {
	last := stateOfJob(ctx, job)
	for ; ctx.Err() == nil; last = cmp.Or(stateOfJob(ctx, job), last) {
		switch last {
		case "completed":
			return client.PrintPrinted, nil
		case "canceled", "aborted":
			return client.PrintUnknown, fmt.Errorf("%w CUPS ended %s: %s", errQueue, job, last)
		}
		pause(ctx)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), printConnect)
	defer cancel()
	err = exec.CommandContext(ctx, "cancel", job).Run() //nolint:gosec // as above
	if err == nil && strings.HasPrefix(last, "pending") && stateOfJob(ctx, job) == "canceled" {
		return client.PrintFailed, fmt.Errorf("%w CUPS has not begun %s in %v", errQueue, job, queueEnd)
	}
	return client.PrintUnknown, fmt.Errorf("%w CUPS has not ended %s, which was %s", errQueue, job, cmp.Or(last, "unknown"))
}

// stateOfJob is the state of a job of CUPS by RFC 8011, such as processing or completed; "": CUPS does not say. lpstat does not tell a
// job that was printed from one that was cancelled.
func stateOfJob(ctx context.Context, job string) string {
	number := job[strings.LastIndexByte(job, '-')+1:]
	server, _, _ := strings.Cut(os.Getenv("CUPS_SERVER"), "/") //nolint:forbidigo // of CUPS, which lp reads too; a socket is here
	//nolint:gosec // as above
	said, _ := exec.CommandContext(
		ctx, "ipptool", "-tv", "ipp://"+cmp.Or(server, "localhost")+"/jobs/"+number, "get-job-attributes.test").Output()
	if m := jobState.FindSubmatch(said); m != nil {
		return string(m[1])
	}
	return ""
}
