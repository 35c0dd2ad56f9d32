package api

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/store/storetest"
)

const docsFolder = "../../docs/"

// TestDocumentedErrors looks up every error that needs no detail of the request in the
// table for shippers.
func TestDocumentedErrors(t *testing.T) {
	text, err := os.ReadFile(docsFolder + "integrating.md")
	if err != nil {
		t.Fatal(err)
	}
	problems := []*problem{
		errNotFound, errInvalidPage, errNoCredentials, errInvalidKey, errForbidden, errBodyTooLarge, errReturnsTooLarge, errBodyCut,
		errOverload, errDraining, errInvalidCursor, errBadIdempotencyKey,
		methodNotAllowed(http.MethodPut), unsupportedMediaType("text/plain"), throttled(13 * time.Second),
		problemOf(errors.New("a mistake of ours"), "…"),
	}
	for _, k := range known {
		if k.problem.status != 499 { // 499 is for the log: nobody reads it
			problems = append(problems, k.problem)
		}
	}
	for _, p := range problems {
		row := "| " + strconv.Itoa(p.status) + " | `" + p.detail + "` |"
		if !strings.Contains(string(text), row) {
			t.Errorf("integrating.md has no row %s", row)
		}
	}
}

// TestDocumentedExamples sends the files of the documentation as it does.
func TestDocumentedExamples(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := startServer(t, databaseURL, t.TempDir())
		want := map[string]int{
			"order.json": http.StatusCreated, "batch.json": http.StatusCreated, "return.json": http.StatusCreated,
			"courier.json": http.StatusAccepted, "invalid.json": http.StatusBadRequest,
		}
		files, err := filepath.Glob(docsFolder + "examples/*")
		if err != nil || len(files) != len(want) {
			t.Fatalf("%d examples, want %d, %v", len(files), len(want), err)
		}
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			path := "/api/order/orders/"
			if filepath.Base(file) == "return.json" {
				path = "/api/order/return-orders/"
			}
			got, answer := s.send(http.MethodPost, path, string(body), "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if got.StatusCode != want[filepath.Base(file)] {
				t.Errorf("%s: %d %s", file, got.StatusCode, answer)
			}
		}
	})
}
