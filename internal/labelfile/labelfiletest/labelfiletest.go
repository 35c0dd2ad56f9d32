// Package labelfiletest lets tests keep labels of couriers as a server does.
package labelfiletest

import (
	"fmt"
	"log/slog"
	"os"
	"testing"

	"waybill/internal/blob"
	"waybill/internal/labelfile"
	"waybill/internal/sandbox"
)

// Main is TestMain of a package whose tests keep labels: it makes the test's own program the
// one that inspects them, as Waybill's own does.
func Main(m *testing.M) {
	if !sandbox.IsProcess(os.Args[1:]) {
		m.Run()
		return
	}
	if err := sandbox.Main(os.Args[1:], labelfile.Tasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// NewKeeper makes a Keeper whose processes end with the test.
func NewKeeper(t testing.TB, blobs blob.Store) *labelfile.Keeper {
	t.Helper()
	runner, err := sandbox.New(sandbox.DefaultLimits, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	return labelfile.NewKeeper(blobs, runner)
}
