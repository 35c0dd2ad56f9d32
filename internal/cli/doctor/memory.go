package doctor

import (
	"context"

	"github.com/dustin/go-humanize"

	"waybill/internal/admission"
	"waybill/internal/config"
	"waybill/internal/machine"
	"waybill/internal/server"
)

func checkMemory(_ context.Context, p target) finding {
	plan, source, err := server.MemoryPlan(p.config)
	if err != nil {
		return warning("set WAYBILL_MEMORY", "%v", err)
	}
	return judgeMemory(plan, source)
}

func judgeMemory(plan admission.Plan, source string) finding {
	memory := humanize.Bytes(uint64(plan.Memory))
	if plan.Memory < config.LeastMemory {
		return warning("allow the service more memory, in a unit MemoryMax", "%s (%s), too little for a server", memory, source)
	}
	return ok("%s (%s); a unit has a limit of its own, MemoryMax", memory, source)
}

func checkFiles(_ context.Context, p target) finding {
	plan, _, err := server.MemoryPlan(p.config)
	if err != nil {
		return warning("look at `ulimit -n`", "%v", err)
	}
	limit, err := machine.OpenFiles()
	if err != nil {
		return warning("look at `ulimit -n`", "%v", err)
	}
	return judgeFiles(limit, plan)
}

// tooFewFiles is the least that a server needs.
const tooFewFiles = 256

// judgeFiles compares the limit of open files with the need of the connections that fit into memory.
func judgeFiles(limit uint64, plan admission.Plan) finding {
	const fix = "raise `ulimit -n`, in a unit LimitNOFILE"
	switch {
	case limit < tooFewFiles:
		return failed(fix, "%d at most", limit)
	case plan.FewFiles:
		return warning(fix, "%d at most, which allows %d connections; memory allows more, which need %d files", limit, plan.Connections,
			plan.OpenFiles)
	}
	return ok("%d at most; a unit has a limit of its own, LimitNOFILE", limit)
}
