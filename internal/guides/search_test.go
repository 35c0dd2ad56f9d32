package guides

import (
	_ "embed"
	"strings"
	"testing"
)

// questionsSource has titles of sections, each with what readers type to find it.
//
//go:embed testdata/questions.txt
var questionsSource string

// TestQuestionsFindTheirSection: readers ask in their own words, and find the section whose title says the same in others.
func TestQuestionsFindTheirSection(t *testing.T) {
	asked := guide{Name: "asked", Title: "Integrating with Waybill", weight: 1}
	questions := map[string]string{}
	for line := range strings.Lines(questionsSource) {
		title, wordings, _ := strings.Cut(strings.TrimSpace(line), ": ")
		questions[title] = wordings
		asked.Sections = append(asked.Sections, section{Title: title, Anchor: title, Level: 2, text: title + "\n\nThis is said here.\n"})
	}
	if len(questions) != 10 {
		t.Fatalf("%d titles", len(questions))
	}
	x := newIndex(append([]guide{asked}, loaded()...), operations([]byte(`{"paths":{
		"/api/operator/partners/{partner}/":{"patch":{"tags":["Partners"],"operationId":"changePartner","summary":"Change a partner",
			"description":"Changes the URL and the limits of a partner."}},
		"/api/webhooks/endpoints/{id}/rotate-secret/":{"post":{"tags":["Webhooks"],"operationId":"rotateEndpointSecret",
			"summary":"Rotate the secret of an endpoint"}}}}`)))
	for title, wordings := range questions {
		for question := range strings.SplitSeq(wordings, ";") {
			found := x.find(question)
			if len(found) == 0 || !strings.EqualFold(found[0].Title, title) {
				var first []string
				for _, s := range found[:min(3, len(found))] {
					first = append(first, s.Page+": "+s.Title)
				}
				t.Errorf("%s: found %q, want %q", strings.TrimSpace(question), first, title)
			}
		}
	}
}
