package admission

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// DefaultMemory is the budget of a process that no cgroup limits, in bytes.
	DefaultMemory = 400_000_000
	// SpoolSize is how many bytes of bodies are on disk at once: 32 of the largest.
	SpoolSize = 512 << 20
	// waitForRoom is how long a request waits before it is refused.
	waitForRoom = 2 * time.Second

	// runtimeMemory is what the Go runtime, metrics and caches take, independent of the requests.
	runtimeMemory = 14 << 20
	// connectionMemory is the most that a connection takes: 16 KiB of stacks, 8 KiB of
	// buffers, 32 KiB of headers in up to 128 lines, and the first part of a body.
	connectionMemory = 80 << 10
	// garbagePercent is how much garbage there may be, in percent of the memory in use, before the Go runtime collects
	// it. With the default it takes an eighth of the processor time of creates. The memory limit holds with any.
	garbagePercent        = 400
	defaultGarbagePercent = 100
	// otherFiles are open files that belong to no connection: databases, partners, labels.
	otherFiles = 128
)

// Needs is memory that is taken independent of the requests, in bytes.
type Needs struct {
	Shared   int64 // once for each process
	Label    int64 // to draw a label
	Document int64 // to draw a document of many pages
	Cores    int
}

// Plan says how the memory of a process is divided, in bytes, and the limits that follow from
// it. See docs/adr/0016.
type Plan struct {
	Memory    int64 // of the process and of the processes that read files for it
	Files     int64 // of the processes that read files
	GoLimit   int64 // that the Go runtime counts
	Labels    int   // that are drawn at once
	Documents int   // of many pages that are drawn at once
	Callers   int64 // of the pool of requests with a live key
	Anonymous int64 // of the pool of all others
	// Request is the least that a request with a live key is charged, so that the pool of callers and the
	// connections run out together.
	Request     int64
	Connections int           // in all
	Address     int           // of one address, without a live key
	OpenFiles   int           // that the process may need
	FewFiles    bool          // it may have fewer, and therefore fewer connections
	Wait        time.Duration // of a request for room, before it is refused
}

// NewPlan divides the memory of a process that may have openFiles open files.
func NewPlan(memory int64, openFiles uint64, needs Needs) Plan {
	p := Plan{Memory: memory, Files: memory / 8 * 5, Wait: waitForRoom}
	p.GoLimit = memory / 4 * 3 // the rest: SQLite's caches, code, buffers of the kernel
	// Each kind of drawing gets a tenth, enough for at least one renderer.
	p.Labels = renderers(memory/10, needs.Label, needs.Cores)
	p.Documents = renderers(memory/10, needs.Document, needs.Cores/2)
	fixed := needs.Shared + runtimeMemory + int64(p.Labels)*needs.Label + int64(p.Documents)*needs.Document
	rest := max(0, p.GoLimit/20*19-fixed) // a twentieth is for garbage
	p.Callers, p.Anonymous, p.Connections = rest/2, rest/6, int(rest/3/connectionMemory)

	p.OpenFiles = 2*p.Connections + otherFiles // a body on disk is a file beside its connection
	if p.FewFiles = openFiles < uint64(p.OpenFiles); p.FewFiles {
		p.Connections = (int(openFiles) - otherFiles) / 2
	}
	p.Connections = max(16, p.Connections)
	p.Address = max(16, p.Connections/8)
	p.Request = p.Callers / int64(p.Connections)
	return p
}

// renderers is how many drawings fit into memory, from one to most.
func renderers(memory, each int64, most int) int { return max(1, min(int(memory/each), most)) }

// FindMemory is the budget of a process that has no setting for it: four fifths of the memory limit
// of its cgroup, v1 or v2, whose rest is for the page cache and short-lived helpers, or
// DefaultMemory. The text says which.
func FindMemory() (memory int64, source string) {
	limit, err := memlimit.FromCgroup()
	switch {
	case err == nil:
		return int64(limit / 5 * 4), "4/5 of the cgroup's limit"
	case errors.Is(err, memlimit.ErrNoLimit), errors.Is(err, memlimit.ErrNoCgroup), errors.Is(err, memlimit.ErrCgroupsNotSupported):
		return DefaultMemory, "the default: no cgroup limits it"
	default:
		return DefaultMemory, fmt.Sprintf("the default: the cgroup's limit cannot be read: %v", err)
	}
}

// LimitGo sets the soft memory limit of the Go runtime. Below it garbage may take garbagePercent, unless GOGC sets
// another percentage than the default.
func (p Plan) LimitGo() {
	p.LimitRuntime(0)
	if percent := debug.SetGCPercent(garbagePercent); percent != defaultGarbagePercent {
		debug.SetGCPercent(percent)
	}
}

// LimitRuntime lowers the soft memory limit of the Go runtime while processes that read files may take so many bytes: there
// is room for them where there was garbage. A third of the limit is left in any case.
func (p Plan) LimitRuntime(files int64) {
	debug.SetMemoryLimit(max(p.GoLimit/3, p.GoLimit-files))
}

// Budget is what all requests of a process share.
type Budget struct {
	Callers   *Pool // memory of requests that have shown a live key, by account
	Anonymous *Pool // memory of the others, by address
	Spool     *Pool // bytes on disk of bodies under way, by account or address
	Request   int64 // the least that a caller's request is charged
	Labels    int   // that are drawn at once
	Documents int   // of many pages that are drawn at once
}

// NewBudget makes the pools of a plan.
func NewBudget(p Plan) *Budget {
	return &Budget{
		Callers: NewPool(p.Callers, p.Wait), Anonymous: NewPool(p.Anonymous, p.Wait), Spool: NewPool(SpoolSize, p.Wait),
		Request: p.Request, Labels: p.Labels, Documents: p.Documents,
	}
}
