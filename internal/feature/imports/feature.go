package imports

import (
	"embed"

	"github.com/spf13/cobra"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/cli/command"
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
)

//go:embed templates texts
var embedded embed.FS

//go:embed commands.txt
var commands command.Texts

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	s := &Service{job.New(p)}
	return feature.Feature{
		Name: "imports", Part: stored.Part(), Routes: s.newRoutes, Pages: s.newPages, Files: embedded, Commands: newCommands, Work: s.Worker.Run,
		States: map[string]map[string]string{"import.state": web.TextsOf(states)},
		Responses: openapi.Responses{
			"ImportPage":        openapi.Describe("", answer.PageOf("Import", new(importWriter).write)),
			"Import":            openapi.Describe("", new(importWriter).write),
			"ImportProblemPage": openapi.Describe("", new(importWriter).writeProblems),
			"CellProblem":       openapi.Describe("", writeCellProblem),
		},
	}
}

// newCommands are the commands of imports.
func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newImport(p)}}
}
