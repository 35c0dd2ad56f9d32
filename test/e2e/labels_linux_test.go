package e2e_test

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/signature"
)

// callingPartner is a partner that calls back.
type callingPartner struct {
	*server
	name       string
	key        signature.Keys
	request    *request // that created an order for it
	trackingNo string   // of this order
}

// newPartner creates a partner, and an order for it.
func (s *server) newPartner(name string, serviceID int64) *callingPartner {
	s.t.Helper()
	var created struct{ Secret string }
	if err := json.Unmarshal(s.mustWaybill("partner", "create", name, "--url", "https://"+name+".example.com", "--json"),
		&created); err != nil {
		s.t.Fatal(err)
	}
	s.mustWaybill("service", "create", "Lane", "--partner", name, "--id", fmt.Sprint(serviceID))
	c := &callingPartner{server: s, name: name, key: signature.Keys{signature.Key(created.Secret)}}
	// A running server offers the service within a second.
	s.eventually("an order of "+name, func() bool {
		r := newRequest(s.t, name, shape{orders: 1, service: serviceID})
		a, err := s.post(r.body, "")
		if err != nil || a.status != http.StatusCreated {
			return false
		}
		answered, err := acknowledged(a)
		if err != nil {
			s.t.Fatal(err)
		}
		r.response = answered
		c.request, c.trackingNo = r, answered.trackingNos[0]
		return true
	})
	return c
}

// labelMessage is a label in a message with a tracking event.
func (c *callingPartner) labelMessage(format string, content []byte) *http.Request {
	c.t.Helper()
	body := fmt.Sprintf(`{"events":[{"type":"label","tracking_no":%[1]q,"format":%[2]q,"content":%[3]q},`+
		`{"type":"tracking","tracking_no":%[1]q,"status":"PICKED_UP"}]}`,
		c.trackingNo, format, base64.StdEncoding.EncodeToString(content))
	path := "/api/partner/" + c.name + "/events/"
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.process.Load().base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	c.key.SignRequest(req.Header, req.Method, path, rand.Text(), []byte(body), time.Now())
	return req
}

// sendLabel sends a labelMessage. It returns the outcome of the label and of the event.
func (c *callingPartner) sendLabel(format string, content []byte) (label, tracking string) {
	c.t.Helper()
	a, err := c.do(c.labelMessage(format, content))
	for again := 0; err == nil && a.status == http.StatusServiceUnavailable && again < 10; again++ {
		a, err = c.do(c.labelMessage(format, content)) // no process was free within ten seconds: partners send it again
	}
	var answered struct {
		Results []struct{ Outcome, Message string }
	}
	if err != nil || a.status != http.StatusOK || json.Unmarshal(a.body, &answered) != nil || len(answered.Results) != 2 {
		c.t.Errorf("a label of %s: status %d, %s, %v", c.name, a.status, a.body, err)
		return "", ""
	}
	c.t.Logf("%s: %s", answered.Results[0].Outcome, answered.Results[0].Message)
	return answered.Results[0].Outcome, answered.Results[1].Outcome
}

// children counts the child processes that run at the same moment. The system lists them one thread after the other, so one
// reading may mix two moments: a process counts if two readings in a row have it.
func (s *server) children() (count int) {
	s.t.Helper()
	before := s.childProcesses()
	for pid := range s.childProcesses() {
		if before[pid] {
			count++
		}
	}
	return count
}

func (s *server) childProcesses() map[string]bool {
	s.t.Helper()
	pid := s.process.Load().PID()
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		s.t.Fatal(err)
	}
	children := make(map[string]bool)
	for _, task := range tasks {
		list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err == nil { // a thread may have ended
			for child := range strings.FieldsSeq(string(list)) {
				children[child] = true
			}
		}
	}
	return children
}

// TestLongHostileLabels sends every file that must be refused as the label of one partner. Each is refused, and
// the event beside it is taken. Meanwhile orders are created and the labels of another partner are taken; the
// server stays small, and never has more than two processes.
func TestLongHostileLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	s.start()
	hostile, good := s.newPartner("hostile", 90), s.newPartner("good", 91)
	done := make(chan struct{})
	var others sync.WaitGroup
	meanwhile := func(do func(n int)) {
		others.Go(func() {
			for n := 0; ; n++ {
				do(n)
				select {
				case <-done:
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	meanwhile(func(n int) { sent(t, s, fmt.Sprintf("MEANWHILE%d", n)) })
	meanwhile(func(n int) {
		if label, _ := good.sendLabel("pdf", inspecttest.Label(fmt.Sprint("LABEL ", n), 1)); label != "taken" {
			t.Errorf("a good label is %s", label)
		}
	})
	most := 0
	meanwhile(func(int) { most = max(most, s.children()) })
	for i, f := range inspecttest.Corpus() {
		label, tracking := hostile.sendLabel(f.Format, f.Content)
		want := "known" // by the second one
		if i == 0 {
			want = "taken"
		}
		if label != "refused" || tracking != want {
			t.Errorf("%s: the label is %s, the event beside it %s, want %s", f.Name, label, tracking, want)
		}
	}
	close(done)
	others.Wait()
	if most == 0 || most > 2 {
		t.Errorf("%d processes at once, want 1 or 2", most)
	}
	s.expectMemoryBelow(200 << 20)
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
