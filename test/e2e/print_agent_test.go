package e2e_test

import (
	"bytes"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// labelPrinter is a printer of labels at a TCP port.
type labelPrinter struct {
	address string
	status  string        // of the paper in its answer to ~HS: 0 or 1
	offline int           // after how many bytes of a connection it goes offline; 0 never
	hang    chan struct{} // it reads no more of a label until this is closed; nil: it reads on
	mu      sync.Mutex
	labels  int
	begun   chan struct{} // has an element for each label that has begun
}

func startPrinter(t *testing.T, p *labelPrinter) *labelPrinter {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p.address, p.begun = l.Addr().String(), make(chan struct{}, 100)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *labelPrinter) serve(conn net.Conn) {
	defer conn.Close()
	got, part := []byte{}, make([]byte, 4096)
	for {
		n, err := conn.Read(part)
		begins := !bytes.Contains(got, []byte("^XA"))
		got = append(got, part[:n]...)
		if begins && bytes.Contains(got, []byte("^XA")) {
			p.begun <- struct{}{}
			if p.hang != nil {
				<-p.hang
			}
		}
		if p.offline > 0 && len(got) > p.offline {
			_ = conn.(*net.TCPConn).SetLinger(0)
			return
		}
		if bytes.Contains(part[:n], []byte("~HS")) {
			_, _ = io.WriteString(conn, "\x02030,"+p.status+",0,1245,000,0,0,0,000,0,0,0\x03\r\n"+
				"\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n")
		}
		if err != nil {
			p.mu.Lock()
			p.labels += bytes.Count(got, []byte("^XZ"))
			p.mu.Unlock()
			return
		}
	}
}

func (p *labelPrinter) printed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.labels
}

// startAgent starts a print agent, which the end of the test kills.
func startAgent(t *testing.T, s *server, printers map[string]*labelPrinter) *harness.Process {
	t.Helper()
	argv := []string{binary, "print-agent", "--server", "http://" + s.listen, "--key", demoKey}
	for name, p := range printers {
		argv = append(argv, "--printer", name+"=tcp://"+p.address)
	}
	agent, err := harness.Start(harness.Program{Argv: argv, Output: new(harness.Log)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { agent.End(syscall.SIGKILL) })
	return agent
}

// startPrinting starts a server with an order.
func startPrinting(t *testing.T, s *server) (trackingNo string) {
	t.Helper()
	s.start()
	b, err := s.sdk().CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(serviceInHouse)}})
	if err != nil {
		t.Fatal(err)
	}
	return b.Orders[0].TrackingNo
}

// queuePrint queues a label when an agent has the printer. The same key again is the state of the job.
func (s *server) queuePrint(trackingNo, printer, key string) (job client.PrintJob) {
	s.t.Helper()
	s.eventually("the job "+key+" is queued", func() (queued bool) {
		var err error
		job, err = s.sdk().QueuePrint(s.t.Context(), trackingNo, printer, key)
		return err == nil
	})
	return job
}

func (s *server) awaitPrint(trackingNo, printer, key, state string) {
	s.t.Helper()
	s.eventually("the job "+key+" is "+state, func() bool { return s.queuePrint(trackingNo, printer, key).State == state })
}

// TestPrintAgent prints on a printer that is well, on one without paper, and on one that goes offline in the middle.
func TestPrintAgent(t *testing.T) {
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	no := startPrinting(t, s)
	printers := map[string]*labelPrinter{
		"well": startPrinter(t, &labelPrinter{status: "0"}), "empty": startPrinter(t, &labelPrinter{status: "1"}),
		"offline": startPrinter(t, &labelPrinter{status: "0", offline: 3000}),
	}
	startAgent(t, s, printers)
	s.queuePrint(no, "well", "k1")
	s.awaitPrint(no, "well", "k1", client.PrintPrinted)
	s.queuePrint(no, "empty", "k2")
	s.awaitPrint(no, "empty", "k2", client.PrintFailed)
	s.queuePrint(no, "offline", "k3")
	s.awaitPrint(no, "offline", "k3", client.PrintUnknown)
	s.queuePrint(no, "well", "k4") // after which what waited before would have been printed
	s.awaitPrint(no, "well", "k4", client.PrintPrinted)
	if note := s.queuePrint(no, "empty", "k2").Note; !strings.Contains(note, "out of paper") {
		t.Errorf("the note is %q", note)
	}
	for name, want := range map[string]int{"well": 2, "empty": 0, "offline": 0} {
		if got := printers[name].printed(); got != want {
			t.Errorf("%s printed %d labels, want %d", name, got, want)
		}
	}
	printed := true
	if page, err := s.sdk().Orders(t.Context(), client.Filter{Printed: &printed}); err != nil || page.Count != 1 {
		t.Errorf("%d orders are marked as printed, %v", page.Count, err)
	}
}

// TestLongPrintKilled kills the agent, and then the server, in the middle of a label: none is lost, and none comes out twice.
func TestLongPrintKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		no := startPrinting(t, s)
		p := startPrinter(t, &labelPrinter{status: "0", hang: make(chan struct{}, 10)})
		printers := map[string]*labelPrinter{"bench": p}
		agent := startAgent(t, s, printers)
		s.queuePrint(no, "bench", "k1")
		<-p.begun
		agent.End(syscall.SIGKILL)
		p.hang <- struct{}{}
		s.eventually("the printer has the label", func() bool { return p.printed() == 1 })
		startAgent(t, s, printers)
		if state := s.queuePrint(no, "bench", "k1").State; state != client.PrintStarted {
			t.Errorf("after the agent was killed the job is %s", state)
		}

		s.queuePrint(no, "bench", "k2")
		<-p.begun
		s.kill()
		p.hang <- struct{}{}
		s.eventually("the printer has the second label", func() bool { return p.printed() == 2 })
		s.start()
		s.awaitPrint(no, "bench", "k2", client.PrintPrinted)

		db := s.openDatabase()
		if _, err := db.ExecContext(t.Context(), `UPDATE print_jobs SET leased_until = 1 WHERE state = 'started'`); err != nil {
			t.Fatal(err)
		}
		s.awaitPrint(no, "bench", "k1", client.PrintUnknown)
		s.queuePrint(no, "bench", "k3") // after which what waited before would have been printed
		<-p.begun
		p.hang <- struct{}{}
		s.awaitPrint(no, "bench", "k3", client.PrintPrinted)
		if state := s.queuePrint(no, "bench", "k1").State; state != client.PrintUnknown || p.printed() != 3 {
			t.Errorf("%d labels came out of 3 jobs; the one of the agent that was killed is %s", p.printed(), state)
		}
	})
}
