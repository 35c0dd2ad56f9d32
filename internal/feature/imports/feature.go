package imports

import (
	"embed"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/imports/job"
)

//go:embed templates texts
var embedded embed.FS

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	s := &Service{job.New(p)}
	return feature.Feature{
		Name: "imports", Routes: s.newRoutes, Pages: s.newPages, Files: embedded, Work: s.Worker.Run,
		States: map[string]map[string]string{"import.state": web.TextsOf(states)},
		Responses: openapi.Responses{
			"ImportPage":        openapi.Describe("", answer.PageOf("Import", new(importWriter).write)),
			"Import":            openapi.Describe("", new(importWriter).write),
			"ImportProblemPage": openapi.Describe("", new(importWriter).writeProblems),
			"CellProblem":       openapi.Describe("", writeCellProblem),
		},
	}
}
