package openapi

import (
	"bytes"
	"testing"
)

func TestDocumentIsTheSameEachTime(t *testing.T) {
	first := Document(nil, nil)
	for range 3 {
		if !bytes.Equal(first, Document(nil, nil)) {
			t.Fatal("the document differs from one time to the next")
		}
	}
}
