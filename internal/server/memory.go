package server

import (
	"fmt"
	"runtime"

	"github.com/dustin/go-humanize"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/clientaddr"
	"waybill/internal/config"
	"waybill/internal/machine"
	"waybill/internal/telemetry"
)

// MemoryPlan divides the memory that the settings or the cgroup allow. source names which of them.
func MemoryPlan(c config.Config) (plan admission.Plan, source string, err error) {
	openFiles, err := machine.OpenFiles()
	if err != nil {
		return plan, "", err
	}
	memory, source := c.Memory, "WAYBILL_MEMORY"
	if memory == 0 {
		memory, source = admission.FindMemory()
	}
	return admission.NewPlan(memory, openFiles, api.DrawingNeeds(runtime.GOMAXPROCS(0))), source, nil
}

// limitMemory bounds the memory of the process and what requests and connections may hold. It
// returns an error when there is less memory than a server needs, and warns of too few open files.
func (p *process) limitMemory() (*admission.Budget, *admission.Connections, error) {
	plan, source, err := MemoryPlan(p.Config)
	if err != nil {
		return nil, nil, err
	}
	p.plan = plan
	if !p.KeepMemoryLimit {
		plan.LimitGo()
	}
	p.Log.Info("memory", "limit", humanize.Bytes(uint64(plan.Memory)), "source", source, "connections", plan.Connections)
	if plan.Memory < config.LeastMemory {
		return nil, nil, fmt.Errorf("%s of memory (%s) are too little: the server needs %s; allow it more, in a unit by MemoryMax",
			humanize.Bytes(uint64(plan.Memory)), source, humanize.Bytes(config.LeastMemory))
	}
	if plan.FewFiles {
		p.Log.Warn("few files may be open, so there are fewer connections: raise the limit (LimitNOFILE=, ulimit -n)", "connections",
			plan.Connections, "open_files_wanted", plan.OpenFiles)
	}
	budget, connections := admission.NewBudget(plan), admission.NewConnections(plan, clientaddr.Proxies(p.Config.TrustedProxies).Shared)
	p.metrics.WatchAdmission(func() []telemetry.Pool {
		return []telemetry.Pool{
			{Name: "callers", Stats: budget.Callers.Stats()},
			{Name: "anonymous", Stats: budget.Anonymous.Stats()},
			{Name: "spool", Stats: budget.Spool.Stats()},
		}
	}, connections.Stats)
	return budget, connections, nil
}

// makeRoomForReaders makes room for processes that read files, which may take so many bytes.
func (p *process) makeRoomForReaders(files int64) {
	if !p.KeepMemoryLimit {
		p.plan.LimitRuntime(files)
	}
}
