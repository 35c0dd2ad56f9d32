//go:build unix

package docs_test

import (
	"regexp"
	"strings"
)

// changing are the parts of an output that differ in each run. The group of a pattern is what differs; the
// names of those in named are used in later commands.
var changing = []struct {
	pattern *regexp.Regexp
	named   bool
}{
	{regexp.MustCompile(`\bB\d{6}[0-9A-Z]{8}\b`), true},                                               // upload batches
	{regexp.MustCompile(`\b[A-Z]{2}\d{11}(?:[A-Z]{2})?\b(?:-[a-z2-7]{26}\b)?`), true},                 // tracking numbers, names of labels
	{regexp.MustCompile(`\bwb_(?:live|test)_[0-9A-Za-z]{32}\b`), true},                                // keys
	{regexp.MustCompile(`\bwhsec_[0-9A-Za-z+/]{43}=`), true},                                          // secrets of endpoints
	{regexp.MustCompile(`\bwbp_[0-9A-Z]{52}\b`), true},                                                // secrets of partners
	{regexp.MustCompile(`\bwbl_[0-9A-Z]{52}\b`), true},                                                // tokens of links
	{regexp.MustCompile(`\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\b)`), false},      // times
	{regexp.MustCompile(`\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT`), false},                     // times of HTTP
	{regexp.MustCompile(`(?i)\b(?:x-request-id|etag|waybill-version|content-length): [^\n]+`), false}, // headers
	{regexp.MustCompile(`\d+\.\d+ s\b`), false},                                                       // durations
	{regexp.MustCompile(`"order_id": ?\d+`), false},
	{regexp.MustCompile(`(?m)(?:^applied \d{4}_\w+\n)+`), false}, // each migration adds a line
	{regexp.MustCompile(`\b\d+(?:\.\d+)? [KMGT]i?B\b`), false},   // free space, memory
	{regexp.MustCompile(`waybill \d\S*(?: \([^)]*\))?`), false},  // versions
	{regexp.MustCompile(`"next_cursor":"[^"]+"`), false},
	{regexp.MustCompile(`"failing_since":(?:null|"[^"]+")`), false}, // a delivery may have failed already
	{regexp.MustCompile(`order has id \d+`), false},
	{regexp.MustCompile(`\b\d+ orders and`), false},
	{regexp.MustCompile(`(?m)^(?:memory|open files) +ok .*$`), false}, // limits of the machine
}

// mask replaces what differs in each run. The countries at the end of tracking numbers stay.
func mask(text string) string {
	for _, c := range changing {
		text = c.pattern.ReplaceAllStringFunc(text, func(part string) string {
			if i := strings.LastIndexAny(part, "0123456789"); c.named && len(part) > i+1 && strings.HasPrefix(part, "WB") && len(part) < 20 {
				return "…" + part[i+1:]
			}
			return "…"
		})
	}
	return strings.TrimRight(text, "\n")
}

// replies maps what a page prints to what its commands print in this run: addresses, folders, ids.
type replies struct{ documentedOf, actualOf map[string]string }

func newReplies(known map[string]string) *replies {
	r := &replies{map[string]string{}, map[string]string{}}
	for documented, actual := range known {
		r.add(documented, actual)
	}
	return r
}

// add keeps what an earlier output taught. An output may already have documented ids: then two ids of the page are
// the same one.
func (r *replies) add(documented, actual string) {
	if earlier, known := r.actualOf[actual]; known {
		actual = earlier
	}
	if _, known := r.actualOf[documented]; !known {
		r.actualOf[documented] = actual
	}
	if _, known := r.documentedOf[actual]; !known {
		r.documentedOf[actual] = documented
	}
}

// learn adds the ids of two outputs that are equal but for them.
func (r *replies) learn(documented, actual string) {
	for _, c := range changing {
		if !c.named {
			continue
		}
		was, is := c.pattern.FindAllString(documented, -1), c.pattern.FindAllString(actual, -1)
		for i := range min(len(was), len(is)) {
			r.add(was[i], is[i])
			r.add(strings.Split(was[i], "-")[0], strings.Split(is[i], "-")[0])
		}
	}
}

// actual is a command with the ids and addresses of this run.
func (r *replies) actual(command string) string { return replaceAll(command, r.actualOf) }

// documented is an output with the addresses and folders of the page.
func (r *replies) documented(output string) string { return replaceAll(output, r.documentedOf) }

func replaceAll(text string, by map[string]string) string {
	pairs := make([]string, 0, 2*len(by))
	for _, from := range longestFirst(by) {
		pairs = append(pairs, from, by[from])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
