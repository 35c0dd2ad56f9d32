package partnerlabeltest

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"testing"

	"waybill/internal/blob"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
)

// Main is the TestMain of packages whose tests store labels. The test binary starts itself as the process that
// inspects them, as the waybill binary does, and which does other tasks.
func Main(m *testing.M, others ...sandbox.Tasks) {
	if !sandbox.IsProcess(os.Args[1:]) {
		m.Run()
		return
	}
	tasks := maps.Clone(partnerlabel.Tasks)
	for _, other := range others {
		maps.Copy(tasks, other)
	}
	if err := sandbox.Main(os.Args[1:], tasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// NewStore returns a Store whose processes end with the test.
func NewStore(t testing.TB, blobs blob.Store) *partnerlabel.Store {
	t.Helper()
	var runners [2]*sandbox.Runner
	for i, limits := range []sandbox.Limits{sandbox.DefaultLimits, sandbox.DrawingLimits} {
		runner, err := sandbox.New(limits, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(runner.Close)
		runners[i] = runner
	}
	return partnerlabel.New(blobs, runners[0], runners[1])
}
