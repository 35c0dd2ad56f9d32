package openapi

import (
	"bytes"
	"testing"
)

func TestDocumentIsTheSameEachTime(t *testing.T) {
	first := build()
	for range 3 {
		if !bytes.Equal(first, build()) {
			t.Fatal("the document differs from one time to the next")
		}
	}
}
