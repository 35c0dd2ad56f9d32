package partnerlabel

import (
	"strconv"
	"testing"
	"time"
)

func TestRefusalsAreForgotten(t *testing.T) {
	t.Parallel()
	var r refusals
	now := time.Unix(1_770_000_000, 0)
	err := &RefusedError{Reason: "it is encrypted"}
	r.add("label.203dpi", err, now)
	for name, c := range map[string]struct {
		name string
		at   time.Time
		want *RefusedError
	}{
		"at once":      {"label.203dpi", now, err},
		"in time":      {"label.203dpi", now.Add(refusedFor - 1), err},
		"after a time": {"label.203dpi", now.Add(refusedFor), nil},
		"another file": {"label.300dpi", now, nil},
	} {
		if got := r.get(c.name, c.at); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for i := range mostRefusals {
		r.add(strconv.Itoa(i), err, now)
	}
	if len(r.byName) > mostRefusals || r.get(strconv.Itoa(mostRefusals-1), now) == nil {
		t.Errorf("%d are remembered", len(r.byName))
	}
}
