package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/test/harness"
)

// maxBody is the limit of a request body, in bytes.
const maxBody = 16 << 20

// hostileBodies are bodies that cost a careless server its memory, its stack or its time,
// with the statuses that they may get.
var hostileBodies = map[string]struct {
	body string
	want int
}{
	"deep arrays":        {strings.Repeat("[", maxBody), http.StatusBadRequest},
	"deep objects":       {strings.Repeat(`{"orders":`, maxBody/10), http.StatusBadRequest},
	"deep in an unknown": {`{"orders":[{"x":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `}]}`, http.StatusBadRequest},
	"duplicate keys":     {`{` + strings.Repeat(`"orders":[{}],`, 1<<20) + `"orders":[]}`, http.StatusBadRequest},
	"unknown keys":       {`{` + manyKeys(1<<20) + `"orders":[]}`, http.StatusBadRequest},
	"many orders":        {`{"orders":[` + strings.Repeat(`{},`, 1<<20) + `{}]}`, http.StatusBadRequest},
	"many items":         {`{"orders":[{"items":[` + strings.Repeat(`{},`, 1<<20) + `{}]}]}`, http.StatusBadRequest},
	"many wrong orders":  {`{"orders":[` + strings.Repeat(`{"service_id":[],"items":[{},{},{}]},`, 999) + `{}]}`, http.StatusBadRequest},
	"long text":          {`{"orders":[{"consignee_name":"` + strings.Repeat("x", maxBody-64) + `"}]}`, http.StatusBadRequest},
	"long escaped text":  {`{"orders":[{"consignee_name":"` + strings.Repeat(`\u0041`, maxBody/12) + `"}]}`, http.StatusBadRequest},
	"long number":        {`{"orders":[{"order_width":` + strings.Repeat("9", maxBody-64) + `}]}`, http.StatusBadRequest},
	"large exponent":     {`{"orders":[{"order_width":1e999999999,"service_id":1e-999999999}]}`, http.StatusBadRequest},
	"zeros":              {strings.Repeat("\x00", maxBody), http.StatusBadRequest},
	"no UTF-8":           {`{"orders":[{"consignee_name":"` + strings.Repeat("\xff", 1<<20) + `"}]}`, http.StatusBadRequest},
	"nothing":            {``, http.StatusBadRequest},
	"a byte too large":   {strings.Repeat(" ", maxBody+1), http.StatusRequestEntityTooLarge},
}

func manyKeys(n int) string {
	var keys strings.Builder
	for i := range n {
		fmt.Fprintf(&keys, `"%07d":0,`, i)
	}
	return keys.String()
}

// TestLongHostileBodies sends each body twice at once. The response is a documented one, in JSON; the server
// survives and its memory stays bounded. It is not parallel: other tests would get no processor.
func TestLongHostileBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	s := newServer(t, "", t.TempDir())
	s.start()
	for what, hostile := range hostileBodies {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				a, err := s.post(hostile.body, "")
				for err == nil && a.status == http.StatusServiceUnavailable {
					a, err = s.post(hostile.body, "") // the other one has the memory
				}
				if err != nil || a.status != hostile.want || !json.Valid(a.body) {
					t.Errorf("%s: status %d, %.200s, %v; want %d", what, a.status, a.body, err, hostile.want)
				}
			})
		}
		both.Wait()
	}
	s.expectMemoryBelow(400 << 20)
	audit(t, s, []*request{sent(t, s, "AFTER")})
}

// TestSilentConnections opens many connections that promise a body of 16 MiB, and stall:
// some at once, some after a part of it. Others are served meanwhile.
func TestSilentConnections(t *testing.T) {
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	s.start()
	head := fmt.Sprintf("POST /api/order/orders/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", maxBody)
	for range 200 {
		s.dial(head)
	}
	part := head + `{"orders":[` + strings.Repeat(" ", 1<<20)
	for range 50 {
		s.dial(part)
	}
	requests := []*request{sent(t, s, "MEANWHILE")}
	s.expectMemoryBelow(400 << 20)
	audit(t, s, requests)
}

// TestLongSlowHeaders opens connections that never finish their headers. The server closes
// them, and serves others meanwhile.
func TestLongSlowHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	s.start()
	var slow sync.WaitGroup
	for range 100 {
		conn := s.dial("POST /api/order/orders/ HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		slow.Go(func() {
			// Drip on: a limit on silence alone would never end it.
			for start := time.Now(); time.Since(start) < patience; {
				if _, err := conn.Write([]byte("a")); err != nil {
					return
				}
				if closedWithin(conn, 500*time.Millisecond) {
					return
				}
			}
			t.Errorf("the connection is still open after %v", patience)
		})
	}
	requests := []*request{sent(t, s, "MEANWHILE")}
	slow.Wait()
	audit(t, s, requests)
}

// closedWithin reports whether the other side closes a connection within a time.
func closedWithin(conn net.Conn, d time.Duration) bool {
	if err := conn.SetReadDeadline(time.Now().Add(d)); err != nil {
		return true
	}
	_, err := io.Copy(io.Discard, conn)
	return !os.IsTimeout(err)
}

// TestIdenticalRequestsAtOnce sends one request from many clients at the same moment.
func TestIdenticalRequestsAtOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		s.start()
		var requests []*request
		rounds := 5
		if testing.Short() {
			rounds = 2
		}
		for n := range rounds {
			keyed := newRequest(t, fmt.Sprintf("KEYED%d", n), shape{orders: 2, service: serviceInHouse, ownNumber: true, keyed: true})
			statuses := s.sendAtOnce(keyed, 50)
			if statuses[http.StatusCreated]+statuses[http.StatusConflict] != 50 || statuses[http.StatusCreated] == 0 {
				t.Errorf("with an Idempotency-Key: %v", statuses)
			}
			unkeyed := newRequest(t, fmt.Sprintf("UNKEYED%d", n), shape{orders: 2, service: serviceInHouse, ownNumber: true})
			statuses = s.sendAtOnce(unkeyed, 50)
			if statuses[http.StatusCreated] != 1 || statuses[http.StatusBadRequest] != 49 {
				t.Errorf("with tracking numbers of their own: %v", statuses)
			}
			requests = append(requests, keyed, unkeyed)
		}
		audit(t, s, requests)
		auditData(t, s)
	})
}

// sendAtOnce counts the statuses of a request that is sent n times at once.
func (s *server) sendAtOnce(r *request, n int) map[int]int {
	var mu sync.Mutex
	statuses := make(map[int]int)
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			a, err := s.post(r.body, r.key)
			if err != nil {
				s.t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[a.status]++
		})
	}
	all.Wait()
	return statuses
}

// dial opens a connection, sends what it is given, and leaves it open until the end of
// the test.
func (s *server) dial(text string) net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.process.Load().base, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.Copy(conn, strings.NewReader(text)); err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// raceOverhead is how many times the memory the race detector may take.
const raceOverhead = 5

func (s *server) expectMemoryBelow(limit int64) {
	s.t.Helper()
	if harness.RaceEnabled() {
		limit *= raceOverhead
	}
	peak, _, err := s.process.Load().PeakMemory()
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Logf("peak memory %d MiB", peak>>20)
	if peak > limit {
		s.t.Errorf("want at most %d MiB", limit>>20)
	}
}
