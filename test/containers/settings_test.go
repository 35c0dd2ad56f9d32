// Package containers_test checks packaging/compose and packaging/kubernetes: by the types of Compose and Kubernetes, and
// against the settings of Waybill and its image. It is a module of its own, so that Waybill does not depend on these types.
package containers_test

import (
	"encoding/csv"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// sandboxes is the memory of the two processes that read labels of partners: see docs/operations/storage.md.
var sandboxes = resource.MustParse("260M")

// settings are those of Waybill: the default of each variable. A test of Waybill compares the file with the program.
func settings(t *testing.T) map[string]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(t, "docs/operations/settings.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, row := range rows[1:] {
		for variable := range strings.FieldsSeq(row[1]) {
			known[variable] = row[2]
		}
	}
	if len(known) < 30 {
		t.Fatalf("only %d settings are found", len(known))
	}
	return known
}

// checkSettings looks up each variable.
func checkSettings(t *testing.T, environment map[string]string) {
	t.Helper()
	known := settings(t)
	for variable := range environment {
		if _, ok := known[variable]; !ok {
			t.Errorf("%s is not a setting", variable)
		}
	}
}

// timeToStop is how long a server with these settings may take to stop.
func timeToStop(t *testing.T, environment map[string]string) (sum time.Duration) {
	t.Helper()
	defaults := settings(t)
	for _, variable := range []string{"WAYBILL_DRAIN_DELAY", "WAYBILL_SHUTDOWN_TIMEOUT", "WAYBILL_PARTNER_TIMEOUT"} {
		value, set := environment[variable]
		if !set {
			value = defaults[variable]
		}
		d, err := time.ParseDuration(value)
		if err != nil {
			t.Fatal(err)
		}
		sum += d
	}
	return sum
}

// checkMemory compares what the server and its other processes may use with the limit of the container.
func checkMemory(t *testing.T, environment map[string]string, limit int64) {
	t.Helper()
	memory, err := resource.ParseQuantity(strings.TrimSuffix(environment["WAYBILL_MEMORY"], "B"))
	if err != nil {
		t.Fatal(err)
	}
	if memory.Add(sandboxes); memory.Value() > limit {
		t.Errorf("the server and its processes may use %s, and the limit is %d bytes", memory.String(), limit)
	}
}

// imageEnvironment is what the image sets.
func imageEnvironment(t *testing.T) map[string]string {
	t.Helper()
	image := read(t, "packaging/release/image")
	environment := map[string]string{}
	for _, match := range regexp.MustCompile(`"(WAYBILL_[A-Z_]+)=([^"]*)"`).FindAllStringSubmatch(image, -1) {
		environment[match[1]] = match[2]
	}
	if environment["WAYBILL_DATA"] == "" || environment["WAYBILL_LISTEN"] == "" || !strings.Contains(image, `"User":"65532:65532"`) {
		t.Fatalf("the image sets %v, or has another user", environment)
	}
	return environment
}

// read reads a file of the repository.
func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile("../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
