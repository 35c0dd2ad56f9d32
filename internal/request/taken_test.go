package request

import (
	"runtime"
	"strings"
	"testing"
)

// taken is how many bytes of memory do takes, with what it gives back.
func taken(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLargeTextsAreNotCopied: nobody charges for copies of them.
func TestLargeTextsAreNotCopied(t *testing.T) {
	large := strings.Repeat("1", 4<<20) + ".5"
	for name, do := range map[string]func(){
		"a decimal": func() { parseNumber(large) },
		"orders": func() {
			fields := []FieldValue{{"consignee_address", Text(large)}}
			formOf([]OrderValues{{Fields: fields, Items: [][]FieldValue{{{"item_desc", Text(large)}}}}})
		},
	} {
		if n := taken(do); n > 1<<20 {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}
