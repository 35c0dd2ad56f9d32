package e2e_test

import (
	"context"
	"flag"
	"log"
	"os"
	"path/filepath"
	"testing"

	_ "waybill/internal/cli" // a change to the server makes a cached result of these tests stale
	"waybill/test/harness"
)

// binary is the waybill under test.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "waybill-e2e-")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		log.Fatal(err)
	}
	// The tests wait more than they compute, so more of them than processors run at once.
	if err := flag.Set("test.parallel", "8"); err != nil {
		log.Print(err)
	}
	m.Run()
}
