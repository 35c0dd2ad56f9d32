package console

import (
	"context"
	"flag"
	"log"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"waybill/test/browser"
	"waybill/test/harness"
)

// binary is the waybill under test.
var binary string

// shared is the server that tests share. startShared starts it, once; errShared says why it did not start.
var (
	shared      server
	errShared   error
	startShared = sync.OnceFunc(func() { errShared = shared.start(context.Background()) })
)

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() { // all tests of pages are long
		m.Run()
		return
	}
	if err := buildAndRun(m); err != nil {
		log.Fatal(err)
	}
}

func buildAndRun(m *testing.M) error {
	folder, err := os.MkdirTemp("", "waybill-console-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	shared.folder = filepath.Join(folder, "data")
	defer shared.stop()
	defer browser.Close()
	// The tests wait more than they compute, so more of them than processors run at once.
	if err := flag.Set("test.parallel", "4"); err != nil {
		return err
	}
	m.Run()
	return nil
}
