package operator

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/machine"
)

// diskWarning is how many free bytes are few.
const diskWarning = 2 << 30

// system shows what this server and its database are doing.
func system(v *web.Visit) error {
	s, about := v.Console.Store, v.Console.System
	var r web.Reading
	facts := web.Read1(&r, v.Console.Reports.Facts, v.Context())
	lag := web.Read1(&r, s.Search.SearchLag, v.Context())
	queues := queuesOf(v, facts)
	data := map[string]any{
		"Version": v.Console.Version, "System": about, "Facts": facts, "Size": v.Decimal(byteSize(facts.Bytes)), "Queues": queues,
		"Attention": systemProblems(v, &r, queues),
		"Lag":       lag, "LagText": lag.Behind.Round(time.Second).String(),
		"Migrations": facts.Migrations,
	}
	if free, err := machine.FreeBytes(about.Folder); err == nil {
		data["Free"], data["FewFree"] = v.Decimal(byteSize(int64(min(free, math.MaxInt64)))), free < diskWarning
	}
	if replica, has := s.DB.ReplicaState(); has {
		data["Replica"] = map[string]any{"Used": replica.Used, "Lag": replica.Lag.Round(time.Millisecond)}
	}
	return v.Show(r.Err, http.StatusOK, "operator_system.html", data)
}

// byteSize is a number of bytes for people, such as 1.5 GiB.
func byteSize(n int64) string {
	size, units := float64(n), []string{"B", "KiB", "MiB", "GiB"}
	for size >= 1024 && len(units) > 1 {
		size, units = size/1024, units[1:]
	}
	digits := 0
	if size < 10 && units[0] != "B" {
		digits = 1
	}
	return strconv.FormatFloat(size, 'f', digits, 64) + " " + units[0]
}

// maxFailingEndpoints is how many endpoints that fail a page has.
const maxFailingEndpoints = 100

// failingEndpoints lists the webhook endpoints of all accounts that fail.
func failingEndpoints(v *web.Visit) error {
	found, err := v.Console.Store.Webhooks.FailingEndpoints(v.Context(), maxFailingEndpoints)
	return v.Show(err, http.StatusOK, "operator_endpoints.html", map[string]any{"Endpoints": found})
}
