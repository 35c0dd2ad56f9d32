package desk

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
)

// TestAScaleIsEmptiedBetweenParcels: a weight is reported once, and another one only after the scale was empty.
func TestAScaleIsEmptiedBetweenParcels(t *testing.T) {
	t.Parallel()
	var w weighing
	for i, step := range []struct {
		line  string
		want  shipment.Thousandths
		isNew bool
	}{
		{"ST,GS,+001.000kg", 0, false}, // it stood there when the agent began
		{"OL", 0, false},
		{"ST,GS,+000.000kg", 0, true},
		{"ST,GS,+000.000kg", 0, false},
		{"US,GS,+001.300kg", 0, false},
		{"ST,GS,+001.262kg", 1262, true},
		{"ST,GS,+001.262kg", 0, false},
		{"US,GS,+001.400kg", 0, false}, // somebody leans on it
		{"ST,GS,+001.262kg", 0, false},
		{"US,GS,+000.020kg", 0, true}, // the parcel is lifted, and the next one put down at once
		{"US,GS,+002.000kg", 0, false},
		{"ST,GS,+002.500kg", 2500, true},
		{"1.5 kg", 0, false}, // it does not say whether it is stable
		{"ST,GS,+000.000kg", 0, true},
		{"ST,GS,+002.000kg", 2000, true},
		{"ST,GS,+000.000kg", 0, true},
		{"ST,GS,+000.150kg", 150, true}, // of less than a tenth of the parcel before
		{"ST,GS,+000,000kg", 0, true},
		{"ST,GS,+000,950kg", 950, true},
		{"US,GS,+000,096kg", 0, false},
		{"US,GS,+000,095kg", 0, true},
		{"ST,GS,+001,000kg", 1000, true},
	} {
		if got, isNew := w.next(step.line); got != step.want || isNew != step.isNew {
			t.Errorf("line %d, %s: %s, %t", i, step.line, got, isNew)
		}
	}
}

// TestAWeightIsReportedUntilTheServerHasIt: the agent repeats a weight that a server does not get, and none that it refuses.
func TestAWeightIsReportedUntilTheServerHasIt(t *testing.T) {
	t.Parallel()
	const taken = http.StatusNoContent
	replies := []int{taken, http.StatusBadGateway, taken, taken, http.StatusForbidden, http.StatusBadRequest}
	said := make(chan string, 100)
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		said <- string(body)
		w.WriteHeader(replies[min(int(n.Add(1)), len(replies))-1])
		_, _ = io.WriteString(w, `{"weight":["A valid number is required."]}`)
	}))
	t.Cleanup(server.Close)
	sdk, err := client.New(server.URL+"/api", "key", client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	scale, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	over := time.Now().Add(30 * time.Second)
	_ = scale.SetDeadline(over)
	ctx, cancel := context.WithCancel(t.Context())
	var agent sync.WaitGroup
	t.Cleanup(func() { cancel(); _ = scale.Close(); agent.Wait() })
	agent.Go(func() {
		a := printAgent{server: sdk, out: io.Discard}
		a.weigh(ctx, scaleTarget{printer: "Bench 1", host: scale.Addr().String()})
	})
	for range 3 { // it connects again after a weight that is refused
		conn, err := scale.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_, _ = io.WriteString(conn, "ST,GS,+000.000kg\r\nST,GS,+001.262kg\r\nST,GS,+000.000kg\r\nST,GS,+002.000kg\r\n")
	}
	for i, want := range []string{"0", "1.262", "1.262", "0", "2", "0", "0"} {
		select {
		case got := <-said:
			if got != `{"printer":"Bench 1","weight":`+want+`}` {
				t.Errorf("report %d: %s, want %s kg", i, got, want)
			}
		case <-time.After(time.Until(over)):
			t.Fatalf("report %d is missing: want %s kg", i, want)
		}
	}
}

// TestScalesOfTheAgent reads the flag --scale: a scale stands beside a printer of the agent.
func TestScalesOfTheAgent(t *testing.T) {
	t.Parallel()
	printers := []printTarget{{name: "Bench 1"}}
	for value, want := range map[string]scaleTarget{
		"Bench 1=tcp://192.168.1.30:4001": {printer: "Bench 1", host: "192.168.1.30:4001"},
		"Bench 1=/dev/ttyUSB0":            {printer: "Bench 1", path: "/dev/ttyUSB0"},
		"Bench 2=/dev/ttyUSB0":            {}, "Bench 1=tcp://192.168.1.30": {}, "Bench 1=ttyUSB0": {}, "Bench 1": {}, "": {},
	} {
		got, err := scaleTargets([]string{value}, printers)
		if (err == nil) != (want.printer != "") || err == nil && got[0] != want {
			t.Errorf("%s: %+v, %v", value, got, err)
		}
	}
}
