package label

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestEveryMarkHasAnIcon(t *testing.T) {
	t.Parallel()
	for _, mark := range shipment.ServiceMarks() {
		picture, err := icons.ReadFile("marks/" + mark + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(picture), "\n"), "\n")
		if len(lines) != iconSide {
			t.Errorf("%s has %d lines: want %d", mark, len(lines), iconSide)
		}
		for _, line := range lines {
			if len(line) != iconSide || strings.Trim(line, ".#") != "" {
				t.Errorf("%s has the line %q: want %d dots, each . or #", mark, line, iconSide)
			}
		}
	}
}
