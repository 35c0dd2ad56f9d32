package imports

import (
	"strings"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/importer"
	"waybill/internal/problem"
)

// TestFieldsInWords: every field that a column can be has a name of its own in each language.
func TestFieldsInWords(t *testing.T) {
	t.Parallel()
	languages, err := web.LanguagesOf(embedded)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range languages {
		v := &web.Visit{Language: lang}
		w := newFieldWords(v)
		if len(w.fields) != len(w.Choices) {
			t.Errorf("%s: %d names for %d fields", lang.Tag, len(w.fields), len(w.Choices))
		}
		for field, label := range w.labels {
			if label == field || label == "" {
				t.Errorf("%s: %s is called %s", lang.Tag, field, label)
			}
			if found, known := w.field(label); !known || found != field {
				t.Errorf("%s: %q is %q, want %q", lang.Tag, label, found, field)
			}
		}
		atlantis := importer.Problem{Field: "consignee_country", Message: problem.NotChoice.With("Atlantis")}
		if said := w.problem(atlantis).Text; !strings.Contains(said, ": ID") && !strings.Contains(said, "：ID") {
			t.Errorf("%s: an unknown country is %q", lang.Tag, said)
		}
	}
}
