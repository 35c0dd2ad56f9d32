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

// TestScaleLines is the case scale-lines: only stable weights are read, and 62 g more than 1.2 kg are beyond the greater of 50 g and 5 %.
func TestScaleLines(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]shipment.Thousandths{
		"ST,GS,+001.262kg": 1262, "US,GS,+001.300kg": 0, "ST,GS,+000.000kg": 0, "OL": 0, "ST,GS,+0002.650lb": 1202, "ST,NT,+1.5kg": 1500,
		"ST,GS,-000.010kg": 0, "S S      1.262 kg": 1262, "S D      1.262 kg": 0, "OL,GS,+999.999kg": 0,
		"1.262": 1262, "1,262": 1262, "1,25 kg": 1250, "1.26249999999999 kg": 1262, "1.2625kg": 1263, "250 g": 250, "250G": 250, "3 kg": 3000,
		"2.65 LB": 1202, "42.4 oz": 1202, "0.4 g": 0, "125": 0, "kg": 0, "1.2.3 kg": 0, "9400111899223197428497": 0, "S": 0, "": 0,
		"10023.2": 0, "1002.25": 0, "1.2625": 0, "1,2625": 0, "999.999": 999_999, "1.2625 kg": 1263, "10023.2 g": 10_023,
		"ST,GS,+010023.2g": 10_023, "-1.2 kg": 0, "1 kg 2": 0, "12345678 g": 0,
	} {
		if got, _ := weightOf(line); got != want {
			t.Errorf("%s: %s kg, want %s kg", line, got, want)
		}
	}
	for line, want := range map[string]bool{"ST,GS,+1.262kg": true, "ST,NT,+1.262kg": false, "S S 1.262 kg": true, "1.262 kg": false} {
		if _, gross := weightOf(line); gross != want {
			t.Errorf("%s: gross %t", line, gross)
		}
	}
	for weight, want := range map[shipment.Thousandths]bool{1262: true, 1260: false, 1202: false, 1140: false, 1139: true} {
		if got := shipment.DefaultWeightTolerance.Exceeds(weight, 1200); got != want {
			t.Errorf("%s kg of 1.2 kg: %t", weight, got)
		}
	}
	if !shipment.DefaultWeightTolerance.Exceeds(449, 500) || shipment.DefaultWeightTolerance.Exceeds(450, 500) {
		t.Error("of a light parcel 50 g count")
	}
}

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
