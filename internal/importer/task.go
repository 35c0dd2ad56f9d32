package importer

import (
	"time"

	"waybill/internal/sandbox"
)

// Tasks are what runs in the processes of package sandbox.
var Tasks = sandbox.Tasks{}

// Limits are the limits of the process that reads XLSX files.
var Limits = sandbox.Limits{Memory: 150 << 20, CPU: 30 * time.Second, Wall: time.Minute, Processes: 1}
