package label_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"waybill/internal/label"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// job is one document to print.
type job struct {
	name     string
	shipment label.Shipment
	options  label.Options
}

// jobs returns the label of every script, and every document, format and paper.
func jobs() []job {
	var all []job
	for _, s := range samples {
		all = append(all, job{s.script, sampleShipment(s.party), label.Options{}})
	}
	one := sampleShipment(samples[2].party)
	for _, d := range label.Documents()[1:] {
		all = append(all, job{string(d), one, label.Options{Document: d}})
	}
	for _, f := range []label.Format{label.PNG, label.ZPL} {
		for _, dpi := range []int{203, 300, 600} {
			all = append(all, job{fmt.Sprint(f, dpi), one, label.Options{Format: f, DPI: dpi}})
		}
	}
	for _, size := range sizes {
		all = append(all, job{"on " + string(size), one, label.Options{Size: size}})
	}
	back := one
	back.Order.Return, back.Order.ServiceType, back.Order.ForwardTrackingNo = true, "DROPOFF", "WB00000000011SG"
	return append(all, job{"return", back, label.Options{}})
}

func printJob(t *testing.T, p *label.Printer, j job) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := p.Print(&b, j.shipment, j.options); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGolden compares the SHA-256 of each document with testdata/golden.txt, and some of them byte for byte,
// so that a difference can be examined. A new Go release may compress differently: look at the pictures, then
// run with -update.
func TestGolden(t *testing.T) {
	p := label.SharedPrinter
	var sums strings.Builder
	for _, j := range jobs() {
		fmt.Fprintf(&sums, "%x %s\n", sha256.Sum256(printJob(t, p, j)), j.name)
	}
	compare(t, "testdata/golden.txt", []byte(sums.String()))
	compare(t, "testdata/khmer.pdf", printJob(t, p, jobs()[4]))
	compare(t, "testdata/thai.zpl", printJob(t, p, job{"", sampleShipment(samples[2].party), label.Options{Format: label.ZPL}}))
}

func compare(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	wanted, lines := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(wanted), len(lines)) {
		if wanted[i] != lines[i] {
			t.Fatalf("%s: line %d is\n%.100q, want\n%.100q", path, i+1, lines[i], wanted[i])
		}
	}
	t.Fatalf("%s: %d bytes, want %d", path, len(got), len(want))
}

// TestConcurrentPrintsAreTheSame prints everything from several goroutines in different orders with one
// printer, and expects the bytes of a printer with one job.
func TestConcurrentPrintsAreTheSame(t *testing.T) {
	all := thin(jobs())
	want := make([][]byte, len(all))
	for i, j := range all {
		want[i] = printJob(t, label.NewPrinter(), j)
	}
	shared := label.NewPrinter()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range all {
				at := (i + worker*3) % len(all)
				var b bytes.Buffer
				if _, err := shared.Print(&b, all[at].shipment, all[at].options); err != nil {
					t.Error(err)
				}
				if !bytes.Equal(b.Bytes(), want[at]) {
					t.Errorf("worker %d: %s differs", worker, all[at].name)
				}
			}
		})
	}
	wg.Wait()
}
